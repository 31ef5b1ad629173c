"""Hugging Face's tokenizers, in one thread."""

import os

os.environ["TOKENIZERS_PARALLELISM"] = "false"
os.environ["RAYON_NUM_THREADS"] = "1"

import tokenizers  # noqa: E402


def make(vocabulary):
    """The uncased tokenizer of a vocab.txt."""
    return tokenizers.BertWordPieceTokenizer(str(vocabulary))


def encode(tokenizer, texts):
    """Everything that an Encoding has."""
    return tokenizer.encode_batch(texts)
