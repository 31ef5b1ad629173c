"""Batches are dictionaries that loops, loaders and trainers can move to a device."""

import pickle

import accelerate.utils
import lightning.fabric.utilities
import pytest
import torch
import transformers
from spandrop.torch import SpanDropCollator, flatten, pad
from torch.utils.data import DataLoader

import spandrop

EXAMPLES = [
    {
        "id": i,
        "input_ids": [101, *range(5, 9 + i), 102],
        "labels": i,
        "annotations": [(1, 2)],
        "weights": torch.ones(i + 1),
    }
    for i in range(2)
]
META = torch.device("meta")  # a device that every machine has


PADDED, PACKED = (
    SpanDropCollator(spandrop.SpanDrop(rate=0.5), special_tokens=[101, 102], padding=padding)
    for padding in (True, False)
)
COLLATORS = [PADDED, PADDED.plain, PACKED, PACKED.plain]


def devices(value):
    if isinstance(value, torch.Tensor):
        return {str(value.device)}
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else ()
    return set().union(*map(devices, parts))


@pytest.mark.parametrize("make", [*COLLATORS, pad, flatten])
def test_batches_move_to_a_device(make):
    batch = make(EXAMPLES)
    moved = batch.to(META)
    assert type(moved) is type(batch) and moved.keys() == batch.keys()
    assert devices(batch) == {"cpu"} and devices(moved) == {"meta"}  # also tensors in lists
    assert batch.to("cpu").keys() == batch.keys()
    with pytest.raises(TypeError, match="expected a device, got dtype; convert single columns instead"):
        batch.to(torch.float16)


@pytest.mark.parametrize("collator", COLLATORS)
def test_batches_are_dictionaries(collator):
    batch = collator(EXAMPLES)
    assert isinstance(batch, dict) and repr(batch) == repr(dict(batch))
    assert all(isinstance(row, list) for row in batch.to(META)["annotations"])
    assert repr(pickle.loads(pickle.dumps(batch))) == repr(batch)


@pytest.mark.parametrize("collator", COLLATORS)
def test_trainers_move_batches(collator, tmp_path):
    batch = collator(EXAMPLES)
    assert devices(accelerate.utils.send_to_device(batch, META)) == {"meta"}
    assert devices(accelerate.utils.send_to_device(batch, META, non_blocking=True)) == {"meta"}
    assert devices(lightning.fabric.utilities.move_data_to_device(batch, META)) == {"meta"}
    arguments = transformers.TrainingArguments(tmp_path, use_cpu=True, report_to="none")
    trainer = transformers.Trainer(torch.nn.Linear(1, 1), arguments)
    assert trainer._prepare_inputs(batch).keys() == batch.keys()


@pytest.mark.parametrize("workers", [0, 2])
def test_batches_of_loaders(workers):
    """A batch keeps its type on its way from a worker."""
    for collator in COLLATORS:
        for batch in DataLoader(EXAMPLES, 2, collate_fn=collator, num_workers=workers):
            assert devices(batch.to(META)) == {"meta"}
