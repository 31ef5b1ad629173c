"""Tokens that are never dropped, whatever the example: those that frame texts, turns and pairs."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import Any


def special_ids(given: Iterable[int] | None, tokenizer: Any) -> list[int] | None:
    """Those that are given, or those of a tokenizer; None if there is neither."""
    if given is not None:
        try:
            return [operator.index(token) for token in given]
        except TypeError:
            raise TypeError(f"[SpanDropCollator] expected special_tokens to be ids of tokens, got {given!r}") from None
    if tokenizer is None:
        return None
    # An unknown word is a word, unless its token stands for something else too, such as the end in GPT-2.
    others = [getattr(tokenizer, f"{name}_token_id", None) for name in ("bos", "eos", "cls", "sep", "pad", "mask")]
    # The marks of turns in chats are special, but have no name.
    added = [token for token, what in getattr(tokenizer, "added_tokens_decoder", {}).items() if what.special]
    return [token for token in {*tokenizer.all_special_ids, *added} if token != tokenizer.unk_token_id or token in others]
