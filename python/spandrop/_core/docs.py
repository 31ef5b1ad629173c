"""Share the description of arguments between docstrings, so that help() lists all of them everywhere."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any, TypeVar

_Described = TypeVar("_Described", bound=Callable[..., Any])


def with_section(title: str, source: Any) -> Callable[[_Described], _Described]:
    """Replace the line "title: as for ..." of a docstring with that section of another docstring."""

    def fill_in(described: _Described) -> _Described:
        given, own = inspect.getdoc(source), inspect.getdoc(described)
        if given and own:  # python -OO removes docstrings
            section = re.search(rf"^{title}.*?(?=\n\n|\Z)", given, re.MULTILINE | re.DOTALL)
            assert section and re.search(rf"^{title}: as for .*", own, re.MULTILINE)
            described.__doc__ = re.sub(rf"(?m)^{title}: as for .*", lambda _: section[0], own)
        return described

    return fill_in
