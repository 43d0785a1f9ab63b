"""Players: names that cannot be mistaken for one another (UTS 39), badges beside them; robots' names.

A badge is a colour and initials, different for every player of a tournament: two names may be cut to the same
letters, or have none that can be drawn.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import count, groupby
from typing import NamedTuple, Self
from zlib import crc32

from game.message import Message, msg, msg_n, msg_p, verbatim

_ROWS = (
    "O0ΟОՕⲞꓳ oοσоօჿᴏᴑⲟꬽ lI1|ƖǀΙІӀ׀∣⏽Ⲓꓲ 2ƧϨꙄꝚ 3ƷȜЗӠⳌꝪꞫ 4Ꮞ 5Ƽ 6бᏮⳒ 8Ȣȣ 9ⳊꝮꝯ AΑАᎪꓮ BΒВᏴꓐꞴ CƩΣСᏟⲤꓚ DᎠꓓ "
    "EΕЕᎬꓰ FϜꓝꞘ GԌᏀᏳꓖ HʜΗНнᎻⲎꓧꮋ JͿЈᎫꓙꞲ KΚКᏦⲔꓗ LᏞⳐꓡ MΜϺМᎷⲘꓟ NΝⲚꓠ PΡРᏢⲢꓑ RƦᎡᏒꓣ SЅՏᏕᏚꓢ TΤТᎢⲦꓔ UՍꓴ VѴᏙꓦ "
    "WԜᎳᏔꓪ XΧХⲬꓫꞳ YΥУҮᎩᎽⲨꓬ ZΖᏃꓜ aɑαа bƄЬᏏ cςϛсᴄⲥꮯ dԁᏧꓒ eеҽꬲ fsƽѕքẝꜱꞙꬵꮪ gƍɡցᶃ hһհᏂ iıɩɪιіӏᎥꙇꭵ jϳј nոռ "
    "pρрⲣ qԛգզ rгᴦⲅꭇꭈꮁ uʋυսᴜꞟꭎꭒ vνѵᴠꮩ wɯѡԝաᴡꮃ xх yɣʏγуүყᶌỿꭚ zᴢꮓ ÞϷ ßβᏰꞵ þƿϸ ĸκкᴋⲕꮶ ƅьꮟ ƆϽꓛ Ǝꓱ ƏӘ ƐԐᏋ "
    "ƨϩᴤꙅ ƫᎿ ǝəә ǶԊ ȝʒӡჳⳍꝫ ȷյ ɂꭾ ɅΛЛꓥ ɔͻᴐↄ ɛɜεзєԑᴈⲉꞓꮛ ɢԍᏻꮐ ɰպ ɸφфⲫ ʀꭱꮢ ʌᴧ ʍмᴍꮇ ʘꙨ ʙвᏼ ʟⳑꮮ ͰᎨᎰⱵ ͶИ ͷиᴎ "
    "ͽꜿ ΓГᎱⲄ ΔⲆ ΠПⲠ ΦФՓⲪ ΨѰⲮ δծẟ λⲖ πпᴨ τтᴛꭲ χⲭꭓꭕ ψѱ ωⲱꙍꞷ ϗⳤ ϿꜾ ЄⲈꞒ ШⲼ шⲽ яᴙ љꭠ ѠᏇ Ոꓵ ႠꞆ ᴀꭺ ᴅꭰ ᴇꭼ ᴊꭻ "
    "ᴘᴩꮲ Ɐꓯ ⱶꮀ ꓕꞱ ꓤꞞ ꙌꞶ "
)
_PAIRS = {"rn": "m", "vv": "w"}
_LETTERS = str.maketrans({other: row[0] for row in _ROWS.split() for other in row[1:]})


def likeness(text: str) -> str:
    """Returns the same text for names that look alike; not for display.

    >>> likeness("Воb") == likeness("Bob"), likeness("Barney") == likeness("Bamey")
    (True, True)
    """
    text = text.translate(_LETTERS)
    for pair, letter in _PAIRS.items():
        text = text.replace(pair, letter)
    return text


MAX_LETTERS = 24
MAX_MARKS = 4
"""Maximum number of accents on one letter."""
ROBOT = " (robot"
"""Suffix of a robot's name in its label."""
_BLANK = re.compile(
    "["
    # What Unicode calls default ignorable: it is not drawn.
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff"
    # What is drawn as nothing: blank symbols, and the places of what is missing.
    "\u2800\ufffc\ufffd\U00016fe4\U0001d159\U00013441-\U00013446"
    "]"
)
_WIDE = re.compile(
    "["
    # Dashes of two and three letters, Arabic phrases in one sign, and signs of Tamil and Java.
    "\u2e3a\u2e3b\ufdf0-\ufdff\u0bf5-\u0bfa\ua9c1-\ua9cd"
    "\U00012000-\U0001254f"  # cuneiform
    "]"
)
"""Characters as wide as a word."""
_FAINT = re.compile(
    "[.,:;'\"`\u2018-\u201f\u2032-\u2037\u00b7\u2022\u2027\u2219\u22c5\u02b9-\u02bf\u02c8\u02ca\u02cb^]"
    "| [\u0300-\u036f]+"  # an accent that stands alone, as NFKC writes it
)
"""Dots, commas and strokes: a name with more of them looks the same."""
_AT_ENDS = " -_~\u2010\u2011\u2012\u2013\u2014\u2015\u2212"
_LOOKS_ALONE = str.maketrans("", "", "\ufe0e\ufe0f")  # they only choose how an emoji is drawn
_TOGETHER = {"CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"}
"""Alphabets that may be mixed in one word, with Latin too."""
_BRACKETS = str.maketrans("[{<❨❲〔【⟨⟮⦅「『〈《", "((((((((((((((")


def tidied(text: str) -> str:
    """Returns a typed name with composed letters and single spaces."""
    return " ".join(unicodedata.normalize("NFC", text.translate(_LOOKS_ALONE)).split())


class RefusalError(ValueError):
    """Something is not allowed; the message is a sentence."""

    reason: str = ""
    """The reason without its sentence."""

    @classmethod
    def because(cls, reason: str) -> Self:
        """Creates an error whose sentence is the reason alone."""
        error = cls(msg("{reason}.", reason=reason).capitalised())
        error.reason = reason
        return error


def name_refusal(name: str, maximum: int = MAX_LETTERS) -> Message | None:
    """Returns why a name is not allowed, as a reason for a sentence, or None."""
    if not name:
        return msg("a name needs at least one letter")
    if len(name) > maximum:
        return msg_n(
            "a name can have at most {count} letter", "a name can have at most {count} letters", maximum
        )
    if not name.isprintable() or "," in name or _BLANK.search(name):
        return msg("a name is made of visible letters, without commas")
    if _WIDE.search(name):
        return msg("no character in a name may be as wide as a word")
    if name != tidied(name):
        return msg("a name may not begin or end with a space, or have two in a row")
    for word in name.split(" "):
        if (refusal := _word_refusal(word)) is not None:
            return refusal
    return None


def _word_refusal(word: str) -> Message | None:
    marks = [unicodedata.category(letter)[0] == "M" for letter in unicodedata.normalize("NFD", word)]
    if marks[0]:
        return msg("an accent belongs on a letter, not at the beginning of a word")
    if any(is_mark and len([*run]) > MAX_MARKS for is_mark, run in groupby(marks)):
        return msg("a letter can have at most {count} accents", count=MAX_MARKS)
    alphabets = _alphabets(word)
    if len(alphabets) > 1 and not (alphabets & _TOGETHER and alphabets <= {*_TOGETHER, "LATIN"}):
        first, second = sorted(alphabet.capitalize() for alphabet in alphabets)[:2]
        # Translators: {first} and {second} are English names of alphabets, such as Latin and Cyrillic.
        template = msg("a word is written in one alphabet, not in both {first} and {second} letters")
        return template.with_parts(first=first, second=second)
    return None


def _alphabets(word: str) -> set[str]:
    """The alphabets of a word's letters, by the first word of the letters' names."""
    found = set()
    for letter in unicodedata.normalize("NFKC", word):
        category = unicodedata.category(letter)
        if category[0] == "L" and category != "Lm":
            found.add(unicodedata.name(letter, "UNKNOWN").split(" ")[0])
    return found


def is_like_a_robot(name: str) -> bool:
    """Whether a name could be mistaken for the label of a robot.

    >>> is_like_a_robot("Cog (r0bot)"), is_like_a_robot("Robot")
    (True, False)
    """
    bare = name.translate(_BRACKETS)
    wanted = ROBOT.strip()
    return any(likeness(_folded(wanted)) in look.replace(" ", "") for look in skeletons(bare))


def skeletons(name: str) -> tuple[str, str]:
    """Returns two skeletons of a name (UTS 39); names that share one look the same.

    The first ignores case (`Anna` and `ANNA`), the second compares letters as drawn (`Ian` and `lan`). Both
    ignore marks that hardly show (`Anna` and `Anna.`).

    >>> skeletons("Ian")[1] == skeletons("lan")[1], skeletons("Ian")[0] == skeletons("Lan")[0]
    (True, False)
    """
    bare = _bare(_plain(name))
    return _folded(likeness(_folded(bare))), likeness(bare)


def _bare(text: str) -> str:
    """Removes barely visible marks from a text, unless it has nothing else."""
    return " ".join(_FAINT.sub("", text).strip(_AT_ENDS).split()) or text


def _plain(text: str) -> str:
    return unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text))


def _folded(text: str) -> str:
    return _plain(_plain(text).casefold())


PERSON = "person"
_KIND = re.compile(r"person|robot [a-z]{1,16}", re.ASCII)


class PlayerError(RefusalError):
    """The name or kind is not valid for a player; the message is a sentence."""


@dataclass(frozen=True)
class Player:
    """A name and a kind: `person`, or `robot` with its strength, as `robot strong`.

    Raises:
        PlayerError: the name is not allowed, or the kind is unknown.
    """

    name: str
    kind: str = PERSON

    def __post_init__(self) -> None:
        refusal = name_refusal(self.name)
        if refusal is not None:
            raise PlayerError.because(refusal)
        if not _KIND.fullmatch(self.kind):
            raise PlayerError.because(msg("“{text}” is not a kind of player", text=self.kind[:40]))
        if not self.is_robot and is_like_a_robot(self.name):
            raise PlayerError.because(msg("only a robot may be called “(robot)”"))

    @cached_property
    def skeletons(self) -> tuple[str, str]:
        """Skeletons of the name, kept: each name is compared with all others."""
        return skeletons(self.name)

    def is_like(self, other: Player) -> bool:
        """Whether two names look the same: `Anna` and `ANNA`, `Ian` and `lan`."""
        return any(mine == theirs for mine, theirs in zip(self.skeletons, other.skeletons, strict=True))

    @property
    def strength(self) -> str | None:
        """A robot's strength; None for a person."""
        return self.kind.removeprefix("robot ") if self.is_robot else None

    @property
    def is_robot(self) -> bool:
        """Whether the player is a robot."""
        return self.kind != PERSON

    @property
    def label(self) -> Message:
        """Name for display; robots are marked."""
        return msg("{name} (robot)", name=self.name) if self.is_robot else verbatim(self.name)


HOST_NAMES = "Host", "Server"
"""Names that would speak for the house."""


def new_player(text: str) -> Player:
    """Returns a person by a name that was typed just now; games already played keep any name.

    >>> new_player(" Anna  B ").name
    'Anna B'

    Raises:
        PlayerError: nobody can be called so.
    """
    player = Player(tidied(text))
    if not any(letter.isalnum() or unicodedata.category(letter) == "So" for letter in player.name):
        raise PlayerError.because(msg("a name needs at least one letter"))
    for name in HOST_NAMES:
        if player.is_like(Player(name)):
            raise PlayerError.because(msg("nobody is called “{name}” here", name=name))
    return player


def player_to_text(player: Player) -> str:
    """Formats a player in one line: `person Anna`, `robot strong Ruby`."""
    return f"{player.kind} {player.name}"


def player_from_text(text: str) -> Player:
    """Parses a player from one line; raises PlayerError if it is not one.

    >>> player_from_text("robot strong Ruby").label
    'Ruby (robot)'
    """
    kind, _, name = text.partition(" ")
    if kind == "robot":
        strength, _, name = name.partition(" ")
        kind = f"robot {strength}"
    return Player(name, kind)


def players_from_text(text: str) -> tuple[Player, ...]:
    """Parses people's names separated by commas; raises PlayerError if one is not allowed or double.

    >>> [player.name for player in players_from_text("Anna,  Ben ,")]
    ['Anna', 'Ben']
    """
    players = tuple(new_player(part) for part in text.split(",") if part.strip())
    check_different(players)
    return players


def check_different(players: tuple[Player, ...]) -> None:
    """Raises PlayerError if a name occurs twice."""
    for index, player in enumerate(players):
        for other in players[:index]:
            if player.is_like(other):
                if player.name.casefold() == other.name.casefold():
                    raise PlayerError.because(msg("the name {name} occurs twice", name=player.name))
                raise PlayerError.because(
                    msg("the names {first} and {last} look the same", first=other.name, last=player.name)
                )


MIXED = msg_p("how robots play", "mixed")
ROBOT_NAMES = ("Cog", "Bolt", "Pip", "Dynamo", "Ratchet", "Piston", "Widget")
_MIXED_STRENGTHS = ("regular", "expert", "beginner", "master", "regular", "expert", "beginner")


def robots_at_table(count: int, strength: str = MIXED) -> tuple[Player, ...]:
    """Returns up to seven robots, of one strength or mixed.

    >>> [player.label for player in robots_at_table(2)]
    ['Cog (robot)', 'Bolt (robot)']
    """
    strengths = _MIXED_STRENGTHS if strength == MIXED else (strength,) * len(ROBOT_NAMES)
    pairs = zip(ROBOT_NAMES, strengths, strict=True)
    return tuple(Player(name, f"robot {strength}") for name, strength in pairs)[:count]


COLOURS = (
    *("#f4a6a0", "#f6c177", "#e8dc74", "#b5d96b", "#7fd6a0", "#6fd3cf"),
    *("#82c7f2", "#9fb0f5", "#c7a5f0", "#f0a3d8", "#d9c2a3", "#c3ccd1"),
)
"""Colours of badges, all light enough for dark letters."""


class Badge(NamedTuple):
    """An index of COLOURS, and one or two letters or a number."""

    colour: int
    letters: str


def initials(name: str) -> str:
    """Returns the first letters of a name's first and last word; one sign where letters have no case.

    >>> [initials(name) for name in ("Nguyễn Thảo", "anna", "🦊 Fox", "王小明", "देवी शर्मा")]
    ['NT', 'A', 'F', '王', 'दे']
    """
    words = [_first(word) for word in unicodedata.normalize("NFC", name).split()]
    letters = [sign for sign in words if sign[0].isalnum()] or words
    first, last = letters[0], letters[-1]
    is_cased = first.upper() != first.lower()
    return _capital(first) + _capital(last) if is_cased and len(letters) > 1 else _capital(first)


def badges(names: Iterable[str], can_draw: Callable[[str], bool] = lambda _: True) -> dict[str, Badge]:
    """Returns the badge of each name of a tournament, in whatever order the names come.

    A name keeps its badge when others join, unless theirs would be the same. Letters that cannot be drawn are
    replaced by numbers.

    >>> list(badges(["王小明", "שרה כהן", "Anna"], str.isascii).values())
    [Badge(colour=9, letters='A'), Badge(colour=4, letters='1'), Badge(colour=11, letters='2')]
    """
    found: dict[str, Badge] = {}
    taken: set[Badge] = set()
    letters: set[str] = set()
    numbers = (str(number) for number in count(1))
    for name in sorted(set(names)):
        found[name] = next(badge for badge in _wished(name, can_draw, letters, numbers) if badge not in taken)
        taken.add(found[name])
        letters.add(found[name].letters)
    return found


def _wished(
    name: str, can_draw: Callable[[str], bool], taken: set[str], numbers: Iterator[str]
) -> Iterator[Badge]:
    """Badges for a name, the best first, without end."""
    own = crc32(name.encode()) % len(COLOURS)
    for letters in dict.fromkeys((initials(name), unicodedata.normalize("NFC", name)[:2].strip())):
        if can_draw(letters):
            for step in range(len(COLOURS)):
                yield Badge((own + step) % len(COLOURS), letters)
    yield from (Badge(own, number) for number in numbers if number not in taken)


def _first(word: str) -> str:
    """The first letter of a word with its marks."""
    end = next(
        (place for place in range(1, len(word)) if unicodedata.category(word[place])[0] != "M"), len(word)
    )
    return word[:end]


def _capital(sign: str) -> str:
    return sign.upper() if len(sign.upper()) == len(sign) else sign
