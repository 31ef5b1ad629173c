"""Tokens that context and question share, compared with a brute-force search."""

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

import spandrop

TOKENS = st.lists(st.integers(0, 3), max_size=12)


@given(TOKENS, TOKENS, st.integers(2, 4))
def test_shared_tokens(context, question, n):
    grams = {tuple(question[i : i + n]) for i in range(len(question) - n + 1)}
    places = {i + k for i in range(len(context) - n + 1) if tuple(context[i : i + n]) in grams for k in range(n)}
    found = spandrop.shared_tokens(context, numpy.array(question, dtype="i8"), n)
    assert found.dtype == bool and numpy.flatnonzero(found).tolist() == sorted(places)


@pytest.mark.parametrize(
    ("context", "question", "n", "message"),
    [
        ([1, 2], [1, 2], 1, "expected n of at least 2, got 1"),
        ([1, 2], [1, 2], -1, "n: expected a whole number from 0"),
        ([[1, 2]], [1, 2], 2, "expected context to be a list of token ids, got int64 of shape"),
        (["a"], [1], 2, "expected context to be a list of token ids"),
        ([1], [1.5], 2, "expected question to be a list of token ids, got float64"),
        ([1], [2**31], 2, "expected token ids below 2.31 in question"),
        (None, [1], 2, "expected context to be a list of token ids"),
    ],
)
def test_wrong_tokens(context, question, n, message):
    with pytest.raises(ValueError, match=message):
        spandrop.shared_tokens(context, question, n)
