"""Uncased BERT tokenisation, identical to Hugging Face's tokenizers, into ragged arrays."""

from __future__ import annotations

import os
import pathlib
from collections.abc import Mapping, Sequence, Set
from typing import Any, NamedTuple, Self

import numpy
from numpy.typing import NDArray

from spandrop import _native
from spandrop._core.choices import Truncation


class Encoded(NamedTuple):
    """The tokens of a batch. Text i has the token ids values[offsets[i]:offsets[i + 1]], ready for `drop_ragged`.

    Attributes:
        values: The token ids of all texts.
        offsets: Where each text begins in `values`, and the end of the last one.
        places: Begin and end of each token in its text, in code points; 0 and 0 for [CLS] and [SEP].
        type_ids: 1 for the second text of a pair and the [SEP] after it, otherwise 0.
    """

    values: NDArray[numpy.int32]
    offsets: NDArray[numpy.int64]
    places: NDArray[numpy.int32]
    type_ids: NDArray[numpy.uint8]


class WordPiece:
    """Uncased WordPiece tokeniser, as used by BERT.

    Args:
        file: A vocab.txt with one token per line, or a tokenizer.json.

    >>> words = WordPiece.from_tokens(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "the", "ferr", "##y"])
    >>> encoded = words(["The ferry", "the"])
    >>> encoded.values.tolist(), encoded.offsets.tolist()
    ([2, 4, 5, 6, 3, 2, 4, 3], [0, 5, 8])
    >>> encoded.places[:5].tolist()
    [[0, 0], [0, 3], [4, 8], [8, 9], [0, 0]]
    """

    def __init__(self, file: str | os.PathLike[str]) -> None:
        path = pathlib.Path(file)
        try:
            content = path.read_bytes().decode("utf-8")  # bytes, because a CR is part of a token
            self._read(content, path.suffix == ".json")
        except ValueError as error:
            raise ValueError(f"{path}: {error}") from error

    def _read(self, content: str, is_json: bool) -> None:
        self._content = content, is_json
        self._model = _native.WordPiece(content, is_json)

    @classmethod
    def from_tokens(cls, tokens: Sequence[str]) -> Self:
        """Make a tokeniser from a list of tokens.

        Args:
            tokens: The tokens in the order of their ids. From `vocab = tokenizer.get_vocab()`, this is
                sorted(vocab, key=vocab.get).
        """
        if isinstance(tokens, (str, Mapping, Set)):
            raise TypeError(
                f"[WordPiece] expected a list of tokens in the order of their ids, got a {type(tokens).__name__}"
            )
        for number, token in enumerate(tokens):
            if "\n" in token or token != token.rstrip():
                raise ValueError(
                    f"[WordPiece] token {number}: expected no line break and no trailing white space, got {token!r}"
                )
        made = cls.__new__(cls)
        made._read("".join(token + "\n" for token in tokens), False)
        return made

    def encode(
        self,
        texts: Sequence[str],
        pairs: Sequence[str] | None = None,
        *,
        add_special: bool = True,
        match_special: bool = True,
        max_length: int | None = None,
        truncation: Truncation = "longest_first",
    ) -> Encoded:
        """Tokenise texts, or pairs of texts.

        Args:
            texts: The texts, or the first text of each pair.
            pairs: The second text of each pair.
            add_special: Add [CLS] before the first text and [SEP] after each text.
            match_special: Recognise special tokens, such as [MASK], in a text.
            max_length: Maximum number of tokens per text or pair. Longer ones are truncated.
            truncation: Which text of a pair is truncated: "longest_first", "only_first" or "only_second".

        Returns:
            The token ids of all texts, with their offsets, their positions in the texts and their types.
        """
        found = self._model.encode(texts, pairs, add_special, match_special, max_length, truncation)
        return Encoded(*found)

    __call__ = encode

    def __eq__(self, other: object) -> bool:
        return isinstance(other, WordPiece) and self._content == other._content

    def __hash__(self) -> int:
        return hash(self._content)

    def __getstate__(self) -> dict[str, Any]:
        return {"content": self._content}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._read(*state["content"])
