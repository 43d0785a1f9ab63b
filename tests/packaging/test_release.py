"""What a public CI, an editor and a person with a bug are given: the same checks, versions and questions."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.commands import package_name, packages_of
from tests.each import each

ROOT = Path(__file__).resolve().parents[2]
WORKFLOW = ROOT / ".github" / "workflows" / "ci.yml"
FORM = ROOT / ".github" / "ISSUE_TEMPLATE" / "bug.yml"


def read(path: Path) -> Any:
    return yaml.safe_load(path.read_text("utf-8"))


@pytest.mark.thorough
@each(("schema", "path"), [("vendor.github-workflows", WORKFLOW), ("vendor.github-issue-forms", FORM)])
def test_it_has_the_form_that_is_asked_for(schema, path):
    checker = shutil.which("check-jsonschema", path=str(Path(sys.executable).parent))
    assert checker is not None, "the extra dev is not installed"
    ended = subprocess.run(
        [checker, "--builtin-schema", schema, path], capture_output=True, text=True, timeout=60, check=False
    )
    assert ended.returncode == 0, ended.stdout


def test_everything_runs_on_three_systems_and_every_python_that_is_promised():
    jobs = read(WORKFLOW)["jobs"]
    systems = ["ubuntu-latest", "windows-latest", "macos-latest"]
    for job in ("tests", "wheel"):
        matrix = jobs[job]["strategy"]["matrix"]
        assert matrix == {"system": systems, "python": ["3.11", "3.12", "3.13", "3.14"]}
    assert jobs["bundles"]["strategy"]["matrix"]["system"] == systems
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["requires-python"] == ">=3.11"


def test_what_is_looked_at_before_a_commit_is_what_ci_looks_at():
    (repository,) = read(ROOT / ".pre-commit-config.yaml")["repos"]
    hooks = {hook["name"]: hook["entry"].removeprefix("python -m ") for hook in repository["hooks"]}
    steps = dict(
        re.findall(
            r'^(?:step|beside) "(.+?)" "\.venv/bin/(.+)"$', (ROOT / ".ci" / "run").read_text(), re.MULTILINE
        )
    )
    checks = {
        name: command for name, command in steps.items() if name in ("ruff check", "ruff format", "mypy")
    }
    assert len(checks) == 3
    assert {name: hooks[name] for name in checks} == checks


def test_whoever_tells_a_bug_is_asked_for_the_record_and_the_version():
    asked = {field["id"]: field for field in read(FORM)["body"]}
    assert asked["record"]["validations"]["required"]
    assert ".patience" in asked["record"]["attributes"]["description"]
    assert "--version" in asked["version"]["attributes"]["description"]


def test_the_packages_are_declared_once():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    lists = [project["dependencies"], *project["optional-dependencies"].values()]
    named = [package_name(line) for line_ in lists for line in line_ if not line.startswith(project["name"])]
    assert len(named) == len(set(named))


def required(whom: str) -> list[str]:
    """What is to be installed for somebody who does not need the project to be."""
    lines = (ROOT / f"requirements-{whom}.txt").read_text("utf-8").splitlines()
    return sorted(line for line in lines if line[0] != "#")


def test_a_machine_that_only_serves_is_given_what_is_declared_for_it_and_nothing_of_a_player():
    needed = [line for line in packages_of("dependencies") if package_name(line) in ("platformdirs", "babel")]
    assert required("server") == sorted([*needed, *packages_of("server")])


def test_the_tests_are_given_what_is_declared_for_them():
    rest = {*packages_of("dependencies", "tests")} - {*required("server")}
    assert required("tests") == sorted(["-r requirements-server.txt", *rest])
