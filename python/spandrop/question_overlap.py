"""What a context shares with its question, which the paper never drops."""

from __future__ import annotations

from typing import Any

import numpy
from numpy.typing import NDArray

from spandrop import _native


def shared_tokens(context: Any, question: Any, n: int = 2) -> NDArray[numpy.bool_]:
    """Which token ids of a context are in an n-gram that the question has too; of bigrams, unless n says otherwise.

    >>> shared_tokens([11, 12, 13, 14, 12], [9, 12, 13])
    array([False,  True,  True, False, False])
    """
    return _native.shared_tokens(_token_ids(context, "context"), _token_ids(question, "question"), n)


def _token_ids(tokens: Any, what: str) -> NDArray[numpy.int32]:
    ids = numpy.asarray(tokens)
    if ids.ndim != 1 or (ids.size and ids.dtype.kind not in "iu"):
        raise ValueError(f"[shared_tokens] expected {what} to be token ids, got {ids.dtype} of the shape {ids.shape}")
    small = numpy.ascontiguousarray(ids, "i4")
    if not numpy.array_equal(small, ids):
        raise ValueError(f"[shared_tokens] expected the token ids of {what} to be below 2^31, got {ids.max()}")
    return small
