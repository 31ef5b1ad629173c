"""Official files of SQuAD 1.1, HotpotQA, MultiRC v2 and DocRED: scores and statistics, as the command gives them."""

from __future__ import annotations

import json
import os
from typing import Any, TypeAlias

from spandrop import _native
from spandrop.wordpiece import WordPiece

_DEFAULTS = _native.Options()

DatasetFile: TypeAlias = str | os.PathLike[str] | bytes | dict[str, Any] | list[Any]
"""The name of a file, plain, gzip or zstd; or the bytes of a plain one; or what json.load made of it."""


def _source(file: DatasetFile | None, name: str) -> tuple[str, bytes | None] | None:
    """A name, and the content if it is in memory."""
    if file is None:
        return None
    if isinstance(file, bytes):
        return name, file
    if isinstance(file, (dict, list)):
        return name, json.dumps(file).encode()
    path = os.fspath(file)
    os.stat(path)  # Python's own error if it is not there
    if os.path.isdir(path):
        raise IsADirectoryError(f"{name}: expected a file, got the directory {path}")
    return path, None


def score(format: str, gold: DatasetFile, pred: DatasetFile, *, train_facts: DatasetFile | None = None,
          distant_facts: DatasetFile | None = None, per_item: bool = False, compare: DatasetFile | None = None,
          resamples: int = _native.resamples, seed: int = _native.bootstrap_seed) -> dict[str, Any]:
    """The official scores of predictions for squad, hotpotqa, multirc or docred.

    What comes back is what `spandrop score --json` prints, with the scores under their official names:

    >>> gold = {"data": [{"title": "", "paragraphs": [{"context": "It rained.", "qas": [
    ...     {"id": "a", "question": "What?", "answers": [{"text": "rained", "answer_start": 3}]}]}]}]}
    >>> score("squad", gold, {"a": "Rained!"})["scores"]
    {'exact_match': 100, 'f1': 100}

    `per_item` adds a list of what each question, or document, adds to the scores. `compare` takes other
    predictions and adds the differences, with intervals by a paired bootstrap. Training facts are for
    DocRED's Ign F1. A file that is not what it should be is a ValueError with the place in it.
    """
    found, lines = _native.score(format, _source(gold, "gold"), _source(pred, "pred"),
                                 _source(train_facts, "train_facts"), _source(distant_facts, "distant_facts"),
                                 _source(compare, "compare"), resamples, seed)
    result: dict[str, Any] = json.loads(found)
    if per_item:
        result["per_item"] = [json.loads(line) for line in lines.split("\n")[:-1]]
    return result


def statistics(format: str, *files: DatasetFile, vocab: str | os.PathLike[str] | WordPiece | None = None,
               rate: float = _DEFAULTS.rate, gamma: float = _DEFAULTS.gamma, skip_bad: bool = False) -> dict[str, Any]:
    """Spans and supporting facts of a data set, each question counted once, and what a law makes of them.

    Several files count as one. The spans of SQuAD are tokens: `vocab` is a WordPiece or its file. What comes
    back is what `spandrop stats --json` prints.
    """
    if not files:
        raise ValueError("[statistics] expected files, got none")
    words = WordPiece(vocab) if isinstance(vocab, (str, os.PathLike)) else vocab
    if words is not None and not isinstance(words, WordPiece):
        raise TypeError(f"[statistics] expected vocab to be a WordPiece or its file, got {type(vocab).__name__}")
    sources = [_source(file, f"files[{i}]") for i, file in enumerate(files)]
    result: dict[str, Any] = json.loads(
        _native.statistics(format, sources, words._model if words else None, rate, gamma, skip_bad))
    return result
