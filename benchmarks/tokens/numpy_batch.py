"""Beta-SpanDrop in NumPy on the whole batch at once, without a loop over examples."""

import numpy


def draw(generator, rate, gamma):
    """A function that draws the masks of all examples, in float32 for speed."""

    def masks(lengths):
        uniform = generator.random(lengths.sum(), dtype=numpy.float32)
        if numpy.isinf(gamma):
            return uniform >= numpy.float32(rate)
        rates = generator.beta(gamma, gamma * (1 - rate) / rate, len(lengths)).astype(numpy.float32)
        return uniform >= numpy.repeat(rates, lengths)

    return masks


def drop(values, offsets, draw_masks):
    """The kept values and their offsets."""
    keep = draw_masks(numpy.diff(offsets))
    kept_before = numpy.concatenate([[0], numpy.cumsum(keep)])
    return values[keep], kept_before[offsets]
