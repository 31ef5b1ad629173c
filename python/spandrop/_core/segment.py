"""Split a text into spans."""

from __future__ import annotations

from spandrop import _native


def segment(text: str, spans: str = "sentence", question: str = "") -> list[list[tuple[int, int]]]:
    """Split a text into spans, and return the ranges of each span in code points.

    Only adaptive spans can have more than one range.

    Args:
        text: The text to split.
        spans: The rule: "sentence", "word", "char", "paragraph", "every:K", "regex:R", "adaptive" or "adaptive:N".
        question: The question about the text, for adaptive spans.

    >>> segment("It rained. We stayed.")
    [[(0, 11)], [(11, 21)]]
    >>> segment("a-b", spans="char")
    [[(0, 1)], [(1, 2)], [(2, 3)]]
    """
    found: list[list[tuple[int, int]]] = []
    for begin, end, owner in _native.segment(text, spans, question).tolist():
        if owner == len(found):  # spans are numbered in the order of their first range
            found.append([])
        found[owner].append((begin, end))
    return found
