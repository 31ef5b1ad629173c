"""Spans of a text, such as its sentences, as spans of its tokens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy

from spandrop.segment import segment


def token_spans(encoded: Any, texts: Sequence[str], spans: str = "sentence", sequence: int = 0) -> list[list[int]]:
    """The number of its span for each token, -1 for tokens of no span or of another text of a pair.

    `encoded` comes from a fast tokenizer with return_offsets_mapping=True; `sequence` is 1 for the second of two
    texts. A token belongs to the span that its first character is in.

    >>> from tokenizers import Tokenizer, models, pre_tokenizers
    >>> from transformers import PreTrainedTokenizerFast
    >>> words = Tokenizer(models.WordLevel({"[UNK]": 0, "We": 1, "stayed": 2}, "[UNK]"))
    >>> words.pre_tokenizer = pre_tokenizers.Whitespace()
    >>> tokenizer = PreTrainedTokenizerFast(tokenizer_object=words, unk_token="[UNK]")
    >>> texts = ["It rained. We stayed."]
    >>> token_spans(tokenizer(texts, return_offsets_mapping=True), texts)
    [[0, 0, 0, 1, 1, 1]]
    """
    rows = encoded["offset_mapping"]
    # Windows of a long text are several rows of one text.
    text_of_row = encoded.get("overflow_to_sample_mapping", range(len(rows)))
    segmented: dict[int, Any] = {}
    made = []
    for row, places in enumerate(rows):
        text = int(text_of_row[row])
        if text not in segmented:
            found = sorted((begin, end, number) for number, span in enumerate(segment(texts[text], spans))
                           for begin, end in span)
            segmented[text] = numpy.array(found, dtype="i8").reshape(-1, 3).T
        begins, ends, owners = segmented[text]
        starts = numpy.asarray(places, dtype="i8").reshape(-1, 2)[:, 0]
        index = numpy.searchsorted(begins, starts, side="right") - 1
        inside = numpy.array([which == sequence for which in encoded.sequence_ids(row)], dtype=bool) & (index >= 0)
        inside &= starts < numpy.append(ends, 0)[index]
        made.append(numpy.where(inside, numpy.append(owners, -1)[index], -1).tolist())
    return made
