"""Hugging Face's Trainer and Lightning: epochs are views, evaluation drops nothing, and resuming changes nothing."""

import time

import lightning.pytorch
import pytest
import spandrop.lightning
import spandrop.transformers
import torch
import transformers
from datasets import Dataset
from ranks import seen_by_two_ranks
from spandrop.torch import SpanDropCollator

import spandrop

EXAMPLES = [
    {"input_ids": [101, *range(200, 200 + 8 + number % 5), 102 + number % 2], "labels": number % 2}
    for number in range(40)
]
DROP = spandrop.SpanDrop(rate=0.3, seed=2)
SPECIAL = [101, 102, 103]


class Recorder(SpanDropCollator):
    """Records the tokens of each batch with its epoch, or -1 if nothing is dropped."""

    def __init__(self, *arguments, **names):
        super().__init__(*arguments, **names)
        self.seen = []

    def __call__(self, examples):
        batch = super().__call__(examples)
        self.seen += [(self.epoch if self._drops else -1, row[row != 0].tolist()) for row in batch["input_ids"]]
        return batch


def expected(epochs):
    """The expected tokens: each example once per epoch, computed without a trainer."""
    collator = SpanDropCollator(DROP, special_tokens=SPECIAL)
    made = []
    for epoch in epochs:
        collator.set_epoch(epoch)
        made += [(epoch, example["input_ids"]) for example in collator.drop_examples(EXAMPLES)]
    return sorted(made)


@pytest.fixture
def model():
    return make_model()


def make_model():
    transformers.set_seed(0)
    return transformers.BertForSequenceClassification(
        transformers.BertConfig(
            vocab_size=256,
            hidden_size=16,
            num_hidden_layers=1,
            num_attention_heads=2,
            intermediate_size=16,
            max_position_embeddings=32,
        )
    )


def make_trainer(model, folder, **options):
    arguments = transformers.TrainingArguments(
        folder,
        per_device_train_batch_size=4,
        num_train_epochs=2,
        report_to="none",
        disable_tqdm=True,
        use_cpu=True,
        logging_strategy="no",
        save_strategy="steps",
        save_steps=13,
        dataloader_pin_memory=False,
        **options,
    )
    data = Dataset.from_list(EXAMPLES)
    return spandrop.transformers.attach(
        transformers.Trainer(
            model,
            arguments,
            train_dataset=data,
            eval_dataset=data,
            data_collator=Recorder(DROP, special_tokens=SPECIAL),
        )
    )


def test_transformers(model, tmp_path):
    """20 steps, with evaluations in between that see whole examples."""
    trainer = make_trainer(model, tmp_path, eval_strategy="steps", eval_steps=7)
    trainer.train()
    assert trainer.state.global_step == 20
    seen = trainer.data_collator.seen
    assert sorted(one for one in seen if one[0] >= 0) == expected([0, 1])
    evaluated = sorted(row for epoch, row in seen if epoch < 0)
    assert evaluated == sorted(3 * [example["input_ids"] for example in EXAMPLES])  # after 7, 14 and all steps
    trainer.data_collator.seen.clear()
    trainer.predict(trainer.eval_dataset)
    assert {epoch for epoch, _ in trainer.data_collator.seen} == {-1}


RANK = """
from test_trainers import make_model, make_trainer

trainer = make_trainer(make_model(), sys.argv[1], ddp_backend="gloo")
trainer.train()
seen = trainer.data_collator.seen
"""


def test_transformers_on_two_ranks(tmp_path):
    """Together, the ranks see each example once per epoch, with the same draw as in one process."""
    ranks = seen_by_two_ranks(RANK, tmp_path, tmp_path / "out")
    assert len(ranks[0]) == len(ranks[1]) == len(EXAMPLES)  # half of two epochs
    assert sorted((epoch, row) for seen in ranks for epoch, row in seen) == expected([0, 1])


def test_transformers_resumes_in_mid_epoch(model, tmp_path):
    """After 13 steps, 3 of them in the second epoch, training continues with the same batches."""
    trainer = make_trainer(model, tmp_path)
    trainer.train()
    after = trainer.data_collator.seen[13 * 4 :]
    again = make_trainer(model, tmp_path)
    again.train(resume_from_checkpoint=str(tmp_path / "checkpoint-13"))
    assert again.data_collator.seen == after
    assert {epoch for epoch, _ in after} == {1}


def test_transformers_with_data_without_a_length(model, tmp_path):
    """For a stream, the trainer does not know the length of an epoch, and its epoch counter lags behind."""
    data = Dataset.from_list(EXAMPLES).to_iterable_dataset()
    arguments = transformers.TrainingArguments(
        tmp_path,
        per_device_train_batch_size=4,
        max_steps=30,
        report_to="none",
        disable_tqdm=True,
        use_cpu=True,
        logging_strategy="no",
        save_strategy="no",
        dataloader_pin_memory=False,
    )
    trainer = spandrop.transformers.attach(
        transformers.Trainer(model, arguments, train_dataset=data, data_collator=Recorder(DROP, special_tokens=SPECIAL))
    )
    trainer.train()
    assert sorted(trainer.data_collator.seen[: 3 * len(EXAMPLES)]) == expected([0, 1, 2])


def test_attach_requires_a_collator(model, tmp_path):
    trainer = transformers.Trainer(model, transformers.TrainingArguments(tmp_path, use_cpu=True, report_to="none"))
    with pytest.raises(TypeError, match="expected a trainer whose data_collator is a SpanDropCollator, got"):
        spandrop.transformers.attach(trainer)


class Module(lightning.pytorch.LightningModule):
    """Learns nothing, and records its batches."""

    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.zeros(()))
        self.seen, self.validated = [], []

    def training_step(self, batch, _):
        self.seen += [(self.current_epoch, row[row != 0].tolist()) for row in batch["input_ids"]]
        return self.weight**2

    def validation_step(self, batch, _):
        self.validated += [row[row != 0].tolist() for row in batch["input_ids"]]

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.1)


@pytest.mark.parametrize("workers, reload", [(0, 0), (1, 0), (1, 1)])
def test_lightning(tmp_path, workers, reload):
    """Train for two epochs, then resume from a checkpoint in the second, like a new process."""

    def fit(checkpoint=None):
        collator = SpanDropCollator(DROP, special_tokens=SPECIAL)
        options = {"batch_size": 4, "num_workers": workers, "persistent_workers": workers > 0}
        keep = lightning.pytorch.callbacks.ModelCheckpoint(tmp_path, "{step}", every_n_train_steps=1, save_top_k=-1)
        trainer = lightning.pytorch.Trainer(
            max_epochs=2,
            accelerator="cpu",
            logger=False,
            enable_progress_bar=False,
            enable_model_summary=False,
            num_sanity_val_steps=0,
            reload_dataloaders_every_n_epochs=reload,
            callbacks=[spandrop.lightning.EpochCallback(collator), keep],
        )
        module = Module()
        trainer.fit(
            module,
            torch.utils.data.DataLoader(EXAMPLES, collate_fn=collator, **options),
            torch.utils.data.DataLoader(EXAMPLES, collate_fn=collator.plain, **options),
            ckpt_path=checkpoint,
        )
        return module

    module = fit()
    assert sorted(module.seen) == expected([0, 1])
    assert module.validated == 2 * [example["input_ids"] for example in EXAMPLES]
    # Lightning restarts the epoch of the checkpoint, unless the loader keeps its position.
    resumed = fit(tmp_path / "step=13.ckpt").seen
    assert {epoch for epoch, _ in resumed} == {1}
    assert set(map(str, resumed)) <= set(map(str, expected([1])))
    # After the last batch of an epoch, the next epoch starts.
    assert sorted(fit(tmp_path / "step=10.ckpt").seen) == expected([1])


@pytest.mark.parametrize("make", [Dataset.from_list, list], ids=["Dataset", "list"])
@pytest.mark.parametrize("column", ["protected", "annotations", "spans", "may_go", "special_tokens_mask"])
def test_columns_that_a_trainer_would_remove(model, tmp_path, column, make):
    """Without them, protected tokens would be dropped."""
    drop = spandrop.SpanDrop(rate=0.3, spans="field" if column == "spans" else "auto")
    collator = SpanDropCollator(drop, special_tokens=SPECIAL, only="may_go" if column == "may_go" else "")
    values = [1] * 6 if column in ("may_go", "special_tokens_mask") else [[0, 1]]
    data = make([{"input_ids": [101, 5, 6, 7, 8, 102], "labels": 0, column: values}] * 4)

    def trainer(**options):
        arguments = transformers.TrainingArguments(tmp_path, use_cpu=True, report_to="none", **options)
        return transformers.Trainer(model, arguments, train_dataset=data, data_collator=collator)

    with pytest.raises(ValueError, match=rf"expected TrainingArguments\(remove_unused_columns=False\).*\['{column}'\]"):
        spandrop.transformers.attach(trainer())
    spandrop.transformers.attach(trainer(remove_unused_columns=False))


def test_unknown_columns(model, tmp_path):
    """A mapped stream does not list its columns."""
    data = Dataset.from_list(EXAMPLES).to_iterable_dataset().map(lambda example: example)
    assert data.column_names is None
    arguments = transformers.TrainingArguments(tmp_path, max_steps=1, use_cpu=True, report_to="none")
    trainer = transformers.Trainer(
        model, arguments, train_dataset=data, data_collator=Recorder(DROP, special_tokens=SPECIAL)
    )
    with pytest.warns(
        UserWarning,
        match=r"the columns of the training data are unknown; .*'protected'.* set TrainingArguments.remove_unused_columns=False",
    ):
        spandrop.transformers.attach(trainer)


def test_attached_twice(model, tmp_path):
    """For example, when a notebook cell is run again."""
    trainer = spandrop.transformers.attach(make_trainer(model, tmp_path))
    callbacks = trainer.callback_handler.callbacks
    assert sum(isinstance(callback, spandrop.transformers.EpochCallback) for callback in callbacks) == 1
    trainer.train()
    assert sorted(trainer.data_collator.seen) == expected([0, 1])


def test_arguments_that_are_not_trainers():
    with pytest.raises(TypeError, match="expected a transformers.Trainer, got SpanDropCollator"):
        spandrop.transformers.attach(SpanDropCollator(DROP, special_tokens=SPECIAL))


def test_a_collator_that_is_changed_later(model, tmp_path):
    trainer = make_trainer(model, tmp_path)
    trainer.data_collator = other = Recorder(DROP, special_tokens=SPECIAL)
    spandrop.transformers.attach(trainer).evaluate()
    assert trainer.data_collator is other and {epoch for epoch, _ in other.seen} == {-1}


class Stream(torch.utils.data.IterableDataset):
    """A stream with a length but without column names."""

    def __iter__(self):
        return iter(EXAMPLES)

    def __len__(self):
        return len(EXAMPLES)


def test_streams_of_a_known_length(model, tmp_path):
    arguments = transformers.TrainingArguments(tmp_path, max_steps=1, use_cpu=True, report_to="none")
    trainer = transformers.Trainer(
        model, arguments, train_dataset=Stream(), data_collator=Recorder(DROP, special_tokens=SPECIAL)
    )
    with pytest.warns(UserWarning, match="are unknown"):
        spandrop.transformers.attach(trainer)


class Preempted(Module):
    """Stops in the last batch of the first epoch."""

    def training_step(self, batch, number):
        if number == 9 and self.current_epoch == 0:
            raise RuntimeError("preempted")
        return super().training_step(batch, number)


def test_lightning_that_is_stopped_in_the_last_batch(tmp_path):
    """After resuming, that batch has the drops of its epoch."""

    def fit(module, checkpoint=None):
        collator = SpanDropCollator(DROP, special_tokens=SPECIAL)
        keep = lightning.pytorch.callbacks.OnExceptionCheckpoint(tmp_path, "last")
        trainer = lightning.pytorch.Trainer(
            max_epochs=1,
            accelerator="cpu",
            logger=False,
            enable_progress_bar=False,
            enable_model_summary=False,
            callbacks=[spandrop.lightning.EpochCallback(collator), keep],
        )
        trainer.fit(module, torch.utils.data.DataLoader(EXAMPLES, 4, collate_fn=collator), ckpt_path=checkpoint)
        return module.seen

    with pytest.raises(RuntimeError, match="preempted"):
        fit(Preempted())
    resumed = fit(Module(), tmp_path / "last.ckpt")
    assert resumed and set(map(str, resumed)) <= set(map(str, expected([0])))


class Slow(lightning.pytorch.Callback):
    """Workers have made batches before the epoch is first set."""

    def on_train_start(self, *_):
        time.sleep(1.5)


def test_lightning_fits_twice():
    """The second fit starts from epoch 0, not from the first one's last epoch."""
    collator = SpanDropCollator(DROP, special_tokens=SPECIAL)
    for _ in range(2):
        trainer = lightning.pytorch.Trainer(
            max_epochs=2,
            accelerator="cpu",
            logger=False,
            enable_progress_bar=False,
            enable_model_summary=False,
            enable_checkpointing=False,
            callbacks=[spandrop.lightning.EpochCallback(collator), Slow()],
        )
        module = Module()
        trainer.fit(module, torch.utils.data.DataLoader(EXAMPLES, 4, collate_fn=collator, num_workers=1))
        assert sorted(module.seen) == expected([0, 1])
