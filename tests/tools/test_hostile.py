"""The attacks in small: nothing is accepted, nothing is revealed, nobody is disturbed."""

import re
from random import Random

import pytest

from tools.hostile.__main__ import main
from tools.hostile.attacks import OPENED, work_told
from tools.hostile.mutation import mutated
from tools.hostile.stranger import Addresses, framed, frames


@pytest.mark.thorough
@pytest.mark.timeout(300)
def test_a_server_bears_all_attacks(capsys):
    code = main(["--messages", "240", "--idle", "0", "--floods", "0"])
    told = capsys.readouterr()
    assert code == 0, told.err
    assert re.search(r"mutated requests +│ 180 +│ 0 ", told.out)


def test_damages_follow_from_the_seed_alone_and_nearly_all_of_them_are_some():
    text = '{"kind":"do","round":1,"number":12,"action":"stock"}'
    first, second = ([mutated(text, random) for _ in range(200)] for random in (Random(3), Random(3)))
    assert first == second
    assert sum(data != text.encode() for data in first) > 190


def test_addresses_are_of_the_loopback_and_differ():
    addresses = Addresses()
    found = [addresses.fresh() for _ in range(70_000)]
    assert len({*found}) == len(found)
    assert all(re.fullmatch(r"127\.\d{1,3}\.\d{1,3}\.\d{1,3}", address) for address in found)
    assert "127.0.0.1" not in found


def test_frames_are_read_as_they_are_sent():
    texts = [b"{}", b"x" * 200, b"y" * 70_000]
    assert len(b"".join(framed(text) for text in texts)) == sum(map(len, texts)) + 6 + 8 + 14
    served = b"\x81\x02{}" + b"\x81\x7e\x00\xc8" + texts[1] + b"\x88\x00"
    assert frames(served) == ([b"{}", texts[1]], True)


def test_what_answers_the_new_table_is_not_counted_as_work_asked_for_after_it():
    assert work_told([*OPENED, *["table"] * 645, "too_many"], "table", 2) == 1 + 645 * 2
    assert work_told([*OPENED, *OPENED], "practice", 43.5) == 1 + 43.5
    assert work_told(["too_many"], "table", 2) == 0
