"""Annotations in the forms that people have: mappings with begin and end, or tuples that start with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any


def listed(annotations: Iterable[Any] | None, name: str = "annotations") -> list[Any]:
    """All of them; None has none."""
    if isinstance(annotations, Mapping):
        raise ValueError(f"{name}: expected a list, got a mapping")
    return [] if annotations is None else list(annotations)


def ranges(annotations: Iterable[Any], name: str = "annotations") -> list[tuple[Any, Any]]:
    """The begin and end of each annotation."""
    return [_range(annotation, f"{name}[{number}]") for number, annotation in enumerate(listed(annotations, name))]


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
    if hasattr(annotation, "_make"):  # a NamedTuple
        return annotation._make((begin, end, *rest))
    return [begin, end, *rest] if isinstance(annotation, list) else (begin, end, *rest)
