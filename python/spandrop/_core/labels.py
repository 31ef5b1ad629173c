"""Annotations: mappings with begin and end, or tuples that start with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any


def listed(annotations: Iterable[Any] | None, name: str = "annotations") -> list[Any]:
    """The annotations as a list. None becomes an empty list."""
    if isinstance(annotations, Mapping):
        raise ValueError(f"{name}: expected a list, got a mapping")
    try:
        return [] if annotations is None else list(annotations)
    except TypeError:
        raise ValueError(f"{name}: expected a list, got {type(annotations).__name__}") from None


def ranges(annotations: Iterable[Any], name: str = "annotations") -> list[tuple[Any, Any]]:
    """The begin and end of each annotation."""
    return [_range(annotation, name, number) for number, annotation in enumerate(listed(annotations, name))]


def _range(annotation: Any, name: str, number: int) -> tuple[Any, Any]:
    if _is_mapping(annotation):
        try:
            return annotation["begin"], annotation["end"]
        except KeyError as missing:
            raise ValueError(f"{name}[{number}]: expected begin and end, but {missing.args[0]} is missing") from None
    try:
        begin, end, *_ = annotation
    except (TypeError, ValueError):
        raise ValueError(f"{name}[{number}]: expected begin and end, got {annotation!r}") from None
    return begin, end


def _is_mapping(annotation: Any) -> bool:
    return type(annotation) is dict or isinstance(annotation, Mapping)  # ten times as fast for a dict


def moved(annotation: Any, begin: int, end: int) -> Any:
    """The same annotation at another position."""
    if _is_mapping(annotation):
        return {**annotation, "begin": begin, "end": end}
    rest = tuple(annotation)[2:]
    if hasattr(annotation, "_make"):  # NamedTuple
        return annotation._make((begin, end, *rest))
    return [begin, end, *rest] if isinstance(annotation, list) else (begin, end, *rest)
