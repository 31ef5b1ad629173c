"""Annotations: mappings with begin and end or with start and end, or tuples and lists that start with the two numbers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from spandrop._core.errors import shortened


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
        return annotation[begin_of(annotation, f"{name}[{number}]")], annotation["end"]
    try:
        begin, end, *_ = annotation
    except (TypeError, ValueError):
        raise ValueError(f"{name}[{number}]: expected begin and end, got {shortened(repr(annotation))}") from None
    return begin, end


def begin_of(members: Collection[Any], where: str) -> str:
    """The member with the first position: "begin", or "start" as in the output of spaCy and of Hugging Face pipelines.

    >>> begin_of({"start": 0, "end": 5, "label": "PER"}, "annotations[0]")
    'start'
    """
    begin = "start" if "start" in members else "begin"
    if begin == "start" and "begin" in members:
        raise ValueError(f"{where}: expected either begin or start, got both; remove one of them")
    missing = next((member for member in (begin, "end") if member not in members), None)
    if missing is not None:
        raise ValueError(f"{where}: expected {begin} and end, but {missing} is missing")
    return begin


def _is_mapping(annotation: Any) -> bool:
    return type(annotation) is dict or isinstance(annotation, Mapping)  # ten times as fast for a dict


def moved(annotation: Any, begin: int, end: int) -> Any:
    """The same annotation at another position."""
    if _is_mapping(annotation):
        return {**annotation, "start" if "start" in annotation else "begin": begin, "end": end}
    rest = tuple(annotation)[2:]
    if hasattr(annotation, "_make"):  # NamedTuple
        return annotation._make((begin, end, *rest))
    return [begin, end, *rest] if isinstance(annotation, list) else (begin, end, *rest)
