"""Make batches of tensors from examples: padded, or concatenated without padding."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy
import torch
from numpy.typing import NDArray

from spandrop._core import labels
from spandrop._core.ranges import Numbers, offsets_of
from spandrop.torch import _packed as packed
from spandrop.torch._batch import Batch
from spandrop.torch._examples import (
    Example,
    Flat,
    are_fractions,
    as_array,
    check_names,
    column,
    is_sequence,
    lengths,
    numbers,
)

IGNORED = -100
"""The label that PyTorch's losses ignore."""
POSITIONS = ("start_positions", "end_positions")
PADDING = {
    "input_ids": 0,
    "attention_mask": 0,
    "token_type_ids": 0,
    "position_ids": 0,
    "special_tokens_mask": 1,
    "labels": IGNORED,
}


def label_name(name: str, names: Collection[str]) -> str:
    """The name under which the models of Transformers expect labels."""
    return "labels" if name in ("label", "label_ids") and "labels" not in names else name


def pad(examples: Sequence[Example], padding: Mapping[str, int] = PADDING, *, left: bool = False) -> Batch:
    """Pad examples to the longest one, and make a batch of tensors.

    An attention mask is added if there is none. Columns that are not padded become tensors if possible, and lists
    otherwise.

    Args:
        examples: Mappings with input_ids, all with the same columns.
        padding: The padding value of each column that has one value per token. By default, labels that are fractions are
            multi-label targets, which are not padded.
        left: Pad on the left instead of the right. start_positions and end_positions are shifted accordingly.

    >>> pad([{"input_ids": [5, 6, 7], "labels": 1}, {"input_ids": [8], "labels": 0}])
    {'input_ids': tensor([[5, 6, 7],
            [8, 0, 0]]), 'labels': tensor([1, 0]), 'attention_mask': tensor([[1, 1, 1],
            [1, 0, 0]])}
    """
    check_names(examples)
    columns = {label_name(name, examples[0]): column(examples, name) for name in examples[0]}
    if padding is PADDING and are_fractions(columns.get("labels", [None])):
        padding = {name: value for name, value in padding.items() if name != "labels"}
    return pad_columns(columns, padding, left=left)


def pad_columns(
    columns: Mapping[str, list[Any] | Flat], padding: Mapping[str, int], *, left: bool = False, annotations: str = ""
) -> Batch:
    """The same for columns. `annotations` are shifted by padding on the left and stay lists."""
    sizes = lengths(columns["input_ids"])
    width = sizes.max(initial=0)
    begins = width - sizes if left else numpy.zeros_like(sizes)
    places = numpy.arange(width) - begins[:, None]
    inside = (places >= 0) & (places < sizes[:, None])
    batch = Batch()
    for name, values in columns.items():
        if name == annotations:
            batch[name] = (
                [_shifted(value, begin) for value, begin in zip(values, begins.tolist(), strict=True)]
                if left
                else values
            )
            continue
        if left and name in POSITIONS:
            values = [
                None if value is None else value + begin for value, begin in zip(values, begins.tolist(), strict=True)
            ]
        if name == packed.LENGTHS:
            batch[name] = values
            continue
        flat = _flat(values, name) if name in padding and _has_sequences(values) else None
        if flat is None:
            batch[name] = _whole_numbers(name, _stacked(values))
            continue
        if not numpy.array_equal(lengths(values), sizes):
            row = numpy.flatnonzero(lengths(values) != sizes)[0]
            raise ValueError(
                f"[pad] example {row}: expected {name} to have {sizes[row]} elements, like input_ids, "
                f"got {lengths(values)[row]}"
            )
        padded = numpy.full((*inside.shape, *flat.shape[1:]), padding[name], flat.dtype)
        padded[inside] = flat
        batch[name] = _as_tensor(padded, values)
    if "attention_mask" not in batch:
        batch["attention_mask"] = torch.from_numpy(inside.astype("i8"))
    return batch


def flatten(examples: Sequence[Example]) -> Batch:
    """Concatenate examples into a batch of one row, like DataCollatorWithFlattening(return_flash_attn_kwargs=True).

    Examples without labels get their input_ids as labels. The first label of each example is -100, which the loss ignores.
    Labels that are fractions are multi-label targets, which stay whole. Other columns with one number per token are concatenated like the tokens, except the attention mask, which is not
    needed. Columns with one value per example become a tensor, and other lists stay lists. Positions count from the start
    of their example. Examples that are packed already, with position_ids or seq_lengths, stay separate sequences.

    Args:
        examples: Mappings with input_ids, all with the same columns.

    >>> batch = flatten([{"input_ids": [5, 6, 7]}, {"input_ids": [8, 9]}])
    >>> batch["input_ids"], batch["position_ids"]
    (tensor([[5, 6, 7, 8, 9]]), tensor([[0, 1, 2, 0, 1]]))
    >>> batch["labels"], batch["cu_seq_lens_q"], batch["max_length_q"]
    (tensor([[-100,    6,    7, -100,    9]]), tensor([0, 3, 5], dtype=torch.int32), 3)
    """
    check_names(examples)
    columns = {label_name(name, examples[0]): column(examples, name) for name in examples[0]}
    return flatten_columns(columns, whole_labels=are_fractions(columns.get("labels", [None])))


def flatten_columns(
    columns: Mapping[str, list[Any] | Flat],
    *,
    whole_labels: bool = False,
    masked: NDArray[numpy.bool_] | None = None,
    annotations: str = "",
) -> Batch:
    """The same for columns. With `whole_labels`, lists of labels belong to whole examples. Tokens that are `masked` do not
    become labels, and `annotations` stay lists."""
    ids, offsets = numbers(columns["input_ids"], "input_ids")
    sizes = numpy.diff(offsets)
    begins = _sequences(columns, offsets)
    batch = Batch(input_ids=torch.from_numpy(ids[None]))
    of_tokens = {"input_ids", "attention_mask"} | (set() if whole_labels else {"labels"})
    for name, values in columns.items():
        if name in of_tokens and _has_sequences(values) or name == packed.LENGTHS:
            continue
        if name == annotations:
            batch[name] = values
            continue
        is_beside = name != "labels" and _has_sequences(values) and numpy.array_equal(lengths(values), sizes)
        flat = _flat(values, name) if is_beside else None
        batch[name] = _whole_numbers(name, _stacked(values)) if flat is None else _as_tensor(flat[None], values)
    if "labels" not in batch:
        if "labels" in columns:
            targets, ends = numbers(columns["labels"], "labels")
            if not numpy.array_equal(ends, offsets):
                raise ValueError("[flatten] expected labels to be as long as input_ids")
        else:
            targets = ids.copy() if masked is None else numpy.where(masked, IGNORED, ids)
        targets[begins[:-1][numpy.diff(begins) > 0]] = IGNORED
        batch["labels"] = torch.from_numpy(targets[None])
    if "position_ids" not in batch:
        counts = numpy.arange(len(ids)) - numpy.repeat(begins[:-1], numpy.diff(begins))
        batch["position_ids"] = torch.from_numpy(counts[None])
    batch["cu_seq_lens_q"] = batch["cu_seq_lens_k"] = torch.from_numpy(begins.astype("i4"))
    batch["max_length_q"] = batch["max_length_k"] = int(numpy.diff(begins).max(initial=0))
    return batch


def _sequences(columns: Mapping[str, list[Any] | Flat], offsets: Numbers) -> Numbers:
    """Where sequences begin and end: the examples, or the sequences that are packed into them."""
    sizes = numpy.diff(offsets)
    if packed.LENGTHS in columns:
        return offsets_of(packed.lengths_within(columns[packed.LENGTHS], sizes).values)
    if packed.POSITIONS in columns:
        positions, ends = numbers(columns[packed.POSITIONS], packed.POSITIONS)
        if not numpy.array_equal(ends, offsets):
            raise ValueError("[flatten] expected position_ids to be as long as input_ids")
        return numpy.append(numpy.flatnonzero(packed.starts(positions, offsets)), offsets[-1])
    return offsets


def _shifted(annotations: Any, by: int) -> Any:
    """The annotations of an example, shifted to the right."""
    if annotations is None:
        return None
    places = [(begin + by, end + by) for begin, end in labels.ranges(annotations)]
    return [labels.moved(one, *place) for one, place in zip(annotations, places, strict=True)]


def _has_sequences(values: list[Any] | Flat) -> bool:
    return isinstance(values, Flat) or is_sequence(values[0])


def _flat(values: list[Any] | Flat, name: str) -> NDArray[Any] | None:
    """The concatenated elements of a column; None if they are not numbers."""
    try:
        return numbers(values, name).values
    except TypeError:
        pass
    try:  # an empty list does not show how many numbers a token has
        flat = numpy.concatenate([as_array(value) for value in values if len(value)])
    except (TypeError, ValueError):
        return None
    if flat.dtype.kind not in "biuf" or flat.ndim == 1 and flat.dtype.kind != "f":
        return None
    if flat.dtype.kind != "f":
        return flat.astype("i8")
    return flat.astype("f4") if isinstance(values[0], (list, tuple)) else flat


def _as_tensor(made: NDArray[Any], values: list[Any] | Flat) -> torch.Tensor:
    """A tensor of the same type as the tensors that it was made from."""
    tensor = torch.from_numpy(made)
    is_float = isinstance(values, list) and isinstance(values[0], torch.Tensor) and values[0].is_floating_point()
    return tensor.to(values[0].dtype) if is_float else tensor


def _whole_numbers(name: str, values: Any) -> Any:
    """Labels and positions as 64-bit integers, as PyTorch's losses expect them."""
    if name not in ("labels", *POSITIONS) or not isinstance(values, torch.Tensor) or values.is_floating_point():
        return values
    return values.long()


def _stacked(values: Any) -> Any:
    try:
        if isinstance(values[0], torch.Tensor):
            return torch.stack(values)
        return torch.from_numpy(numpy.stack(values)) if isinstance(values[0], numpy.ndarray) else torch.tensor(values)
    except (TypeError, ValueError, RuntimeError):  # texts, or lists of different lengths
        return values
