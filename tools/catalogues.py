"""The command that brings the catalogues of the languages up to date with the texts in the source.

python -m tools.catalogues            writes new templates into assets/languages/*.po
python -m tools.catalogues --check    says what is missing, and exits with 1 where something is
"""

from __future__ import annotations

import argparse
import io
import json
import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from game.language import ENGLISH, LANGUAGES

PROJECT = Path(__file__).resolve().parents[1]
PROBLEMS = "assets/problems/spider.json"
FOLDER = PROJECT / "assets" / "languages"
KEYWORDS = {"msg": None, "msg_n": (1, 2), "msg_p": ((1, "c"), 2)}
WIDTH = 110
COMMENT = "Translators:"
"""Comments that begin so go into the catalogues."""


def templates() -> Catalog:
    """All templates of the source, with the files they stand in."""
    found = Catalog(project="Patience Arcade", fuzzy=False)
    entries = extract_from_dir(
        str(PROJECT / "game"),
        [("**.py", "python"), ("**.html", "jinja2")],
        {"**.html": {"trim_blocks": "yes", "lstrip_blocks": "yes", "silent": "no"}},
        KEYWORDS,
        (COMMENT,),
    )
    for file, _, message, comments, context in entries:
        found.add(message, None, [(f"game/{file}", 0)], auto_comments=comments, context=context)
    for problem in json.loads((PROJECT / PROBLEMS).read_text("utf-8"))["problems"]:
        for key in ("title", "question", "idea", "tempting"):
            if key in problem:
                found.add(problem[key], None, [(PROBLEMS, 0)])
    return found


def read(code: str) -> Catalog:
    """The catalogue of a language; an empty one if there is none yet."""
    file = FOLDER / f"{code}.po"
    if not file.exists():
        return Catalog(locale=code, project="Patience Arcade", fuzzy=False)
    return read_po(io.BytesIO(file.read_bytes()), locale=code, abort_invalid=True)


def write(code: str, catalogue: Catalog) -> None:
    """Writes the catalogue of a language in the order of the source."""
    text = io.BytesIO()
    write_po(text, catalogue, width=WIDTH, include_lineno=False, omit_header=False, ignore_obsolete=True)
    (FOLDER / f"{code}.po").write_bytes(text.getvalue())


def missing(code: str, wanted: Catalog) -> list[str]:
    """The templates that a language lacks, or has in doubt."""
    catalogue = read(code)
    lacks = []
    for message in wanted:
        if not message.id:
            continue
        one = message.id if isinstance(message.id, str) else message.id[0]
        found = catalogue.get(message.id, message.context)
        strings = () if found is None else (found.string,) if isinstance(found.string, str) else found.string
        if found is None or found.fuzzy or not strings or not all(strings):
            lacks.append(one)
    return lacks


def main() -> int:
    """Brings them up to date, or checks them; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.catalogues", description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing, say what is missing")
    is_check = parser.parse_args().check
    wanted = templates()
    FOLDER.mkdir(parents=True, exist_ok=True)
    lacks = False
    for code, name in LANGUAGES.items():
        if code == ENGLISH:
            continue
        if not is_check:
            catalogue = read(code)
            catalogue.update(wanted, no_fuzzy_matching=True)
            write(code, catalogue)
        left = missing(code, wanted)
        print(f"{name}: {len(left)} of {len(wanted)} templates are not translated")
        for sentence in left[:20] if is_check else ():
            print(f"    {sentence}")
        lacks = lacks or bool(left)
    return 1 if is_check and lacks else 0


if __name__ == "__main__":
    sys.exit(main())
