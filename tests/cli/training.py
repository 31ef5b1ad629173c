"""Starts runs of `spandrop findanimals train` for the tests, and reads what they wrote."""

import json
import pathlib
import time

import pytest
from conftest import PROGRAM

# Training is in a separate program, which a build without libtorch does not have.
needs_libtorch = pytest.mark.skipif(
    not pathlib.Path(PROGRAM).with_name("spandrop-nn").exists(), reason="spandrop-nn is not built"
)

# A model that trains in a second, with dropout so that every step is random.
SMALL = {
    "length": 20,
    "train-size": 60,
    "dev-size": 100,
    "test-size": 100,
    "steps": 400,
    "batch": 8,
    "width": 16,
    "layers": 2,
    "heads": 2,
    "feed-forward": 32,
    "dropout": 0.1,
    "attention-dropout": 0.1,
    "method": "beta",
    "warmup": 20,
    "evaluate-every": 60,
    "checkpoint-every": 25,
}


def train_command(directory, settings=()):
    """The command that trains the small model; `settings` override its settings."""
    options = [f"--{name}={value}" for name, value in (SMALL | dict(settings)).items()]
    return [PROGRAM, "findanimals", "train", "-o", str(directory), "-q", *options]


def metrics_of(directory):
    lines = (directory / "metrics.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines]


def without_times(metrics):
    """The metrics without times and speeds."""
    return [
        {name: value for name, value in report.items() if name not in ("wall_time", "examples_per_second")}
        for report in metrics
    ]


def weights(directory):
    return [(directory / f"{name}.safetensors").read_bytes() for name in ("last", "best")]


def wait_for_step(process, directory, step):
    """Wait until that step or a later one is reported."""
    while process.poll() is None:
        try:
            if any(report["step"] >= step for report in metrics_of(directory)):
                return
        except (FileNotFoundError, json.JSONDecodeError):
            pass
        time.sleep(0.002)
