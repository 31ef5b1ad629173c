"""A tiny tokenizer and tiny models, so that the examples download nothing."""

import json
import pathlib

import tokenizers
import transformers

FOLDER = pathlib.Path(__file__).resolve().parent.parent


def records(name):
    """The records of a file in the folder above."""
    return [json.loads(line) for line in (FOLDER / name).read_text(encoding="utf-8").splitlines()]


def tokenizer(texts):
    """A WordPiece tokenizer with BERT's special tokens, trained on texts."""
    made = tokenizers.BertWordPieceTokenizer()
    made.train_from_iterator(texts, vocab_size=1000, show_progress=False)
    return transformers.BertTokenizerFast(tokenizer_object=made._tokenizer)


def config(**options):
    """A BERT that trains in seconds."""
    return transformers.BertConfig(
        vocab_size=1000, hidden_size=32, num_hidden_layers=1, num_attention_heads=2, intermediate_size=64, **options
    )


def arguments(folder, steps):
    """Settings for a short training run without output."""
    return transformers.TrainingArguments(
        folder,
        max_steps=steps,
        per_device_train_batch_size=4,
        report_to="none",
        save_strategy="no",
        logging_strategy="no",
        disable_tqdm=True,
        use_cpu=True,
    )
