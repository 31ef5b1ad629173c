"""Python lists that the compiled module reads directly."""

import numpy
import pytest

import spandrop


def test_lists_of_the_compiled_module():
    native = spandrop._native
    values, offsets = native.flat_numbers([[1, True, 2**40], [], [numpy.int64(-3)]])
    assert values.tolist() == [1, 1, 2**40, -3] and offsets.tolist() == [0, 3, 3, 4]
    assert native.flat_numbers([[None, 0]], -1)[0].tolist() == [-1, 0]
    for bad, error in (
        ([[None]], TypeError),
        ([["1"]], TypeError),
        ([[2**70]], OverflowError),
        ([(1,)], TypeError),
        (7, TypeError),
    ):
        with pytest.raises(error):
            native.flat_numbers(bad)
    lists = [["a", None, 3], ["d"]]
    assert native.take_from_lists(lists, numpy.array([0, 2, 3]), numpy.array([0, 2, 3])) == [["a", 3], ["d"]]
    for sources, cuts in ([0, 3], [0, 2, 2]), ([-1], [0, 1, 1]), ([9], [0, 0, 1]):
        with pytest.raises(IndexError):
            native.take_from_lists(lists, numpy.array(sources), numpy.array(cuts))
    for cuts in ([0, 1], [0, 3, 1], [1, 1, 1], [0, 0, 2]):
        with pytest.raises(ValueError, match="expected offsets that cut the elements into rows"):
            native.take_from_lists(lists, numpy.array([0]), numpy.array(cuts))


def test_texts_of_the_compiled_module():
    native, texts = spandrop._native, ["", "abc", "ü€𝄞", "\0"]
    content, offsets = native.flat_texts(texts)
    assert content.tobytes() == "".join(texts).encode() and offsets.tolist() == [0, 0, 3, 12, 13]
    for bad, error in ([None], TypeError), ([b"a"], TypeError), ("abc", TypeError), (["\ud800"], UnicodeEncodeError):
        with pytest.raises(error):
            native.flat_texts(bad)


def test_a_list_that_shrinks_while_it_is_read():
    """Converting an element can run arbitrary code."""

    class Shrinks:
        def __index__(self):
            victim.clear()
            return 1

    victim = [0, Shrinks(), 2, 3]
    with pytest.raises(IndexError):
        spandrop._native.flat_numbers([victim])
