"""The words that a context shares with its question. The paper never drops them."""

from __future__ import annotations

import numpy
from numpy.typing import ArrayLike, NDArray

from spandrop import _native


def shared_tokens(context: ArrayLike, question: ArrayLike, n: int = 2) -> NDArray[numpy.bool_]:
    """Mark the tokens of a context that belong to an n-gram of the question.

    Args:
        context: The token ids of the context.
        question: The token ids of the question.
        n: Number of tokens in an n-gram.

    Returns:
        One bool per token of the context.

    >>> shared_tokens([11, 12, 13, 14, 12], [9, 12, 13])
    array([False,  True,  True, False, False])
    """
    return _native.shared_tokens(_token_ids(context, "context"), _token_ids(question, "question"), n)


def _token_ids(tokens: ArrayLike, what: str) -> NDArray[numpy.int32]:
    ids = numpy.asarray(tokens)
    if ids.ndim != 1 or (ids.size and ids.dtype.kind not in "iu"):
        raise ValueError(
            f"[shared_tokens] expected {what} to be a list of token ids, got {ids.dtype} of shape {ids.shape}"
        )
    small = numpy.ascontiguousarray(ids, "i4")
    if not numpy.array_equal(small, ids):
        raise ValueError(f"[shared_tokens] expected token ids below 2^31 in {what}, got {ids.max()}")
    return small
