"""TRL's SFTTrainer with a transform that augments and tokenises, and with the collator: each epoch has its own drops."""

import datasets
import pytest
import tokenizers
import transformers
import trl
from spandrop.datasets import Augment
from spandrop.torch import SpanDropCollator
from spandrop.transformers import EpochCallback

import spandrop

WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", ".", *"abcdefgh"]
TEXT = "A. B. C. D. E. F. G. H."
DROP = spandrop.SpanDrop(rate=0.5, seed=1, min_keep=1)
DATA = datasets.Dataset.from_list([{"id": row, "text": TEXT} for row in range(4)])


@pytest.fixture
def tokenizer():
    words = tokenizers.BertWordPieceTokenizer({word: number for number, word in enumerate(WORDS)})
    return transformers.BertTokenizerFast(tokenizer_object=words._tokenizer, eos_token="[SEP]")


def trainer(tmp_path, tokenizer, data, callbacks=(), **options):
    """A trainer of a tiny random model."""
    config = transformers.GPT2Config(
        vocab_size=len(WORDS), n_positions=32, n_embd=8, n_layer=1, n_head=2, bos_token_id=2, eos_token_id=3
    )
    collator = options.pop("data_collator", None)
    arguments = trl.SFTConfig(
        tmp_path,
        num_train_epochs=3,
        per_device_train_batch_size=2,
        remove_unused_columns=False,
        gradient_checkpointing=False,
        use_cpu=True,
        bf16=False,
        report_to=[],
        save_strategy="no",
        disable_tqdm=True,
        **options,
    )
    model = transformers.GPT2LMHeadModel(config)
    return trl.SFTTrainer(
        model,
        arguments,
        train_dataset=data,
        processing_class=tokenizer,
        callbacks=list(callbacks),
        data_collator=collator,
    )


def expected(epoch):
    return {DROP.drop(TEXT, id=row, view=epoch).text for row in range(4)}


def transform(augment, tokenizer, seen):
    def prepare(batch):
        texts = augment(batch)["text"]
        seen.append((augment.epoch, texts))
        return dict(tokenizer(texts))

    return prepare


def test_a_transform(tmp_path, tokenizer):
    augment, seen = Augment(DROP), []
    made = trainer(
        tmp_path,
        tokenizer,
        DATA.with_transform(transform(augment, tokenizer, seen)),
        [EpochCallback(augment)],
        dataset_kwargs={"skip_prepare_dataset": True},
    )
    seen.clear()  # the trainer looked at the first row
    made.train()
    texts = [{text for number, texts in seen if number == epoch for text in texts} for epoch in range(3)]
    assert texts == [expected(epoch) for epoch in range(3)] and texts[0] != texts[1] != texts[2]


def test_a_transform_that_is_not_skipped(tmp_path, tokenizer):
    """The trainer refuses it, because it would use the drops of one epoch for all."""
    data = DATA.with_transform(transform(Augment(DROP), tokenizer, []))
    with pytest.raises(ValueError, match="skip_prepare_dataset"):
        trainer(tmp_path, tokenizer, data)


def test_the_collator(tmp_path, tokenizer):
    seen = []

    class Watched(SpanDropCollator):
        def __call__(self, examples):
            batch = super().__call__(examples)
            seen.append((self.epoch, batch["input_ids"].tolist()))
            batch["labels"] = batch["input_ids"].masked_fill(batch["attention_mask"] == 0, -100)
            return batch

    data = DATA.map(lambda batch: dict(tokenizer(batch["text"])), batched=True, remove_columns=["text"])
    collator = Watched(DROP, tokenizer=tokenizer)
    made = trainer(
        tmp_path,
        tokenizer,
        data,
        [EpochCallback(collator)],
        dataset_kwargs={"skip_prepare_dataset": True},
        data_collator=collator,
    )
    made.train()
    rows = [{tuple(row) for number, rows in seen if number == epoch for row in rows} for epoch in range(3)]
    assert [number for number, _ in seen] == [0, 0, 1, 1, 2, 2] and rows[0] != rows[1] != rows[2]
