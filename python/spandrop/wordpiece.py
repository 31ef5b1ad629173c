"""Texts to tokens, as Hugging Face's tokenizers gives them for uncased BERT, in ragged arrays."""

from __future__ import annotations

import os
import pathlib
from collections.abc import Mapping, Sequence, Set
from typing import Any, NamedTuple, Self

import numpy
from numpy.typing import NDArray

from spandrop import _native


class Encoded(NamedTuple):
    """The tokens of a batch: text i has those from offsets[i] to offsets[i + 1].

    values: token ids; with offsets, what drop_ragged takes. places: begin and end of each token in its text, in code points.
    type_ids: 1 for the second text of a pair.
    """

    values: NDArray[numpy.int32]
    """Token ids."""
    offsets: NDArray[numpy.int64]
    """Where the rows begin and end; with values, what drop_ragged takes."""
    places: NDArray[numpy.int32]
    """Begin and end of each token in its text, in code points; 0 and 0 for tokens that were added."""
    type_ids: NDArray[numpy.uint8]
    """1 for the second text of a pair and what follows it."""


class WordPiece:
    """Uncased WordPiece with the vocabulary of a file: a vocab.txt, one token a line, or a tokenizer.json.

    >>> words = WordPiece.from_tokens(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "the", "ferr", "##y"])
    >>> encoded = words.encode(["The ferry", "the"])
    >>> encoded.values.tolist(), encoded.offsets.tolist()
    ([2, 4, 5, 6, 3, 2, 4, 3], [0, 5, 8])
    >>> encoded.places[:5].tolist()
    [[0, 0], [0, 3], [4, 8], [8, 9], [0, 0]]
    """

    def __init__(self, file: str | os.PathLike[str]) -> None:
        path = pathlib.Path(file)
        try:
            self._read(path.read_bytes().decode("utf-8"), path.suffix == ".json")  # a CR is part of a token
        except ValueError as error:
            raise ValueError(f"{path}: {error}") from error

    def _read(self, content: str, is_json: bool) -> None:
        self._content = content, is_json
        self._model = _native.WordPiece(content, is_json)

    @classmethod
    def from_tokens(cls, tokens: Sequence[str]) -> Self:
        """With a list of tokens, whose places are their ids; of `get_vocab()`: sorted(vocab, key=vocab.get)."""
        if isinstance(tokens, (str, Mapping, Set)):
            raise TypeError(f"[WordPiece] expected a list of tokens in the order of their ids, got a {type(tokens).__name__}")
        for number, token in enumerate(tokens):
            if "\n" in token or token != token.rstrip():
                raise ValueError(f"[WordPiece] token {number}: expected no line end, and no white space at its end, got {token!r}")
        made = cls.__new__(cls)
        made._read("".join(token + "\n" for token in tokens), False)
        return made

    def encode(self, texts: Sequence[str], pairs: Sequence[str] | None = None, *, add_special: bool = True,
               match_special: bool = True, max_length: int | None = None,
               truncation: str = "longest_first") -> Encoded:
        """The tokens of texts, or of texts and their pairs.

        `add_special`: [CLS] before, [SEP] after. `match_special`: [MASK] and its kin in a text are themselves.
        Results longer than `max_length` are cut: longest_first, only_first or only_second.
        """
        found = self._model.encode(texts, pairs, add_special, match_special, max_length, truncation)
        return Encoded(*found)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, WordPiece) and self._content == other._content

    def __hash__(self) -> int:
        return hash(self._content)

    def __getstate__(self) -> dict[str, Any]:
        return {"content": self._content}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._read(*state["content"])
