"""Hugging Face's tokenizers, in one thread."""

import os

os.environ["TOKENIZERS_PARALLELISM"] = "false"
os.environ["RAYON_NUM_THREADS"] = "1"

import tokenizers  # noqa: E402


def make(vocabulary):
    """An uncased tokenizer for a vocab.txt."""
    return tokenizers.BertWordPieceTokenizer(str(vocabulary))


def encode(tokenizer, texts):
    """The complete encodings of the texts."""
    return tokenizer.encode_batch(texts)
