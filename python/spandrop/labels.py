"""Annotations in the forms that people have: mappings with begin and end, or tuples that start with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any


def ranges(annotations: Iterable[Any], name: str = "annotations") -> list[tuple[Any, Any]]:
    """The begin and end of each annotation."""
    if isinstance(annotations, Mapping):
        raise ValueError(f"{name}: expected a list, got a mapping")
    return [_range(annotation, f"{name}[{number}]") for number, annotation in enumerate(annotations)]


def _range(annotation: Any, place: str) -> tuple[Any, Any]:
    if isinstance(annotation, Mapping):
        missing = [name for name in ("begin", "end") if name not in annotation]
        if missing:
            raise ValueError(f"{place}: expected begin and end, got no {missing[0]}")
        return annotation["begin"], annotation["end"]
    try:
        begin, end, *_ = annotation
    except (TypeError, ValueError):
        raise ValueError(f"{place}: expected begin and end, got {annotation!r}") from None
    return begin, end


def moved(annotation: Any, begin: int, end: int) -> Any:
    """An annotation of the same form at another place."""
    if isinstance(annotation, Mapping):
        return {**annotation, "begin": begin, "end": end}
    rest = tuple(annotation)[2:]
    return [begin, end, *rest] if isinstance(annotation, list) else (begin, end, *rest)
