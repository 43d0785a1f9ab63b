"""Makes the sounds of the table from noise and sine waves; nothing is recorded or taken from elsewhere.

Cards are bursts of filtered noise (paper), thumps of falling pitch (the table) or both; what is not a card is
a soft struck tone. All sounds are mono at 44.1 kHz. The sounds of a group are equally loud, measured where
they are loudest, and fade in and out, so that none clicks. The noise comes from a fixed seed.

    python -m tools.artwork.sounds
"""

import argparse
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import soundfile

from tools.artwork import ASSETS
from tools.sound_figures import Samples, loudness_db

SAMPLE_RATE = 44_100
SEED = 7
PEAK_LIMIT = 0.6
LEAD_S = 0.003  # of silence: the encoder spreads a sudden beginning to both sides
FADE_IN_S = 0.0015
FADE_OUT_S = 0.008
QUALITY = 0.5  # compression of soundfile: 0 is the best quality, 1 the smallest file

# ------------------------------------------------------------------------------------------------ ingredients


def times(duration_s: float) -> Samples:
    """Returns the time of every sample, in seconds."""
    return np.arange(round(duration_s * SAMPLE_RATE)) / SAMPLE_RATE


def decay(t: Samples, attack_s: float, decay_s: float) -> Samples:
    """Returns an envelope: a smooth rise to 1, then an exponential fall with the time constant decay_s."""
    rise: Samples = 0.5 - 0.5 * np.cos(np.pi * np.minimum(t / attack_s, 1))
    fall: Samples = np.exp(-np.maximum(t - attack_s, 0) / decay_s)
    return rise * fall


def paper(random: np.random.Generator, duration_s: float, low_hz: float, high_hz: float) -> Samples:
    """Returns noise between two frequencies with soft edges, its root mean square 1."""
    noise = random.standard_normal(len(times(duration_s)))
    spectrum = np.fft.rfft(noise)
    frequency = np.maximum(np.fft.rfftfreq(len(noise), 1 / SAMPLE_RATE), 1)
    spectrum /= (1 + (low_hz / frequency) ** 4) * (1 + (frequency / high_hz) ** 4)
    filtered = np.fft.irfft(spectrum, len(noise))
    level = float(np.sqrt(np.mean(filtered**2)))
    return filtered / level


def thump(duration_s: float, start_hz: float, end_hz: float, decay_s: float) -> Samples:
    """Returns a tone whose pitch falls quickly: something light that lands on cloth."""
    t = times(duration_s)
    pitch = end_hz + (start_hz - end_hz) * np.exp(-t / 0.012)
    return np.sin(2 * np.pi * np.cumsum(pitch) / SAMPLE_RATE) * decay(t, 0.003, decay_s)


def struck(duration_s: float, pitch_hz: float, decay_s: float, partials: dict[float, float]) -> Samples:
    """Returns a struck tone whose higher partials die away sooner.

    Args:
        duration_s: the length.
        pitch_hz: the fundamental.
        decay_s: the time constant of the fundamental.
        partials: multiples of the pitch, each with its strength.
    """
    t = times(duration_s)
    tone = np.zeros_like(t)
    for multiple, strength in partials.items():
        tone += strength * np.sin(2 * np.pi * pitch_hz * multiple * t) * np.exp(-t * multiple / decay_s)
    return tone * decay(t, 0.004, 10)


def mix(duration_s: float, *parts: tuple[float, float, Samples]) -> Samples:
    """Returns the sum of parts, each given as start in seconds, strength and samples."""
    total = np.zeros(len(times(duration_s)))
    for start_s, strength, samples in parts:
        start = round(start_s * SAMPLE_RATE)
        length = min(len(samples), len(total) - start)
        total[start : start + length] += strength * samples[:length]
    return total


# ----------------------------------------------------------------------------------------------------- sounds


def swish(random: np.random.Generator, duration_s: float, low_hz: float, high_hz: float) -> Samples:
    """Returns a card moving over another: noise that swells and dies."""
    t = times(duration_s)
    swell: Samples = np.sin(np.pi * (t / duration_s) ** 0.7) ** 2
    return paper(random, duration_s, low_hz, high_hz) * swell


def snap(random: np.random.Generator, decay_s: float, low_hz: float = 900, high_hz: float = 4500) -> Samples:
    """Returns the edge of a card that springs free or lands."""
    duration_s = 8 * decay_s
    return paper(random, duration_s, low_hz, high_hz) * decay(times(duration_s), 0.0018, decay_s)


def pick(random: np.random.Generator) -> Samples:
    """Returns a card being lifted."""
    return mix(0.09, (0, 1, swish(random, 0.07, 1400, 5200)), (0.004, 0.5, snap(random, 0.004)))


def place(random: np.random.Generator, pitch: float = 1.0) -> Samples:
    """Returns a card being laid down, its pitch a multiple of the usual one."""
    return mix(
        0.17,
        (0, 0.3, swish(random, 0.035, 1500 * pitch, 5000 * pitch)),
        (0.02, 1.5, thump(0.14, 220 * pitch, 120 * pitch, 0.024)),
        (0.02, 0.9, snap(random, 0.009, 700 * pitch, 3600 * pitch)),
    )


def flip(random: np.random.Generator) -> Samples:
    """Returns a card turning over: it bends, passes through the air and falls flat."""
    return mix(
        0.16,
        (0, 0.9, snap(random, 0.006, 1400, 6000)),
        (0.005, 0.4, swish(random, 0.06, 900, 3800)),
        (0.055, 1, snap(random, 0.009, 900, 4200)),
        (0.055, 0.8, thump(0.09, 240, 140, 0.016)),
    )


def deal(random: np.random.Generator) -> Samples:
    """Returns a card sliding off the pack to its place; short, for many come in a row."""
    return mix(
        0.11,
        (0, 0.8, swish(random, 0.055, 1800, 6500)),
        (0.042, 0.7, snap(random, 0.006, 1000, 4600)),
        (0.042, 0.8, thump(0.06, 230, 130, 0.014)),
    )


def shuffle(random: np.random.Generator) -> Samples:
    """Returns a riffle: two halves fall together ever faster, then slide into one pack and are squared."""
    count, riffle_s = 34, 0.46
    cards = []
    for card in range(count):
        start_s = riffle_s * (card / count) ** 0.8 + random.uniform(0, 0.005)
        strength = random.uniform(0.45, 0.9) * (0.5 + 0.5 * card / count)
        cards.append((start_s, strength, snap(random, 0.005, 1100, 5200)))
    slide = (0.48, 0.55, swish(random, 0.2, 900, 4200))
    tap = (0.67, 0.8, place(random)[round(0.02 * SAMPLE_RATE) :])
    return mix(0.84, *cards, slide, tap)


def refuse(random: np.random.Generator) -> Samples:
    """Returns two low wooden knocks, the second lower: not there."""
    wood = {1.0: 1.0, 2.76: 0.35, 5.4: 0.12}
    return mix(
        0.3,
        (0, 0.9, struck(0.16, 233.08, 0.055, wood)),
        (0, 0.12, snap(random, 0.003)),
        (0.1, 1, struck(0.2, 185, 0.065, wood)),
        (0.1, 0.12, snap(random, 0.003)),
    )


def tick(random: np.random.Generator) -> Samples:
    """Returns the small tick of a clock that runs out, or of a button."""
    wood = {1.0: 1.0, 1.5: 0.4, 2.9: 0.2}
    return mix(0.06, (0, 1, struck(0.06, 1250, 0.009, wood)), (0, 0.25, snap(random, 0.0015, 2000, 7000)))


def win(_random: np.random.Generator) -> Samples:
    """Returns five rising bell tones that end in a held chord."""
    bell = {0.5: 0.15, 1.0: 1.0, 2.0: 0.4, 3.0: 0.14, 4.02: 0.07}
    c5, e5, g5, c6, e6 = 523.25, 659.26, 783.99, 1046.5, 1318.51
    notes = [
        (0.1 * index, 0.8, struck(1.0, pitch, 0.32, bell)) for index, pitch in enumerate((c5, e5, g5, c6))
    ]
    chord = [
        (0.46, strength, struck(1.4, pitch, 0.55, bell))
        for pitch, strength in ((c5, 0.4), (g5, 0.4), (c6, 0.5), (e6, 0.75))
    ]
    return mix(1.75, *notes, *chord)


def beat(random: np.random.Generator) -> Samples:
    """Returns a soft double knock, as of a heart: a second of the last ones has passed."""
    drum = {1.0: 1.0, 1.6: 0.1}
    return mix(
        0.34,
        (0, 0.8, struck(0.16, 150, 0.06, drum)),
        (0, 0.05, snap(random, 0.004, 200, 900)),
        (0.14, 1, struck(0.18, 150, 0.06, drum)),
    )


def gong(_random: np.random.Generator) -> Samples:
    """Returns a gong with slow, uneven partials: time is up."""
    metal = {0.5: 0.5, 1.0: 1.0, 1.19: 0.5, 1.56: 0.6, 2.0: 0.35, 2.74: 0.3, 3.76: 0.15}
    return mix(1.6, (0, 1, struck(1.6, 174.61, 0.6, metal)), (0.004, 0.25, struck(1.2, 176.4, 0.5, metal)))


CARDS_DB, WARNINGS_DB, WINS_DB, BEATS_DB = -26, -24, -23, -34
OCTAVE = 12

# How each sound is made, and how loud it is: the level of its loudest moment in decibels below full scale.
SOUNDS: dict[str, tuple[Callable[[np.random.Generator], Samples], float]] = {
    "pick": (pick, CARDS_DB),
    "place": (place, CARDS_DB),
    "flip": (flip, CARDS_DB),
    "deal": (deal, CARDS_DB),
    "shuffle": (shuffle, CARDS_DB),
    "refuse": (refuse, WARNINGS_DB),
    "tick": (tick, WARNINGS_DB),
    "win": (win, WINS_DB),
    "beat": (beat, BEATS_DB),
    "gong": (gong, WARNINGS_DB),
    **{
        f"place_{step}": (partial(place, pitch=2 ** (step / OCTAVE)), CARDS_DB)
        for step in range(1, OCTAVE + 1)
    },
}

# ----------------------------------------------------------------------------------------------------- output


def finish(samples: Samples, target_db: float) -> Samples:
    """Returns a sound with its ends faded, at the loudness wanted and never above the peak limit."""
    faded = samples - np.mean(samples)
    for fade_s, part in ((FADE_IN_S, faded), (FADE_OUT_S, faded[::-1])):
        fade = times(fade_s) / fade_s
        part[: len(fade)] *= 0.5 - 0.5 * np.cos(np.pi * fade)
    faded *= 10 ** ((target_db - loudness_db(faded, SAMPLE_RATE)) / 20)
    peak = float(np.abs(faded).max())
    faded = np.pad(faded, (round(LEAD_S * SAMPLE_RATE), 0))
    return faded * min(1, PEAK_LIMIT / peak)


def set_serial_number(file: Path, serial_number: int) -> None:
    """Replaces the random serial number that the encoder gave an Ogg stream.

    So each run writes the same bytes. Pages and their checksum are described in RFC 3533.
    """
    data = bytearray(file.read_bytes())
    start = 0
    while start < len(data):
        segment_count = data[start + 26]
        end = start + 27 + segment_count + sum(data[start + 27 : start + 27 + segment_count])
        data[start + 14 : start + 18] = serial_number.to_bytes(4, "little")
        data[start + 22 : start + 26] = bytes(4)
        data[start + 22 : start + 26] = ogg_checksum(data[start:end]).to_bytes(4, "little")
        start = end
    file.write_bytes(data)


def ogg_checksum(page: bytearray) -> int:
    """Returns the 32-bit cyclic redundancy check of an Ogg page whose own checksum is zero."""
    checksum = 0
    for byte in page:
        checksum ^= byte << 24
        for _ in range(8):
            carry = checksum & 0x8000_0000
            checksum = (checksum << 1 & 0xFFFF_FFFF) ^ (0x04C1_1DB7 if carry else 0)
    return checksum


def main() -> None:
    """Runs the program."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, default=ASSETS / "sounds", help="folder of the results")
    arguments = parser.parse_args()
    for index, (name, (make, target_db)) in enumerate(SOUNDS.items()):
        seed = list(SOUNDS).index(name.partition("_")[0])  # the same noise at every pitch
        samples = finish(make(np.random.default_rng([SEED, seed])), target_db)
        file = arguments.out / f"{name}.ogg"
        soundfile.write(file, samples, SAMPLE_RATE, format="OGG", subtype="VORBIS", compression_level=QUALITY)
        set_serial_number(file, index)
        peak = np.abs(samples).max()
        loudness = loudness_db(samples, SAMPLE_RATE)
        print(f"{name:8} {len(samples) / SAMPLE_RATE:.2f} s  peak {peak:.2f}  {loudness:.1f} dB")


if __name__ == "__main__":
    main()
