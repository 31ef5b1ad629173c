"""Becomes the program that came with the package. A module of its own, so that no library is loaded for it."""

import os
import pathlib
import sys


def main() -> None:
    program = pathlib.Path(__file__).parent / "spandrop/bin/spandrop"
    os.execv(program, [str(program), *sys.argv[1:]])
