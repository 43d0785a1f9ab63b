"""Makes the two interface fonts, regular.ttf and bold.ttf, from two static weights of Inter.

What changes against Inter: digits are tabular by default (the `tnum` alternates are put into the character
map, so that numbers never jump sideways), a colon between digits stands at their middle, only the characters
the program may show are kept, and the family is called "Patience Sans", because a changed font should not
carry the name of the original. The outlines stay what they are, CFF with its hints when the source has those:
FreeType draws them crisper and better spaced than converted ones.

Inter is licensed under the SIL Open Font License 1.1 (see OFL.txt), and so are the results.

    python -m tools.artwork.fonts --regular Inter-Regular.otf --bold Inter-SemiBold.otf
"""

import argparse
from pathlib import Path

from fontTools import subset
from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.ttLib import TTFont

from tools.artwork import ASSETS

FAMILY = "Patience Sans"
VERSION = "Version 1.002"
DESCRIPTION = "Inter by Rasmus Andersson, reduced to the needs of a card game and given tabular figures."

DIGITS = "0123456789"
SYMBOLS = "←↑→↓↔↕↖↗↘↙↩↪↵↺↻⇥⇧⌘⌥⌃⌫⏎␣−≈≠≤≥∞√∕■□▲▶▼◀●○◆◇★☆♥✓✗"
RANGES = (
    (0x20, 0x7E),  # ASCII
    (0xA0, 0xFF),  # Latin-1
    (0x100, 0x24F),  # the rest of Latin, with Vietnamese, Yoruba, Igbo, Hausa and pinyin: for names
    (0x250, 0x2FF),  # ə and others that names have, ʻokina and tone letters
    (0x300, 0x36F),  # accents that no letter has in one sign, as in Ọ̀
    (0x370, 0x3FF),  # Greek
    (0x400, 0x52F),  # Cyrillic
    (0x1E00, 0x1EFF),  # Latin letters with two accents
    (0x1F00, 0x1FFF),  # Greek of former times
    (0x2000, 0x2044),  # spaces, dashes, quotation marks, bullet, ellipsis, primes, guillemets
    (0x2070, 0x208E),  # raised and lowered figures
    (0x20AC, 0x20AC),  # euro
    (0x2116, 0x2122),  # numero, trade mark
    (0x2150, 0x215E),  # fractions
)
WEB_RANGES = ((0x20, 0x7E), (0xA0, 0x17F), (0x2010, 0x2026), (0x2039, 0x203A), (0x20AC, 0x20AC))
WEB_SYMBOLS = "←↑→↓↶−♥✓▶™"

MAX_FIGURE_DIFFERENCE = 5  # font units; interpolated weights differ by rounding only
REPLACED_NAMES = {1, 2, 3, 4, 6, 10, 16, 17, 18, 21, 22, 25}
UNWANTED_NAMES_FROM = 256  # the titles of stylistic sets, which the subset does not have


def make_font(source: Path, target: Path, style: str) -> None:
    """Reads one weight of Inter and writes the interface font of that weight."""
    font = TTFont(source, recalcTimestamp=False)
    figures = make_figures_tabular(font)
    colon = font.getBestCmap()[ord(":")]
    raised_colon = alternates(font, "case")[colon]
    keep_only_needed_characters(font, [raised_colon])
    raise_colon_between_figures(font, figures, colon, raised_colon)
    rename(font, style)
    font.save(target)


def make_web_font(source: Path, target: Path) -> None:
    """Reads an interface font and writes what pages need: Latin letters, figures and signs, compressed."""
    font = TTFont(source, recalcTimestamp=False)
    options = subset.Options()
    options.layout_features = ["*"]
    options.name_IDs = ["*"]
    options.notdef_outline = True
    subsetter = subset.Subsetter(options)
    wanted = {code for first, last in WEB_RANGES for code in range(first, last + 1)}
    subsetter.populate(unicodes=wanted | set(map(ord, WEB_SYMBOLS)))
    subsetter.subset(font)
    font.flavor = "woff2"
    font.save(target)


def make_figures_tabular(font: TTFont) -> list[str]:
    """Maps the ten digits to their tabular alternates and levels what rounding has left between their widths.

    Returns the names of these ten glyphs.

    Raises:
        KeyError: a digit has no such alternate.
        ValueError: the alternates are not equally wide.
    """
    tabular = alternates(font, "tnum")
    figures = {ord(digit): tabular[font.getBestCmap()[ord(digit)]] for digit in DIGITS}
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap.update(figures)

    metrics = font["hmtx"]
    widths = [metrics[glyph][0] for glyph in figures.values()]
    if max(widths) - min(widths) > MAX_FIGURE_DIFFERENCE:
        raise ValueError(f"the tabular figures are not equally wide: {widths}")
    for glyph in figures.values():
        metrics[glyph] = (max(widths), metrics[glyph][1])
    return list(figures.values())


def alternates(font: TTFont, feature_tag: str) -> dict[str, str]:
    """Returns the glyphs that a feature replaces one by one, each with its replacement."""
    layout = font["GSUB"].table
    lookup_indices = {
        index
        for record in layout.FeatureList.FeatureRecord
        if record.FeatureTag == feature_tag
        for index in record.Feature.LookupListIndex
    }
    found: dict[str, str] = {}
    for index in sorted(lookup_indices):
        for table in layout.LookupList.Lookup[index].SubTable:
            found.update(getattr(table, "ExtSubTable", table).mapping)
    return found


def keep_only_needed_characters(font: TTFont, further_glyphs: list[str]) -> None:
    """Drops every glyph, feature and table that the interface has no use for."""
    options = subset.Options()
    options.layout_features = ["kern", "mark", "ccmp"]
    options.name_IDs = ["*"]
    options.notdef_outline = True
    wanted = {code for first, last in RANGES for code in range(first, last + 1)} | set(map(ord, SYMBOLS))
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=wanted, glyphs=further_glyphs)
    subsetter.subset(font)


def raise_colon_between_figures(font: TTFont, figures: list[str], colon: str, raised_colon: str) -> None:
    """Centres the colon of a time of day or a clock on the height of the figures.

    Inter does so as well, but its rule does not know the tabular figures.
    """
    figure_class = f"[{' '.join(figures)}]"
    rule = f"sub {figure_class} {colon}' {figure_class} by {raised_colon};"
    addOpenTypeFeaturesFromString(font, f"feature calt {{ {rule} }} calt;", tables={"GSUB"})


def rename(font: TTFont, style: str) -> None:
    """Gives the font its own name and keeps copyright, author and licence of the original."""
    names = font["name"]
    original_version = names.getDebugName(5)
    names.names = [
        record
        for record in names.names
        if record.nameID not in REPLACED_NAMES and record.nameID < UNWANTED_NAMES_FROM
    ]
    file_name = f"{FAMILY}-{style}".replace(" ", "")
    texts = {
        1: FAMILY,
        2: style,
        3: f"{file_name};{VERSION}",
        4: f"{FAMILY} {style}",
        5: f"{VERSION}; made from Inter {original_version}",
        6: file_name,
        10: DESCRIPTION,
    }
    for name_id, text in texts.items():
        names.setName(text, name_id, 3, 1, 0x409)
    if "CFF " in font:
        outlines = font["CFF "].cff
        outlines.fontNames = [file_name]
        outlines.topDictIndex[0].FullName = texts[4]
        outlines.topDictIndex[0].FamilyName = FAMILY
    is_bold = style == "Bold"
    font["head"].macStyle = int(is_bold)
    font["OS/2"].fsSelection = (font["OS/2"].fsSelection & ~0x61) | (0x20 if is_bold else 0x40)


def main() -> None:
    """Runs the program."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--regular", type=Path, required=True, help="Inter Regular, static, OTF or TTF")
    parser.add_argument("--bold", type=Path, required=True, help="Inter SemiBold, static, OTF or TTF")
    parser.add_argument("--out", type=Path, default=ASSETS / "fonts", help="folder of the results")
    arguments = parser.parse_args()
    make_font(arguments.regular, arguments.out / "regular.ttf", "Regular")
    make_font(arguments.bold, arguments.out / "bold.ttf", "Bold")
    for name in ("regular", "bold"):
        make_web_font(arguments.out / f"{name}.ttf", arguments.out / f"{name}.woff2")


if __name__ == "__main__":
    main()
