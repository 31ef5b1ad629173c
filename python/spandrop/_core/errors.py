"""Errors that callers may want to tell from others, and the texts of messages."""

from __future__ import annotations


class MissingColumnError(ValueError):
    """A table lacks a column that was named, or has neither texts nor tokens.

    Args:
        message: What was expected, and what the table has.
    """

    __module__ = "spandrop"

    def __init__(self, message: str) -> None:
        super().__init__(message)


def shortened(value: object, most: int = 60) -> str:
    """The start of a value, for a message.

    >>> shortened("abcdefgh", most=3)
    'abc...'
    """
    text = str(value)
    return text if len(text) <= most else text[:most] + "..."
