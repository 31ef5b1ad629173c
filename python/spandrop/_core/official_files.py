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
    """Score predictions like the data set's official program.

    Files are names of plain, gzip or zstd files, the bytes of a plain file, or the result of json.load.

    Args:
        format: The data set: "squad", "hotpotqa", "multirc" or "docred".
        gold: The official file with the right answers.
        pred: The predictions.
        train_facts: DocRED's annotated training file, needed for Ign F1.
        distant_facts: DocRED's distantly supervised training file, for the Ign F1 that also excludes its facts.
        per_item: Add a list with the contribution of each question or document.
        compare: A second set of predictions. Adds the differences, with intervals from a paired bootstrap.
        resamples: Number of bootstrap samples.
        seed: Random seed of the bootstrap.

    Returns:
        What `spandrop score --json` prints, with the scores under their official names.

    Raises:
        ValueError: A file is invalid. The message starts with the location.

    >>> gold = {"data": [{"title": "", "paragraphs": [{"context": "It rained.", "qas": [
    ...     {"id": "a", "question": "What?", "answers": [{"text": "rained", "answer_start": 3}]}]}]}]}
    >>> score("squad", gold, {"a": "Rained!"})["scores"]
    {'exact_match': 100, 'f1': 100}
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
    """Count the spans and supporting facts of a data set, and predict the effect of dropping spans.

    Args:
        format: The data set: "squad", "hotpotqa", "multirc" or "docred".
        files: Official files, as for `score`. Several files count as one data set, and each question counts once.
        vocab: A WordPiece, or the name of its vocabulary file. Needed for SQuAD, whose spans are tokens.
        rate: Mean probability that a span is dropped.
        gamma: How much the rate varies between examples, as for SpanDrop.
        skip_bad: Skip and count invalid records instead of raising ValueError.

    Returns:
        What `spandrop stats --json` prints.
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
