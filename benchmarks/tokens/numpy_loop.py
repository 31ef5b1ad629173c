"""Beta-SpanDrop in NumPy, one example at a time, as a researcher would write it."""

import numpy


def draw(generator, rate, gamma):
    """A function that draws a mask of n tokens with its own drop rate from the Beta law."""
    if numpy.isinf(gamma):
        return lambda n: generator.random(n) >= rate
    return lambda n: generator.random(n) >= generator.beta(gamma, gamma * (1 - rate) / rate)


def drop(values, offsets, draw_mask):
    """The kept values of each example."""
    kept = []
    for begin, end in zip(offsets[:-1], offsets[1:]):
        tokens = values[begin:end]
        kept.append(tokens[draw_mask(end - begin)])
    return kept
