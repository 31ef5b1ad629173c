"""The line of the user's code that a warning should point to."""

from __future__ import annotations

import os
import pathlib
import sys

_PACKAGE = str(pathlib.Path(__file__).parents[1]) + os.sep


def stacklevel() -> int:
    """The stacklevel, for warnings.warn in the calling function, of the first caller outside of this package."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_PACKAGE):
        level, frame = level + 1, frame.f_back
    return level
