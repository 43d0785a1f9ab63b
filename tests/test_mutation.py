"""A damaged file is refused in a sentence or read with a meaning; `--trials` has more of them read.

Every damaged file is refused with the one error that is documented, in a sentence of one line, or read with
a meaning that can be proved; in a few seconds and with bounded memory.
"""

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from game.rules import find_variant
from tests.each import each
from tests.mutation.damage import damaged
from tests.mutation.formats import Format, goldens, in_memory
from tests.mutation.on_disk import formats_on_disk
from tools.certify.verdicts import Verdicts, VerdictsError, header, read

pytestmark = pytest.mark.thorough

MAX_S = 10
MAX_BYTES = 1 << 30
"""What reading may take of memory, beside what the tests themselves have."""
MAX_SENTENCE = 400
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


@pytest.fixture
def _bounded_memory() -> Iterator[None]:
    """What wants more fails, where Linux counts it."""
    if sys.platform != "linux":
        yield
        return
    import resource

    taken = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (taken + MAX_BYTES, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_AS, before)


@pytest.mark.usefixtures("_bounded_memory")
@pytest.mark.parametrize("name", NAMES)
def test_damage_is_refused_in_a_sentence_or_read_with_a_meaning(formats, name, trial):
    kind, random = formats[name], Random(f"{name} {trial}")
    for _ in range(12 if name == "statistics" else 40):
        data = damaged(random.choice(kind.samples), random)
        data = kind.mend(data) if random.random() < 0.9 else data
        begun_s, said = time.monotonic(), "It is read."
        try:
            kind.read(data)
        except kind.errors as error:
            said = str(error)
        assert time.monotonic() - begun_s < MAX_S
        assert "\n" not in said, "whoever shows it takes care of what else a terminal would not bear"
        assert 5 < len(said) <= MAX_SENTENCE


@each("found", [b"\xff\xfepatience", b"\xef\xbb\xbf%s", b"%s\r\n"])
def test_verdicts_in_another_encoding_are_refused_as_every_damage(found):
    sample = header(Verdicts(find_variant("rush", ["draw=1"]), 0, 40))
    with pytest.raises(VerdictsError):
        read(found.replace(b"%s", sample))


def test_a_single_line_with_cr_and_lf_reads_the_same_to_the_referee(formats):
    kind = formats["record"]
    head, gap, entries = goldens("rush")[0].partition(b"\n\n")
    kind.read(head + gap + entries.replace(b"\n", b"\r\n", 1))
