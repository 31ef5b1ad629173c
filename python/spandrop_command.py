"""Run the program that the package contains. A separate module, so that it starts without importing anything else."""

import os
import pathlib
import sys


def main() -> None:
    program = pathlib.Path(__file__).parent / "spandrop/bin/spandrop"
    os.execv(program, [str(program), *sys.argv[1:]])
