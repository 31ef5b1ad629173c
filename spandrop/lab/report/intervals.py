"""Means over seeds and their 95 % intervals by Student's t."""

import dataclasses
import functools
import math

LEVEL = 0.95


def within(t, freedom):
    """P(|T| < t) for Student's t: a finite sum for integer degrees of freedom (Abramowitz and Stegun 26.7.3-4)."""
    angle = math.atan2(t, math.sqrt(freedom))
    sine, square = math.sin(angle), math.cos(angle) ** 2
    odd = freedom % 2
    if freedom == 1:
        return 2 * angle / math.pi
    term = math.cos(angle) if odd else 1.0
    total = term
    for k in range(3 if odd else 2, freedom - 1, 2):
        term *= square * (k - 1) / k
        total += term
    return 2 / math.pi * (angle + sine * total) if odd else sine * total


@functools.lru_cache
def quantile(freedom):
    """The t with P(|T| < t) = LEVEL."""
    low, high = 0.0, 1.0
    while within(high, freedom) < LEVEL:
        high *= 2
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if within(middle, freedom) < LEVEL else (low, middle)
    return (low + high) / 2


@dataclasses.dataclass(frozen=True)
class Interval:
    """mean +- half; half is None for a single value, which has no spread."""

    mean: float
    half: float | None
    count: int

    @property
    def low(self):
        return None if self.half is None else self.mean - self.half

    @property
    def high(self):
        return None if self.half is None else self.mean + self.half


def interval(values):
    """The t interval of the mean of at least one value."""
    values = list(values)
    count = len(values)
    mean = math.fsum(values) / count
    if count < 2:
        return Interval(mean, None, count)
    variance = math.fsum((value - mean) ** 2 for value in values) / (count - 1)
    return Interval(mean, quantile(count - 1) * math.sqrt(variance / count), count)
