"""Select and mask elements of lists, tuples, arrays, tensors and series."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, TypeGuard

import numpy
from numpy.typing import NDArray

from spandrop._core import ragged

if TYPE_CHECKING:
    import torch


def is_tensor(value: Any) -> TypeGuard[torch.Tensor]:
    """Whether a value is a PyTorch tensor. Does not import PyTorch."""
    return "torch" in sys.modules and isinstance(value, sys.modules["torch"].Tensor)


def kinds_of(value: Any) -> list[str]:
    """The types of a value, such as pandas.Series. Imports nothing."""
    return [f"{kind.__module__.split('.')[0]}.{kind.__name__}" for kind in type(value).__mro__]


def is_series(value: Any) -> bool:
    """Whether a value is a series of pandas or polars."""
    return not {"pandas.Series", "polars.Series"}.isdisjoint(kinds_of(value))


def series(like: Any, values: list[Any]) -> Any:
    """A series with the name of the series `like`, and its type. Categories and the lengths of lists are found anew."""
    kind = str(like.dtype)
    if "polars.Series" in kinds_of(like):
        is_fixed = kind.startswith(("Array", "Categorical", "Enum"))
        return type(like)(like.name, values, dtype=None if is_fixed else like.dtype)
    index = like.index if len(like) == len(values) else None
    return type(like)(values, name=like.name, index=index, dtype="category" if kind == "category" else like.dtype)


def as_array(sequence: Any) -> Any:
    """A tensor as an array. Types that NumPy lacks, such as bfloat16, become raw bytes. A series becomes a list."""
    if not is_tensor(sequence):
        return sequence.to_list() if hasattr(sequence, "to_list") and is_series(sequence) else sequence
    plain = sequence.detach().cpu().resolve_conj().resolve_neg().contiguous()
    try:
        return plain.numpy()
    except TypeError:
        return plain.view(sys.modules["torch"].uint8).numpy().view(f"V{plain.element_size()}")


def take(sequence: Any, places: NDArray[numpy.int64]) -> Any:
    """The elements at the given indices, as the type of the sequence."""
    if not isinstance(sequence, (list, tuple)):
        return sequence.iloc[places] if hasattr(sequence, "iloc") else sequence[places]
    return _kind(sequence)(sequence[i] for i in places.tolist())


def masked(sequence: Any, places: NDArray[numpy.int64], mask: Any) -> Any:
    """The sequence with a mask at the given indices. Arrays and tensors are changed in place."""
    if isinstance(sequence, numpy.ndarray):
        if isinstance(sequence, numpy.ma.MaskedArray):
            sequence.soften_mask()
        sequence[places] = ragged.as_element(mask, sequence.dtype)
        return sequence
    if is_tensor(sequence):
        none = sequence[:0].detach().cpu().resolve_conj().resolve_neg()
        try:
            kind = none.numpy().dtype
        except TypeError:  # a type that NumPy lacks
            kind = none.float().numpy().dtype
        sequence[places] = ragged.as_element(mask, kind).item()
        return sequence
    if is_series(sequence) and len(sequence) and sequence.to_numpy().dtype.kind in "iuf":
        mask = ragged.as_element(mask, sequence.to_numpy().dtype).item()
    left = list(sequence)
    for place in places.tolist():
        left[place] = mask
    if is_series(sequence):
        return series(sequence, left)
    return left if type(sequence) is list else _kind(sequence)(left)


def _kind(sequence: list[Any] | tuple[Any, ...]) -> Any:
    """The type of the result. A shortened NamedTuple becomes a tuple, because its number of fields is fixed."""
    return tuple if hasattr(sequence, "_fields") else type(sequence)
