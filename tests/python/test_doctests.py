"""The examples in the docstrings run."""

import doctest
import importlib
import pkgutil

import pytest

import spandrop

FOLDERS = {"spandrop": spandrop.__path__, "spandrop.torch": [f"{folder}/torch" for folder in spandrop.__path__]}
MODULES = ["spandrop", *(f"{package}.{module.name}" for package, path in FOLDERS.items()
                         for module in pkgutil.iter_modules(path)
                         if module.name != "_native")]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    assert doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS).failed == 0


def test_examples_of_the_compiled_module():
    """doctest does not look into functions that are compiled."""
    names = vars(spandrop._native)
    runner = doctest.DocTestRunner()
    for name, function in names.items():
        runner.run(doctest.DocTestParser().get_doctest(function.__doc__ or "", dict(names), name, None, 0))
    assert runner.tries > 0 and runner.failures == 0


def test_there_are_examples():
    assert doctest.testmod(importlib.import_module("spandrop.augment"), optionflags=doctest.ELLIPSIS).attempted > 8
