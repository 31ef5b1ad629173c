"""Annotations that repeat their text in a member `text` or `word`: keep it equal to the text at their position."""

from __future__ import annotations

import warnings
from typing import Any

from spandrop._core import caller, labels
from spandrop._core.errors import shortened

MEMBERS = ("text", "word")


class OwnTexts:
    """Updates annotations one by one, and then warns once about those whose text did not match before the drop."""

    def __init__(self) -> None:
        self._stale: list[str] = []

    def moved(self, annotation: Any, begin: int, end: int, old: Any, new: Any) -> Any:
        """The annotation at its new position, with its own text. `old` and `new` are the sequences."""
        made = labels.moved(annotation, begin, end)
        if isinstance(made, dict):
            for member in MEMBERS:
                if isinstance(made.get(member), str):
                    [place] = labels.ranges([annotation])
                    made[member] = self.renewed(made[member], *place, old, begin, end, new)
        return made

    def renewed(self, own: str, old_begin: int, old_end: int, old: Any, begin: int, end: int, new: Any) -> str:
        """The member of an annotation: the new text at its position if it was the old text there."""
        before, after = _words(old, old_begin, old_end), _words(new, begin, end)
        if old_end - old_begin == end - begin and before == after:
            return own
        if own == before and after is not None:
            return after
        self._stale.append(own)
        return own

    def warn(self) -> None:
        if self._stale:
            count = f"{len(self._stale)} annotations have" if len(self._stale) > 1 else "an annotation has"
            warnings.warn(
                f"[drop] {count} lost text, but the member text or word was not equal to the text at that position "
                f'and stays unchanged: {shortened(repr(self._stale[0]))}; remove the member, or use on_lost="drop"',
                stacklevel=caller.stacklevel(),
            )


def _words(sequence: Any, begin: int, end: int) -> str | None:
    """The text of a range, or the tokens of a range with spaces between them. None if the tokens are not strings."""
    if not hasattr(sequence, "__getitem__"):  # a missing row of a table
        return ""
    part = sequence.iloc[begin:end] if hasattr(sequence, "iloc") else sequence[begin:end]
    if isinstance(part, str):
        return part
    return " ".join(part) if all(isinstance(token, str) for token in part) else None
