"""Special tokens, which delimit texts, pairs and turns. They are never dropped."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import Any


def special_ids(given: Iterable[int] | None, tokenizer: Any) -> list[int] | None:
    """The given special tokens, or those of the tokenizer; None if there is neither."""
    if given is not None:
        try:
            return [operator.index(token) for token in given]
        except TypeError:
            raise TypeError(f"[SpanDropCollator] expected special_tokens to be token ids, got {given!r}") from None
    if tokenizer is None:
        return None
    # The token for unknown words counts as a word, unless it has another role too, such as the end of text in GPT-2.
    others = [getattr(tokenizer, f"{name}_token_id", None) for name in ("bos", "eos", "cls", "sep", "pad", "mask")]
    # Chat templates mark turns with special tokens that have no named role.
    added = [token for token, what in getattr(tokenizer, "added_tokens_decoder", {}).items() if what.special]
    return [
        token for token in {*tokenizer.all_special_ids, *added} if token != tokenizer.unk_token_id or token in others
    ]
