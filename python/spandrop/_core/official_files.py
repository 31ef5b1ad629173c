"""Scores and statistics of the official files of SQuAD 1.1, HotpotQA, MultiRC v2 and DocRED."""

from __future__ import annotations

import json
import os
from typing import Any, TypeAlias

from spandrop import _native
from spandrop._core.choices import DatasetFormat
from spandrop._core.wordpiece import WordPiece

_DEFAULTS = _native.Options().to_dict()

DatasetFile: TypeAlias = str | os.PathLike[str] | bytes | dict[str, Any] | list[Any]
"""The name of a plain, gzip or zstd file, the bytes of a plain one, or the result of json.load."""


def _source(file: DatasetFile | None, name: str) -> tuple[str, bytes | None] | None:
    """A name for messages, and the content if it is in memory."""
    if file is None:
        return None
    if isinstance(file, bytes):
        return name, file
    if isinstance(file, (dict, list)):
        return name, json.dumps(file).encode()
    path = os.fspath(file)
    os.stat(path)  # raises FileNotFoundError
    if os.path.isdir(path):
        raise IsADirectoryError(f"{name}: expected a file, got the directory {path}")
    return path, None


def score(
    format: DatasetFormat,
    gold: DatasetFile,
    pred: DatasetFile,
    *,
    train_facts: DatasetFile | None = None,
    distant_facts: DatasetFile | None = None,
    per_item: bool = False,
    compare: DatasetFile | None = None,
    resamples: int = _native.resamples,
    seed: int = _native.bootstrap_seed,
) -> dict[str, Any]:
    """Score predictions the way the data set's official program does.

    Returns what `spandrop score --json` prints, with the scores under their official names:

    >>> gold = {"data": [{"title": "", "paragraphs": [{"context": "It rained.", "qas": [
    ...     {"id": "a", "question": "What?", "answers": [{"text": "rained", "answer_start": 3}]}]}]}]}
    >>> score("squad", gold, {"a": "Rained!"})["scores"]
    {'exact_match': 100, 'f1': 100}

    `per_item` adds a list with the contribution of each question or document. `compare` accepts a second set of
    predictions and adds the differences, with intervals from a paired bootstrap of `resamples` samples. `train_facts` and
    `distant_facts` are needed for DocRED's Ign F1. An invalid file raises ValueError; the message starts with the location.
    """
    found, lines = _native.score(
        format,
        _source(gold, "gold"),
        _source(pred, "pred"),
        _source(train_facts, "train_facts"),
        _source(distant_facts, "distant_facts"),
        _source(compare, "compare"),
        resamples,
        seed,
    )
    result: dict[str, Any] = json.loads(found)
    if per_item:
        result["per_item"] = [json.loads(line) for line in lines.split("\n")[:-1]]
    return result


def statistics(
    format: DatasetFormat,
    *files: DatasetFile,
    vocab: str | os.PathLike[str] | WordPiece | None = None,
    rate: float = _DEFAULTS["rate"],
    gamma: float = _DEFAULTS["gamma"],
    skip_bad: bool = False,
) -> dict[str, Any]:
    """Count the spans and supporting facts of a data set, and predict the effect of dropping.

    Each question counts once, and several files count as one data set. The spans of SQuAD are tokens, so it needs `vocab`:
    a WordPiece, or the name of its vocabulary file. Returns what `spandrop stats --json` prints.
    """
    if not files:
        raise ValueError("[statistics] expected at least one file, got none")
    words = WordPiece(vocab) if isinstance(vocab, (str, os.PathLike)) else vocab
    if words is not None and not isinstance(words, WordPiece):
        raise TypeError(
            f"[statistics] expected vocab to be a WordPiece or the name of a file, got {type(vocab).__name__}"
        )
    sources = [_source(file, f"files[{i}]") for i, file in enumerate(files)]
    result: dict[str, Any] = json.loads(
        _native.statistics(format, sources, words._model if words else None, rate, gamma, skip_bad)
    )
    return result
