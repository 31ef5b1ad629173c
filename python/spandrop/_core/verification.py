"""Checks augmented records against the original ones."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from spandrop import _native
from spandrop._core.choices import DatasetFormat, MaskPer, OnLost, Protect, Schema
from spandrop._core.official_files import _source

Records: TypeAlias = str | os.PathLike[str] | bytes | dict[str, Any] | Sequence[Mapping[str, Any]]
"""The name of a plain, gzip or zstd file, the bytes of a plain one, or records as dictionaries."""


@dataclass(frozen=True)
class VerifyProblem:
    """Something that is not as it should be. As a string, all of it in one line.

    Args:
        file: The name of the file; "before" or "after" for content in memory.
        reason: What was expected, and what was found.
        line: The line or, for a list, the number of the record, from 1. None in an official file.
        id: The id of the record, if it has one.
        field: The field, such as "annotations[2]", or the path in an official file.
    """

    file: str
    reason: str
    line: int | None = None
    id: str | None = None
    field: str | None = None

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        record = None if self.id is None else f"record {self.id}"
        return ": ".join(part for part in (place, record, self.field, self.reason) if part)


@dataclass(frozen=True)
class Verification:
    """The result of `verify`. It is `ok` if there is no problem.

    Args:
        problems: The first problems; see `most_problems`.
        problem_count: Number of all problems.
        counts: What was dropped: the other members that `spandrop verify --json` prints.
    """

    problems: list[VerifyProblem]
    problem_count: int
    counts: dict[str, Any]

    @property
    def ok(self) -> bool:
        """Whether there is no problem."""
        return self.problem_count == 0


def _records(records: Records, name: str, is_lines: bool) -> tuple[str, bytes | None]:
    """A name for messages, and the content if it is in memory."""
    if is_lines and not isinstance(records, (str, os.PathLike, bytes)):
        if isinstance(records, Mapping) or not isinstance(records, Iterable):
            raise TypeError(f"[verify] expected {name} to be a file or a list of records, got {type(records).__name__}")
        return name, "".join(json.dumps(record) + "\n" for record in records).encode()
    source = _source(records, name)  # type: ignore[arg-type]
    assert source is not None
    return source


def verify(
    before: Records,
    after: Records,
    *,
    schema: Schema | None = None,
    format: DatasetFormat | None = None,
    spans: str = "auto",
    views: int | None = None,
    view_field: str | None = None,
    mask: str | int | None = None,
    per: MaskPer = "element",
    protect: Protect | None = None,
    on_lost: OnLost | None = None,
    offsets: str = "code-point",
    parallel: Sequence[str] = (),
    fields: Mapping[str, str] | None = None,
    plain_text: bool = False,
    split_questions: bool = False,
    allow_missing: bool = False,
    skip_bad: bool = False,
    most_problems: int = 10,
) -> Verification:
    """Check that augmented records are the original ones without whole spans, and that all labels fit.

    It does not matter what made the records. `docs/verify.md` lists what is checked, and what cannot be seen.

    Args:
        before: The original: the name of a JSON Lines file (plain, gzip or zstd), its bytes, or a list of records.
            With `format`, an official file or the result of json.load.
        after: The augmented records, in the same order.
        schema: A common record format: "squad-hf", "conll", "tokenized" or "chat".
        format: The data set of official files: "squad", "hotpotqa", "multirc" or "docred".
        spans: The rule that the records were made with, as for SpanDrop, or "any": anything can be missing.
        views: Number of views of each record. By default, all have as many as the first.
        view_field: The field that holds the number of the view.
        mask: What replaced dropped spans, if they were masked.
        per: Whether there is one mask per element or per span.
        protect: What must not be dropped, as for SpanDrop. "annotations" is the default for `format` and for the
            schema "squad-hf", "field" for all others.
        on_lost: The policy for lost annotations. "drop" is the default for `format`, "keep" for all others.
        offsets: Unit of positions in texts: "byte", "code-point" or "utf16".
        parallel: Names of arrays that are as long as the tokens.
        fields: Other names for the fields "text", "tokens", "id", "annotations", "protected", "spans", "question",
            "answers" and "tags".
        plain_text: Each line is a text, not JSON.
        split_questions: Each question of SQuAD or MultiRC has its own paragraph.
        allow_missing: Records and views can be missing.
        skip_bad: Skip and count invalid records of the original.
        most_problems: Number of problems that are described; all are counted.

    Raises:
        ValueError: An option is wrong, or the official file of the original is invalid.

    >>> before = [{"id": 1, "text": "It rained. Ines ran.", "annotations": [{"begin": 11, "end": 15}]}]
    >>> after = [{"id": 1, "text": "Ines ran.", "annotations": [{"begin": 0, "end": 4}]}]
    >>> result = verify(before, after)
    >>> result.ok, result.counts["spans_dropped"], result.counts["labels"]["shifted"]
    (True, 1, 1)
    >>> after[0]["annotations"][0]["end"] = 5
    >>> print(verify(before, after).problems[0])
    after:1: record 1: annotations[0]: expected 0 to 4 "Ines" (in the original: 11 to 15 "Ines"), got 0 to 5 "Ines "
    """
    is_official = format is not None
    if protect is None:
        protect = "annotations" if is_official or schema == "squad-hf" else "field"
    if on_lost is None:
        on_lost = "drop" if is_official else "keep"
    options = _native.Options(
        spans="auto" if spans == "any" else spans,
        mask=None if mask is None else str(mask),
        mask_spans=per == "span",
        protect=protect,
        on_lost=on_lost,
        offsets=offsets,
    )
    names = dict(fields or {})
    if view_field is not None:
        names["view"] = view_field
    report = json.loads(
        _native.verify(
            _records(before, "before", not is_official),
            _records(after, "after", not is_official),
            format,
            schema,
            options,
            names,
            list(parallel),
            views,
            most_problems,
            spans == "any",
            plain_text,
            allow_missing,
            skip_bad,
            split_questions,
        )
    )
    problems = [VerifyProblem(**problem) for problem in report.pop("problems")]
    count = report.pop("problem_count")
    del report["ok"]
    return Verification(problems, count, report)
