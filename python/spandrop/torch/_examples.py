"""The columns of examples: lists, arrays or tensors, which keep their type when shortened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy
import torch
from numpy.typing import NDArray

from spandrop import _native
from spandrop._core.ranges import Numbers, cut, offsets_of

Example = Mapping[str, Any]


class Flat(NamedTuple):
    """A column of arrays, concatenated."""

    values: NDArray[Any]
    offsets: Numbers

    def cut(self) -> list[NDArray[Any]]:
        """The array of each example."""
        return cut(self.values, self.offsets)


def is_sequence(value: Any) -> bool:
    """Whether a value can have one element per token: a list, or an array that is not a scalar."""
    return isinstance(value, (list, tuple)) or getattr(value, "ndim", 0) > 0


def check_names(examples: Sequence[Example]) -> None:
    """Reject examples whose columns differ from those of the first. Labels that it lacks would not be moved."""
    if isinstance(examples, Mapping) or not all(isinstance(example, Mapping) for example in examples):
        raise TypeError(
            "[SpanDropCollator] expected a list of mappings with input_ids, got "
            f"{type(examples).__name__} of {type(next(iter(examples))).__name__}"
        )
    names = examples[0].keys()
    for row, example in enumerate(examples):
        if example.keys() != names:
            raise ValueError(
                f"[SpanDropCollator] example {row}: expected the columns of the first example, {sorted(names)}, got "
                f"{sorted(example)}"
            )


def column(examples: Sequence[Example], name: str) -> list[Any]:
    """The values of all examples."""
    if name not in examples[0]:
        raise ValueError(
            f"[SpanDropCollator] expected the column {name}, got {sorted(examples[0])}; if Hugging Face's Trainer "
            "removed it, set remove_unused_columns=False"
        )
    return [example[name] for example in examples]


def numbers(values: Sequence[Any] | Flat, name: str, missing: int | None = None) -> Flat:
    """The integers of a column, concatenated."""
    try:
        if not isinstance(values, Flat) and isinstance(values[0], (list, tuple)):
            lists = [list(value) if isinstance(value, tuple) else value for value in values]
            return Flat(*_native.flat_numbers(lists, missing))
        flat, offsets = values if isinstance(values, Flat) else _joined(values)
    except (TypeError, ValueError) as error:
        reason = "got a str" if isinstance(values[0], str) else error
        raise TypeError(f"[SpanDropCollator] expected {name} to be integers: {reason}") from None
    if missing is not None and flat.ndim == 1 and flat.dtype.kind == "f":  # data sets store None as NaN in arrays
        filled = numpy.where(numpy.isnan(flat), missing, flat)
        flat = filled.astype("i8") if (filled == filled.astype("i8")).all() else filled
    if flat.ndim != 1 or flat.dtype.kind not in "biu":
        raise TypeError(
            f"[SpanDropCollator] expected {name} to have one integer per token, got {flat.dtype} of shape "
            f"{flat.shape[1:]}"
        )
    return Flat(numpy.ascontiguousarray(flat, dtype="i8"), offsets)


def are_fractions(values: Sequence[Any]) -> bool:
    """Whether each example has a list of fractions, such as multi-label targets. Targets of single tokens are integers."""
    if isinstance(values, Flat) or not all(map(is_sequence, values)):
        return False
    try:
        if isinstance(values[0], (list, tuple)):
            numbers(values, "")
            return False
    except TypeError:
        pass
    try:
        flat = numpy.concatenate([as_array(value) for value in values if len(value)])
    except (TypeError, ValueError):
        return False
    return flat.ndim == 1 and flat.dtype.kind == "f"


def lengths(values: Sequence[Any] | Flat) -> Numbers:
    """The number of elements of each example."""
    if isinstance(values, Flat):
        return numpy.diff(values.offsets)
    return numpy.fromiter(map(len, values), "i8", len(values))


def take(values: Sequence[Any], sources: Numbers, offsets: Numbers) -> list[Any]:
    """The remaining elements of a column, as lists, arrays or tensors like its values."""
    first = values[0]
    if isinstance(first, (list, tuple)):
        lists = [value if type(value) is list else list(value) for value in values]
        taken = _native.take_from_lists(lists, sources, offsets)
        return taken if isinstance(first, list) else list(map(tuple, taken))
    if isinstance(first, torch.Tensor):
        return list(torch.cat(list(values))[torch.from_numpy(sources)].split(numpy.diff(offsets).tolist()))
    flat, _ = _joined(values)
    return Flat(flat[sources], offsets).cut()


def like(value: Any, made: NDArray[Any]) -> Any:
    """An array converted to the type of `value`: a list, an array or a tensor."""
    if isinstance(value, torch.Tensor):
        return torch.from_numpy(made.astype("i8")).to(value.dtype)
    return made.astype(value.dtype) if isinstance(value, numpy.ndarray) else made.tolist()


def _joined(values: Sequence[Any]) -> Flat:
    return Flat(numpy.concatenate([as_array(value) for value in values]), offsets_of(lengths(values)))


def as_array(value: Any) -> NDArray[Any]:
    """A value as a NumPy array. bfloat16, which NumPy lacks, becomes float32."""
    if isinstance(value, torch.Tensor):
        value = value.detach().cpu()
        value = value.float() if value.dtype == torch.bfloat16 else value
    return numpy.asarray(value)


class Columns:
    """The columns of a batch of examples, each read once."""

    def __init__(self, examples: Sequence[Example]) -> None:
        self._examples = examples
        self._flat: dict[str, Flat] = {}
        first = column(examples, "input_ids")[0]
        if getattr(first, "ndim", 1) != 1:
            raise ValueError(
                f"[SpanDropCollator] expected one-dimensional input_ids, got shape {tuple(first.shape)}; call the "
                "tokenizer without return_tensors"
            )
        self.tokens, self.offsets = self.numbers("input_ids")
        self.sizes = numpy.diff(self.offsets)

    def __contains__(self, name: str) -> bool:
        return name in self._examples[0]

    def __len__(self) -> int:
        return len(self._examples)

    @property
    def names(self) -> set[str]:
        """The names of the columns."""
        return set(self._examples[0])

    def is_beside_tokens(self, name: str) -> bool:
        """Whether a column has one element per token."""
        values = self.values(name)
        return all(map(is_sequence, values)) and numpy.array_equal(lengths(values), self.sizes)

    def values(self, name: str) -> list[Any]:
        """The value of each example."""
        return column(self._examples, name)

    def numbers(self, name: str, missing: int | None = None) -> Flat:
        """The integers of all examples, concatenated."""
        if name not in self._flat:
            self._flat[name] = numbers(self.values(name), name, missing)
        return self._flat[name]

    def beside_tokens(self, name: str, missing: int | None = None) -> Numbers:
        """The integers of a column that must have one per token."""
        flat, offsets = self.numbers(name, missing)
        self._check(name, numpy.diff(offsets))
        return flat

    def flags(self, name: str) -> NDArray[numpy.bool_] | None:
        """Which tokens are nonzero in a column; None if it does not have one number per token."""
        if name not in self or not self.is_beside_tokens(name):
            return None
        try:
            return self.numbers(name).values != 0
        except TypeError:  # not integers
            pass
        flat = numpy.concatenate([as_array(value) for value in self.values(name)])
        return flat != 0 if flat.ndim == 1 and flat.dtype.kind in "biuf" else None

    def are_fractions(self, name: str) -> bool:
        """Whether each example has a list of fractions."""
        values = self.values(name)
        try:
            if isinstance(values[0], (list, tuple)):
                self.numbers(name)
                return False
        except TypeError:
            pass
        return are_fractions(values)

    def left(self, name: str, sources: Numbers, offsets: Numbers, flat: bool) -> list[Any] | Flat:
        """The remaining values of a column with one value per token. With `flat`, integers are in one array."""
        values = self.values(name)
        self._check(name, lengths(values), _advice(name))
        if flat:
            try:
                return Flat(self.numbers(name).values.take(sources), offsets)
            except TypeError:  # not integers
                pass
        return take(values, sources, offsets)

    def _check(self, name: str, found: Numbers, advice: str = "") -> None:
        wrong = numpy.flatnonzero(found != self.sizes)
        if len(wrong):
            row = wrong[0]
            raise ValueError(
                f"[SpanDropCollator] example {row}: expected {name} to have {self.sizes[row]} elements, like "
                f"input_ids, got {found[row]}{advice}"
            )


def _advice(name: str) -> str:
    whole = "a multi-label or text target" if name == "labels" else "one value per example"
    return f"; pass parallel= without {name} if it is {whole}"
