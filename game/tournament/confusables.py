"""Letters that look alike, each row beginning with the one that stands for all of it.

Knows letters; must not know names. Chosen from Unicode's table of confusables (version 15.1,
https://www.unicode.org/Public/security/15.1.0/confusables.txt): single letters and digits of
alphabets that share shapes, after compatible forms (full width, mathematical) are gone.
"""

from __future__ import annotations

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
    """What is the same for texts that look alike; no text to be shown.

    >>> likeness("Воb") == likeness("Bob"), likeness("Barney") == likeness("Bamey")
    (True, True)
    """
    text = text.translate(_LETTERS)
    for pair, letter in _PAIRS.items():
        text = text.replace(pair, letter)
    return text
