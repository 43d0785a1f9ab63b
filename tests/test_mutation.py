"""A damaged file is refused in a sentence or read with a meaning (`python -m tests.mutation`, shortly)."""

from pathlib import Path

import pytest

from game.rules import find_variant
from tests.each import each
from tests.mutation.__main__ import attempt
from tests.mutation.formats import Format, goldens, in_memory
from tests.mutation.on_disk import formats_on_disk
from tools.certify.verdicts import Verdicts, VerdictsError, header, read

pytestmark = pytest.mark.thorough

NAMES = [
    *("record", "tournament", "tournament, digest mended"),
    *("verdicts", "verdicts, checks mended", "problems"),
    *("journal", "saved game", "profile", "window place", "statistics", "player of a seat"),
    *("record of a round", "catalogue", "catalogue, check mended"),
]


@pytest.fixture(scope="module")
def formats(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Format]:
    folder: Path = tmp_path_factory.mktemp("formats")
    return {format_.name: format_ for format_ in [*in_memory(), *formats_on_disk(folder)]}


def test_every_format_is_tried(formats):
    assert list(formats) == NAMES


def test_samples_hold(formats):
    for format_ in formats.values():
        for sample in format_.samples:
            format_.read(sample)
            format_.read(format_.mend(sample))


@pytest.mark.parametrize("name", NAMES)
def test_damage_is_refused_in_a_sentence_or_read_with_a_meaning(formats, name):
    for number in range(12 if name == "statistics" else 40):
        seed = f"ci:{name}:{number}"
        assert attempt(formats[name], seed) is None, f"--seed '{seed}'"


@each("found", [b"\xff\xfepatience", b"\xef\xbb\xbf%s", b"%s\r\n"])
def test_verdicts_in_another_encoding_are_refused_as_every_damage(found):
    sample = header(Verdicts(find_variant("rush", ["draw=1"]), 0, 40))
    with pytest.raises(VerdictsError):
        read(found.replace(b"%s", sample))


def test_a_single_line_with_cr_and_lf_reads_the_same_to_the_referee(formats):
    kind = formats["record"]
    head, gap, entries = goldens("rush")[0].partition(b"\n\n")
    kind.read(head + gap + entries.replace(b"\n", b"\r\n", 1))
