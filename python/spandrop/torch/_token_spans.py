"""Convert spans of a text, such as sentences, to spans of its tokens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy
from numpy.typing import NDArray

from spandrop._core.segment import segment


def token_spans(
    encoded: Any, texts: Sequence[str | Sequence[str]], spans: str = "sentence", sequence: Literal[0, 1] | None = None
) -> list[list[int]]:
    """Return the number of each token's span, for the column `spans` of SpanDropCollator.

    A token belongs to the span of its first character that is not white space, because some tokenizers attach the space
    before a word to its token. Tokens outside all spans, or in the other text of a pair, get -1.

    Args:
        encoded: The output of a fast tokenizer for a list of texts, with return_offsets_mapping=True.
        texts: The texts that were encoded; for pairs, those that `sequence` selects. With is_split_into_words=True, lists
            of words. If long texts were split into windows, one text per text that was encoded, or one per window.
        spans: The rule, as for `segment`: "sentence", "word", "paragraph", "every:K", ...
        sequence: For pairs of texts, 0 selects the first text and 1 the second.

    Returns:
        One list per row of `encoded`.

    >>> from tokenizers import Tokenizer, models, pre_tokenizers
    >>> from transformers import PreTrainedTokenizerFast
    >>> words = Tokenizer(models.WordLevel({"[UNK]": 0, "We": 1, "stayed": 2}, "[UNK]"))
    >>> words.pre_tokenizer = pre_tokenizers.Whitespace()
    >>> tokenizer = PreTrainedTokenizerFast(tokenizer_object=words, unk_token="[UNK]")
    >>> texts = ["It rained. We stayed."]
    >>> token_spans(tokenizer(texts, return_offsets_mapping=True), texts)
    [[0, 0, 0, 1, 1, 1]]
    """
    rows = _offsets_of(encoded, texts)
    wanted = _sequence_of(encoded, len(rows), sequence)
    text_of_row = _texts_of_rows(encoded, len(rows), texts)
    segmented: dict[int, Any] = {}
    made = []
    for row, places in enumerate(rows):
        number = int(text_of_row[row])
        if number not in segmented:
            text, first = _joined(texts[number])
            found = sorted(
                (begin, end, owner) for owner, span in enumerate(segment(text, spans)) for begin, end in span
            )
            segmented[number] = len(text), first, *numpy.array(found, dtype="i8").reshape(-1, 3).T, _next_words(text)
        size, first, begins, ends, owners, words = segmented[number]
        inside = numpy.array([which == wanted for which in encoded.sequence_ids(row)], dtype=bool)
        starts, stops = numpy.where(inside, numpy.asarray(places, dtype="i8").reshape(-1, 2).T, 0)
        word_of = numpy.where(inside, [-1 if word is None else word for word in encoded.word_ids(row)], -1).astype("i8")
        if first is not None:  # offsets count from the start of each word
            if word_of.max(initial=-1) >= len(first) - 1:
                raise ValueError(
                    f"[token_spans] row {row}: expected the words that were encoded, got only {len(first) - 1} words"
                )
            shift = numpy.where(inside, first[word_of], 0)
            starts, stops = starts + shift, stops + shift
        elif _count_within_words(starts[inside], word_of[inside]):
            raise ValueError(
                f"[token_spans] row {row}: expected offsets within the text; for texts that were split into words, pass "
                "the lists of words"
            )
        if stops.max(initial=0) > size:
            raise ValueError(
                f"[token_spans] row {row}: expected the text that was encoded, got a text of {size} "
                f"characters for tokens up to {stops.max()}"
            )
        starts = words[starts]
        index = numpy.searchsorted(begins, starts, side="right") - 1
        inside &= (index >= 0) & (starts < numpy.append(ends, 0)[index])
        made.append(numpy.where(inside, numpy.append(owners, -1)[index], -1).tolist())
    return made


def _joined(text: str | Sequence[str]) -> tuple[str, NDArray[numpy.int64] | None]:
    """A text, and for a list of words the position of each word when they are joined by spaces, then 0 for no word."""
    if isinstance(text, str):
        return text, None
    sizes = [len(word) + 1 for word in text]
    return " ".join(text), numpy.append(numpy.cumsum([0, *sizes])[:-1], 0)


def _count_within_words(starts: NDArray[numpy.int64], word_of: NDArray[numpy.int64]) -> bool:
    """Whether offsets restart at each word: they decrease somewhere, or all words start at the same position."""
    first_tokens = starts[numpy.append(True, numpy.diff(word_of) != 0)[: len(starts)]]
    return bool((numpy.diff(starts) < 0).any() or len(first_tokens) > 1 and (first_tokens == first_tokens[0]).all())


def _offsets_of(encoded: Any, texts: Sequence[str | Sequence[str]]) -> Any:
    if not hasattr(encoded, "sequence_ids") or "offset_mapping" not in encoded:
        raise ValueError(
            "[token_spans] expected the output of a fast tokenizer for a list of texts with "
            f"return_offsets_mapping=True, got {type(encoded).__name__}"
        )
    rows = encoded["offset_mapping"]
    if isinstance(texts, str) or (len(rows) and numpy.ndim(rows[0]) != 2):
        raise ValueError("[token_spans] expected a list of texts and the output of a tokenizer for it, got one text")
    return rows


def _texts_of_rows(encoded: Any, rows: int, texts: Sequence[str | Sequence[str]]) -> Sequence[int]:
    """The index of the text of each row. The windows of a long text are several rows of one text.

    `texts` may have one text per text that was encoded, or one per row."""
    windows = encoded.get("overflow_to_sample_mapping")
    if windows is None:
        if rows != len(texts):
            raise ValueError(f"[token_spans] expected the texts of {rows} rows, got {len(texts)}")
        return range(rows)
    numbers = [int(number) for number in windows]
    count = max(numbers, default=-1) + 1
    if len(texts) == count:
        return numbers
    if len(texts) != rows:
        raise ValueError(
            f"[token_spans] expected the {count} texts that were encoded, or one text for each of their {rows} windows, "
            f"got {len(texts)}"
        )
    first = {number: row for row, number in reversed(list(enumerate(numbers)))}
    wrong = next((row for row, number in enumerate(numbers) if texts[row] != texts[first[number]]), None)
    if wrong is not None:
        raise ValueError(
            f"[token_spans] row {wrong}: expected the text of row {first[numbers[wrong]]}, because "
            "overflow_to_sample_mapping says that both are windows of it, got another one"
        )
    return range(rows)


def _sequence_of(encoded: Any, rows: int, sequence: Literal[0, 1] | None) -> int:
    if sequence is None:
        if any(1 in encoded.sequence_ids(row) for row in range(rows)):
            raise ValueError("[token_spans] expected sequence=0 or sequence=1 for pairs of texts, got neither")
        return 0
    if sequence not in (0, 1):
        raise ValueError(f"[token_spans] expected sequence to be 0 or 1, got {sequence!r}")
    return sequence


_SPACES = numpy.array([code for code in range(0x3001) if chr(code).isspace()], "u4")


def _next_words(text: str) -> NDArray[numpy.int64]:
    """For each position, that of the next character that is not white space, or itself if none follows."""
    places, none = numpy.arange(len(text) + 1), len(text)
    is_space = numpy.isin(numpy.frombuffer(text.encode("utf-32-le"), "u4"), _SPACES)
    words = numpy.append(numpy.where(is_space, none, places[:-1]), none)
    following = numpy.minimum.accumulate(words[::-1])[::-1]
    return numpy.where(following < none, following, places)
