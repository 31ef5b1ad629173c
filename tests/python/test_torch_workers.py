"""Batches are the same for any number and kind of workers, after resuming, and on two ranks."""

import pytest
import torch
from accelerate import skip_first_batches
from ranks import seen_by_two_ranks
from spandrop.torch import SpanDropCollator
from torch.utils.data import DataLoader

import spandrop

# A map-style data set, shuffled in each epoch.
EXAMPLES = [
    {
        "id": f"example-{number}",
        "input_ids": [101, *range(1000, 1000 + 10 + number % 7), 102],
        "labels": number,
        "start_positions": 1 + number % 7,
        "end_positions": 2 + number % 7,
    }
    for number in range(24)
]
EPOCHS = 3


class Order:
    """Batches of four, shuffled by the epoch."""

    epoch = 0

    def __iter__(self):
        generator = torch.Generator().manual_seed(self.epoch)
        return iter(torch.randperm(len(EXAMPLES), generator=generator).reshape(-1, 4).tolist())

    def __len__(self):
        return len(EXAMPLES) // 4


def make_collator():
    return SpanDropCollator(spandrop.SpanDrop(rate=0.4, seed=3), special_tokens=[101, 102])


def loader_of(collator, **options):
    return DataLoader(EXAMPLES, batch_sampler=Order(), collate_fn=collator, **options)


def set_epoch(loader, epoch):
    loader.collate_fn.set_epoch(epoch)
    loader.batch_sampler.epoch = epoch


def values(batches):
    return [{name: column.tolist() for name, column in batch.items()} for batch in batches]


@pytest.fixture(scope="module")
def expected():
    """The batches of each epoch, made one after another."""
    loader = loader_of(make_collator())
    made = []
    for epoch in range(EPOCHS):
        set_epoch(loader, epoch)
        made.append(values(loader.collate_fn([EXAMPLES[i] for i in batch]) for batch in loader.batch_sampler))
    # The epochs differ by more than their order.
    first, second = (sorted(row for batch in epoch for row in batch["input_ids"]) for epoch in made[:2])
    assert first != second
    return made


@pytest.mark.parametrize(
    "workers, persistent, start",
    [
        (0, False, None),
        (1, False, "fork"),
        (1, True, "fork"),
        (2, False, "fork"),
        (2, True, "fork"),
        (4, False, "fork"),
        (4, True, "fork"),
        (1, False, "spawn"),
        (2, True, "spawn"),
        (4, False, "spawn"),
        (4, True, "spawn"),
    ],
)
def test_workers(expected, workers, persistent, start):
    loader = loader_of(
        make_collator(), num_workers=workers, persistent_workers=persistent, multiprocessing_context=start
    )
    for epoch in range(EPOCHS if start != "spawn" else 2):  # fewer, because a spawned worker has to import torch
        set_epoch(loader, epoch)
        assert values(loader) == expected[epoch]


def test_an_epoch_that_ends_early(expected):
    """Persistent workers had already started batches of the previous epoch."""
    loader = loader_of(make_collator(), num_workers=2, persistent_workers=True, multiprocessing_context="fork")
    assert values([next(iter(loader))]) == expected[0][:1]
    set_epoch(loader, 2)
    assert values(loader) == expected[2]


@pytest.mark.parametrize("workers", [0, 2])
def test_resume_in_mid_epoch(expected, workers):
    """A new loader that skips the batches already seen continues exactly like the old one."""
    loader = loader_of(make_collator(), num_workers=workers)
    set_epoch(loader, 1)
    assert values(skip_first_batches(loader, 2)) == expected[1][2:]


RANK = """
from torch.utils.data import DataLoader, DistributedSampler
from test_torch_workers import EXAMPLES, make_collator

torch.distributed.init_process_group("gloo")
collator = make_collator()
sampler = DistributedSampler(EXAMPLES, seed=1)
seen = []
for epoch in range(2):
    sampler.set_epoch(epoch)
    collator.set_epoch(epoch)
    for batch in DataLoader(EXAMPLES, batch_size=4, sampler=sampler, collate_fn=collator):
        seen += [[epoch, number.item(), row[row != 0].tolist()] for number, row in zip(batch["labels"], batch["input_ids"])]
"""


def test_two_ranks(tmp_path):
    """Each example is seen once per epoch, with the same draw as in one process."""
    ranks = seen_by_two_ranks(RANK, tmp_path)
    assert all(len(seen) == len(EXAMPLES) for seen in ranks)  # half of two epochs
    collator = make_collator()
    alone = []
    for epoch in range(2):
        collator.set_epoch(epoch)
        alone += [
            [epoch, number, example["input_ids"]] for number, example in enumerate(collator.drop_examples(EXAMPLES))
        ]
    assert sorted(ranks[0] + ranks[1]) == alone


def lives_on_in_a_run(collator, pipe):
    """Starts its workers before it first sets the epoch."""
    loader = DataLoader(EXAMPLES, 4, collate_fn=collator, num_workers=1, persistent_workers=True)
    made = [values(loader)]
    for epoch in (1, 2):
        collator.set_epoch(epoch)
        made.append(values(loader))
    pipe.send(made)


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_persistent_workers_in_a_run(method):
    collator, context = make_collator(), torch.multiprocessing.get_context(method)
    here, there = context.Pipe()
    process = context.Process(target=lives_on_in_a_run, args=(collator, there))
    process.start()
    made = here.recv()
    process.join(60)
    alone = make_collator()
    for epoch, batches in enumerate(made):
        alone.set_epoch(epoch)
        assert batches == values(alone(EXAMPLES[begin : begin + 4]) for begin in range(0, len(EXAMPLES), 4))
    assert collator.epoch == 0


def epochs_of_a_run(collator, first, pipe):
    """One of several simultaneous runs started by a script."""
    collator.set_epoch(first)
    pipe.send(collator.epoch)
    pipe.recv()  # wait until the other run has set its epoch
    loader = loader_of(collator, num_workers=1)
    pipe.send((collator.epoch, values(loader)))


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_simultaneous_runs_have_their_own_epochs(method, expected):
    """The runs share only the collator that they were given. Workers see the epoch of their own run."""
    collator, context = make_collator(), torch.multiprocessing.get_context(method)
    runs = []
    for first in (1, 2):
        here, there = context.Pipe()
        process = context.Process(target=epochs_of_a_run, args=(collator, first, there))
        process.start()
        runs.append((process, here))
    assert [pipe.recv() for _, pipe in runs] == [1, 2] and collator.epoch == 0
    for _, pipe in runs:
        pipe.send("go on")
    for first, (process, pipe) in zip((1, 2), runs):
        epoch, made = pipe.recv()
        assert epoch == first
        rows = sorted(row for batch in made for row in batch["input_ids"])
        assert {tuple(filter(None, row)) for row in rows} == {
            tuple(filter(None, row)) for batch in expected[first] for row in batch["input_ids"]
        }
        process.join(60)
        assert process.exitcode == 0
