"""Loops that forget the epoch or drop tokens in evaluation get a warning that names the missing line."""

import os
import warnings

import accelerate
import lightning.pytorch
import pytest
import spandrop.lightning
import spandrop.transformers
import torch
import transformers
from spandrop.torch import SpanDropCollator
from test_trainers import Module, make_model
from torch.utils.data import DataLoader

import spandrop

EXAMPLES = [{"id": i, "input_ids": [101, *range(200, 212), 102], "labels": i % 2} for i in range(40)]
REPEATS = (
    r"most examples were used at least twice in epoch 0, and lost the same tokens each time; call collator.set_epoch"
)
EVALUATION = r"tokens are dropped in evaluation; use collator.plain .* spandrop.transformers.attach\(trainer\)"


def make_collator():
    return SpanDropCollator(spandrop.SpanDrop(rate=0.3, seed=2), special_tokens=[101, 102])


def warnings_of(run, capfd, at_most=1):
    """Whether each warning was shown, by this process or its workers."""
    capfd.readouterr()
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.showwarning = lambda message, *_: os.write(2, str(message).encode())
        run()
    shown = capfd.readouterr().err
    counts = [shown.count(part) for part in ("lost the same tokens each time; call", "dropped in evaluation; use")]
    assert max(counts) <= at_most
    return tuple(min(count, 1) for count in counts)


WORKERS = [
    {},
    {"num_workers": 2},
    {"num_workers": 2, "persistent_workers": True},
    {"num_workers": 1, "multiprocessing_context": "spawn", "persistent_workers": True},
]


@pytest.mark.parametrize("workers", WORKERS, ids=str)
def test_plain_loop(workers, capfd):
    at_most = max(1, workers.get("num_workers", 0))  # workers can notice it at the same moment

    def run(sets_epoch, evaluated):
        collator = make_collator()
        loader = DataLoader(EXAMPLES, 4, shuffle=True, collate_fn=collator, **workers)
        for epoch in range(3):
            if sets_epoch:
                collator.set_epoch(epoch)
            for _ in loader:
                pass
        with torch.no_grad():
            for _ in DataLoader(EXAMPLES, 4, collate_fn=getattr(collator, evaluated, collator), **workers):
                pass

    assert warnings_of(lambda: run(True, "plain"), capfd, at_most) == (0, 0)
    assert warnings_of(lambda: run(False, "plain"), capfd, at_most) == (1, 0)
    assert warnings_of(lambda: run(True, "itself"), capfd, at_most) == (0, 1)


def test_messages():
    loader = DataLoader(EXAMPLES, 4, shuffle=True, collate_fn=make_collator())
    with pytest.warns(UserWarning, match=REPEATS):
        for _ in range(2):
            list(loader)
    with pytest.warns(UserWarning, match=EVALUATION), torch.inference_mode():
        list(loader)
    same = [{"input_ids": [5, 6, 7]} for _ in EXAMPLES]
    with pytest.warns(UserWarning, match="and add a column id if different examples have the same tokens"):
        list(DataLoader(same, 4, collate_fn=make_collator()))


def test_what_is_not_a_mistake(capfd):
    def run():
        collator = make_collator()
        for _ in range(3):  # by hand
            collator(EXAMPLES)
            collator.drop_examples(EXAMPLES)
        next(iter(DataLoader(EXAMPLES, 4, collate_fn=collator, sampler=range(39, -1, -1))))  # a look at a batch
        list(DataLoader(EXAMPLES, 4, collate_fn=collator))
        for _ in range(2):  # two runs
            collator.set_epoch(0)
            list(DataLoader(EXAMPLES, 4, collate_fn=collator))
        for _ in range(3):
            list(DataLoader(EXAMPLES, 4, collate_fn=collator.plain))
        pairs = [example for example in EXAMPLES for _ in range(2)]  # as for contrastive learning
        list(DataLoader(pairs, 4, collate_fn=make_collator()))
        none = SpanDropCollator(spandrop.SpanDrop(rate=0), special_tokens=[101, 102])  # a baseline
        with torch.no_grad():
            for _ in range(3):
                list(DataLoader(EXAMPLES, 4, collate_fn=none))

    assert warnings_of(run, capfd) == (0, 0)


@pytest.mark.parametrize("workers", [0, 1])
def test_transformers(tmp_path, capfd, workers):
    def run(prepare):
        arguments = transformers.TrainingArguments(
            tmp_path,
            per_device_train_batch_size=4,
            num_train_epochs=2,
            report_to="none",
            disable_tqdm=True,
            use_cpu=True,
            save_strategy="no",
            eval_strategy="epoch",
            dataloader_num_workers=workers,
            dataloader_pin_memory=False,
            remove_unused_columns=False,
        )
        trainer = transformers.Trainer(
            make_model(), arguments, train_dataset=EXAMPLES, eval_dataset=EXAMPLES, data_collator=make_collator()
        )
        prepare(trainer).train()

    assert warnings_of(lambda: run(spandrop.transformers.attach), capfd) == (0, 0)
    assert warnings_of(lambda: run(lambda trainer: trainer), capfd) == (1, 1)


@pytest.mark.parametrize("workers", [0, 1])
def test_accelerate(capfd, workers):
    def run(sets_epoch, evaluated):
        collator = make_collator()
        loader, evaluation = accelerate.Accelerator(cpu=True).prepare(
            DataLoader(EXAMPLES, 4, shuffle=True, collate_fn=collator, num_workers=workers),
            DataLoader(EXAMPLES, 4, collate_fn=getattr(collator, evaluated, collator), num_workers=workers),
        )
        seen = []
        for epoch in range(2):
            loader.set_epoch(epoch)  # of the sampler
            if sets_epoch:
                collator.set_epoch(epoch)
            seen.append(sorted(row[row != 0].tolist() for batch in loader for row in batch["input_ids"]))
        with torch.no_grad():
            list(evaluation)
        assert (seen[0] == seen[1]) != sets_epoch

    assert warnings_of(lambda: run(True, "plain"), capfd) == (0, 0)
    assert warnings_of(lambda: run(False, "itself"), capfd) == (1, 1)


@pytest.mark.parametrize("workers", [0, 1])
def test_lightning(capfd, workers):
    def run(with_callback):
        collator = make_collator()
        trainer = lightning.pytorch.Trainer(
            max_epochs=2,
            accelerator="cpu",
            logger=False,
            enable_progress_bar=False,
            enable_model_summary=False,
            enable_checkpointing=False,
            callbacks=[spandrop.lightning.EpochCallback(collator)] if with_callback else [],
        )
        options = {"num_workers": workers, "persistent_workers": workers > 0}
        trainer.fit(
            Module(),
            DataLoader(EXAMPLES, 4, shuffle=True, collate_fn=collator, **options),
            DataLoader(EXAMPLES, 4, collate_fn=collator.plain if with_callback else collator, **options),
        )

    assert warnings_of(lambda: run(True), capfd) == (0, 0)
    assert warnings_of(lambda: run(False), capfd) == (1, 1)
