"""Figures of a sound's samples: level, length, onset, spectrum, ends. Nobody need listen to judge it."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Samples: TypeAlias = NDArray[np.float64]
"""One channel, from -1 to 1."""

LOUDNESS_WINDOW_S = 0.05
HEARD_DB = -40.0
"""Below the loudest moment; what is softer counts neither for the length nor for the onset."""
ENVELOPE_S = 0.002
MIN_COUNT = 1e-9


class Figures(NamedTuple):
    """Measurements of a sound. Levels are in decibels below full scale."""

    length_s: float  # from its first to its last moment that is heard
    onset_ms: float  # until it is first within 20 dB of its loudest moment
    peak_db: float
    rms_db: float  # of the moments that are heard
    loudness_db: float  # A-weighted, of the loudest 50 ms
    centroid_hz: float  # the middle of the spectrum, weighted by power
    tonal_percent: float  # of the power, what lies in the strongest twelfth of an octave
    ends_db: float  # the larger of the first and the last sample: a click if it is not far down


def figures(samples: Samples, rate_hz: int) -> Figures:
    """Measures a sound."""
    level = np.abs(samples)
    envelope = _smoothed(samples**2, rate_hz, ENVELOPE_S)
    heard = np.flatnonzero(envelope > envelope.max() * 10 ** (HEARD_DB / 10))
    loud = np.flatnonzero(envelope > envelope.max() / 100)
    part = samples[heard[0] : heard[-1] + 1]
    frequencies = np.fft.rfftfreq(len(part), 1 / rate_hz)
    power = np.abs(np.fft.rfft(part)) ** 2
    return Figures(
        length_s=len(part) / rate_hz,
        onset_ms=1000 * float(loud[0]) / rate_hz,
        peak_db=_db(float(level.max())),
        rms_db=_db(float(np.sqrt(np.mean(part**2)))),
        loudness_db=loudness_db(samples, rate_hz),
        centroid_hz=float(np.sum(frequencies * power) / np.sum(power)),
        tonal_percent=_tonal_percent(frequencies, power),
        ends_db=_db(float(max(level[0], level[-1]))),
    )


def loudness_db(samples: Samples, rate_hz: int) -> float:
    """The A-weighted level of the loudest 50 ms. The weights are those of IEC 61672-1."""
    padded = np.pad(samples, round(LOUDNESS_WINDOW_S * rate_hz))
    squared = np.fft.rfftfreq(len(padded), 1 / rate_hz) ** 2
    weight = 1.2589 * 12194**2 * squared**2
    weight /= (
        (squared + 20.6**2) * (squared + 12194**2) * np.sqrt((squared + 107.7**2) * (squared + 737.9**2))
    )
    heard = np.fft.irfft(np.fft.rfft(padded) * weight, len(padded))
    return _db(float(np.sqrt(_smoothed(heard**2, rate_hz, LOUDNESS_WINDOW_S).max())))


def _tonal_percent(frequencies: Samples, power: Samples) -> float:
    """Share of power in the strongest twelfth of an octave: little in noise, much in a tone."""
    bands = np.floor(12 * np.log2(np.maximum(frequencies, 20) / 20)).astype(int)
    return float(100 * np.bincount(bands, power).max() / power.sum())


def _smoothed(values: Samples, rate_hz: int, window_s: float) -> Samples:
    window = round(window_s * rate_hz)
    return np.convolve(values, np.full(window, 1 / window), mode="same")


def _db(amplitude: float) -> float:
    return float(20 * np.log10(max(amplitude, MIN_COUNT)))
