"""Messages of the table server: the examples of docs/API.md, what is refused, and that all reads back."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.codec import MAX_DEPTH, MessageError, decoded, encoded, parsed
from game.online.bodies import (
    MAX_BYTES_PROOF,
    AllSeats,
    AllStandings,
    Announce,
    Chosen,
    ClosedRound,
    Extend,
    Highlights,
    HostKey,
    HostTicket,
    Join,
    NewTournament,
    RejectionBody,
    Rename,
    ServerTold,
    read_body,
)
from game.online.check import check_round
from game.online.messages import (
    CLIENT_MESSAGES,
    MAX_CLIENT_BYTES,
    SERVER_MESSAGES,
    BeginRound,
    DoAction,
    TournamentInfo,
    frame,
    read_client_message,
    read_server_message,
)
from game.play.proof import commitment, commitment_text, deck_from_secret
from tests.each import each
from tests.online.examples import example


def test_every_message_to_the_server_has_an_example_that_is_written_so():
    lines = example("asked").splitlines()
    read = [read_client_message(line) for line in lines]
    assert [frame(message) for message in read] == lines
    assert {message.kind for message in read} == {*CLIENT_MESSAGES}


def test_every_message_of_the_server_has_an_example_that_is_written_so():
    lines = example("told").splitlines()
    read = [read_server_message(line) for line in lines]
    assert [frame(message) for message in read] == lines
    assert {message.kind for message in read} == {*SERVER_MESSAGES}


@each(
    ("word", "kind"),
    [
        *(
            ("tournament", TournamentInfo),
            ("server", ServerTold),
            ("ticket", HostTicket),
            ("key", HostKey),
            ("rename", Rename),
            ("highlights", Highlights),
        ),
        *(("new", NewTournament), ("join", Join), ("seats", AllSeats), ("chosen", Chosen)),
        *(("extend", Extend), ("announce", Announce), ("refusal", RejectionBody)),
        *(("standings", AllStandings), ("round", ClosedRound)),
    ],
)
def test_every_body_has_an_example_that_is_written_so(word, kind):
    text = example(word)
    assert encoded(read_body(kind, text, 1 << 20)) == text.strip()


def test_who_speaks_as_before_is_understood():
    """Fields that were added later may be missing, and no others."""
    before = '{"name":"Sunday","draw":3,"seconds":300,"rounds":3,"opens":null,"every":null,"lasts":null'
    wanted = read_body(NewTournament, before + ',"robots":[],"robots_rank":false}')
    assert (wanted.seats, wanted.start) == ("open", "own")
    assert read_body(Join, '{"name":"Anna"}') == Join("Anna")
    with pytest.raises(MessageError, match="robots_rank"):
        read_body(NewTournament, before + ',"robots":[]}')


def test_the_closed_round_of_the_example_proves_itself():
    closed = read_body(ClosedRound, example("round"), MAX_BYTES_PROOF)
    checked = check_round(closed, promised=closed.commitment)
    assert checked.faults == ()
    assert [(proved.played.player, proved.result.outcome.value) for proved in checked.proved] == [
        ("Anna", "timeout")
    ]


def test_a_closed_round_of_the_first_version_is_read_and_holds():
    closed = read_body(ClosedRound, example("round1"), MAX_BYTES_PROOF)
    assert (closed.patience_round, closed.start, closed.starts) == (1, "own", None)
    checked = check_round(closed, promised=closed.commitment)
    assert checked.faults == ()
    assert [(proved.began_ms, proved.before) for proved in checked.proved] == [(10_250, 0)]


def test_the_commitment_is_the_digest_of_these_lines():
    _, salt, deck = (line.split(" ", 1)[1] for line in example("deck").splitlines())
    assert commitment_text(salt, deck) == example("deck")
    assert commitment(salt, deck) == read_body(ClosedRound, example("round"), 1 << 20).commitment


BEGIN = '{"kind":"begin","round":1}'


@each(
    "text",
    [
        "",
        "begin",
        "[]",
        "null",
        "1",
        '{"kind":"begin"}',
        '{"round":1}',
        '{"kind":["begin"],"round":1}',
        '{"kind":"begun","round":1}',
        '{"kind":"begin","round":1,"deck":true}',
        '{"kind":"begin","round":1,"round":1}',
        '{"kind":"begin","round":"1"}',
        '{"kind":"begin","round":true}',
        '{"kind":"begin","round":1.0}',
        '{"kind":"begin","round":1e0}',
        '{"kind":"begin","round":NaN}',
        '{"kind":"begin","round":null}',
        '{"kind":"begin","round":0}',
        '{"kind":"begin","round":11}',
        '{"kind":"begin","round":' + "1" * 1900 + "}",
        '{"kind":"begin","round":1}' + " " * MAX_CLIENT_BYTES,
        '{"kind":"begin","round":' + "[" * 900 + "]" * 900 + "}",
        '{"kind":"do","round":1,"number":1,"action":"t1>t2\\n"}',
        '{"kind":"do","round":1,"number":1,"action":"\\ud800"}',
        '{"kind":"do","round":1,"number":1,"action":"１"}',
        '{"kind":"hello","tournament":"' + "5" * 32 + '","key":"' + "g" * 64 + '"}',
        '{"kind":"welcome"}',
    ],
)
def test_what_is_no_message_is_refused(text):
    with pytest.raises(MessageError):
        read_client_message(text)


def test_bytes_are_read_too_and_have_to_be_utf_8():
    assert read_client_message(BEGIN.encode()) == BeginRound(1)
    with pytest.raises(MessageError):
        read_client_message(BEGIN.encode() + b"\xff")
    for other in ("utf-16", "utf-16-le", "utf-32", "utf-8-sig"):
        with pytest.raises(MessageError):
            read_client_message(BEGIN.encode(other))


def test_what_is_deep_is_refused_before_it_is_looked_at():
    deep = json.dumps({"a": json.loads("[" * MAX_DEPTH + "]" * MAX_DEPTH)})
    with pytest.raises(MessageError, match="deeper"):
        parsed(deep, 1000)


asked = st.one_of(
    st.builds(BeginRound, st.integers(1, 10)),
    st.builds(
        DoAction, st.integers(1, 10), st.integers(1, 12_000), st.text("az09>:", min_size=1, max_size=12)
    ),
)


@given(asked)
def test_what_is_written_is_read_back(message):
    assert read_client_message(frame(message)) == message


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4),
    max_leaves=12,
)


@pytest.mark.thorough  # Hypothesis looks through all of Unicode first
@given(
    st.sampled_from([*CLIENT_MESSAGES.values()]),
    st.dictionaries(st.sampled_from(["round", "number", "action", "key", "x"]), json_values),
)
def test_whatever_comes_is_a_message_or_refused(kind, found):
    try:
        message = decoded(kind, found)
    except MessageError:
        return
    assert decoded(kind, json.loads(encoded(message))) == message


@given(st.sampled_from(example("asked").splitlines()), st.data())
def test_a_damaged_message_is_a_message_or_refused(line, data):
    damaged = bytearray(line.encode())
    for _ in range(data.draw(st.integers(1, 4))):
        damaged[data.draw(st.integers(0, len(damaged) - 1))] = data.draw(st.integers(0, 255))
    try:
        message = read_client_message(bytes(damaged))
    except MessageError:
        return
    assert read_client_message(frame(message)) == message


@given(st.binary(min_size=32, max_size=32))
def test_every_secret_makes_a_whole_pack(secret):
    assert len({*deck_from_secret(secret).split(" ")}) == 52


def test_decks_are_spread_evenly():
    """The first card, of which 52 are as likely: chi-square of 5,200 decks, far below one in a million."""
    counts: dict[str, int] = {}
    for number in range(5200):
        first = deck_from_secret(number.to_bytes(32))[:2]
        counts[first] = counts.get(first, 0) + 1
    assert sum((count - 100) ** 2 / 100 for count in counts.values()) < 120
