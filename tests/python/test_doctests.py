"""The examples in the docstrings run."""

import doctest
import importlib
import pkgutil

import pytest

import spandrop

MODULES = [
    "spandrop",
    *(
        module.name
        for module in pkgutil.walk_packages(spandrop.__path__, "spandrop.")
        if module.name != "spandrop._native"
    ),
]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    assert doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS).failed == 0


def test_examples_of_the_compiled_module():
    """doctest does not find the docstrings of compiled functions."""
    names = vars(spandrop._native)
    runner = doctest.DocTestRunner()
    for name, function in names.items():
        runner.run(doctest.DocTestParser().get_doctest(function.__doc__ or "", dict(names), name, None, 0))
    assert runner.tries > 0 and runner.failures == 0


def test_there_are_examples():
    assert (
        doctest.testmod(importlib.import_module("spandrop._core.augment"), optionflags=doctest.ELLIPSIS).attempted > 8
    )
