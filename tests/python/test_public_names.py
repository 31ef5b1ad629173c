"""The package shows the names that docs/python.md lists, and nothing else."""

import importlib
import inspect
import json
import pickle
import re
import subprocess
import sys
import typing

import numpy
import pytest
import spandrop.parquet
import spandrop.ray
import spandrop.spark
from conftest import ROOT
from spandrop.datasets import Augment
from spandrop.torch import SpanDropCollator

import spandrop
from spandrop import SpanDrop, SpanMask

NAMES = ROOT.joinpath("docs/python.md").read_text().split("### Names\n")[1].split("### ")[0]
ADAPTERS = set(re.findall(r"`spandrop\.(\w+)`", NAMES))
DOCUMENTED = {
    name for row in re.findall(r"^\| (`\w.*?) \|", NAMES, re.MULTILINE) for name in re.findall(r"`(\w+)`", row)
}


def shown(imports):
    code = f"import json, spandrop; {imports}; print(json.dumps(dir(spandrop)))"
    return set(json.loads(subprocess.check_output([sys.executable, "-c", code], text=True)))


def test_the_documented_names_are_shown():
    assert shown("pass") == DOCUMENTED == set(spandrop.__all__)
    assert "SpanDrop" in DOCUMENTED and "segment" in DOCUMENTED


def test_adapters_are_shown_once_they_are_imported():
    assert ADAPTERS == {"datasets", "lightning", "parquet", "ray", "spark", "torch", "transformers"}
    assert shown("import spandrop.parquet, spandrop.ray") == DOCUMENTED | {"parquet", "ray"}


def test_segment_is_a_function():
    assert inspect.isfunction(spandrop.segment)
    with pytest.raises(ImportError):
        __import__("spandrop.segment")


def test_objects_can_be_called():
    aug = SpanDrop(rate=0.5, seed=1)
    text, names = "A. B. C. D.", [(3, 5, "x")]
    called, dropped = aug(text, annotations=names, id=1), aug.drop(text, annotations=names, id=1)
    assert called.text == dropped.text != text and called.annotations == dropped.annotations
    mask = SpanMask(mask=0, rate=0.5, seed=1)
    assert mask([1, 2, 3], id=1).tokens == mask.drop([1, 2, 3], id=1).tokens != [1, 2, 3]
    words = spandrop.WordPiece.from_tokens(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "a"])
    assert numpy.array_equal(words(["a a"]).values, words.encode(["a a"]).values)


@pytest.mark.parametrize(
    "function", [SpanDrop.drop_table, Augment, spandrop.parquet.drop_file, spandrop.ray.drop, spandrop.spark.drop]
)
def test_columns_are_named_parameters(function):
    parameters = inspect.signature(function).parameters
    assert {"text", "tokens", "id", "answers", "tags", "tag_names", "parallel"} <= parameters.keys()
    assert not any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values())
    with pytest.raises(TypeError, match="unexpected keyword argument 'txt'"):
        function(SpanDrop(), txt="context")


def public_functions():
    """All public functions, classes and methods that are written in Python."""
    modules = [spandrop, *(importlib.import_module(f"spandrop.{name}") for name in sorted(ADAPTERS))]
    for module in modules:
        for name in module.__all__:
            made = getattr(module, name)
            if callable(made) and made.__module__ != "spandrop._native":
                yield pytest.param(made, id=f"{module.__name__}.{name}")
                own = vars(made).items() if inspect.isclass(made) and not issubclass(made, tuple) else ()
                for member, method in own:
                    if inspect.isfunction(method) and not member.startswith(("_", "on_")) and member != "setup":
                        yield pytest.param(method, id=f"{module.__name__}.{name}.{member}")


@pytest.mark.parametrize("function", list(public_functions()))
def test_docstrings_list_each_parameter(function):
    described = inspect.getdoc(function)
    for name, parameter in inspect.signature(function).parameters.items():
        assert parameter.kind is not parameter.VAR_KEYWORD
        assert name == "self" or re.search(rf"^ +{name}: [A-Z0-9\"]", described, re.MULTILINE), name


def test_docstrings_describe_columns_alike():
    columns = [
        re.search(r"^Columns \(.*?\n\n", inspect.getdoc(function), re.MULTILINE | re.DOTALL)[0]
        for function in (
            SpanDrop.drop_table,
            Augment,
            spandrop.parquet.drop_file,
            spandrop.ray.drop,
            spandrop.spark.drop,
        )
    ]
    assert len(set(columns)) == 1


def test_adapters_show_public_names_only():
    for name in ADAPTERS:
        module = importlib.import_module(f"spandrop.{name}")
        row = re.search(rf"^\| .*`spandrop\.{name}`.* \| (.*) \|$", NAMES, re.MULTILINE)[1]
        assert set(module.__all__) == set(re.findall(r"`(\w+)`", row))


def test_fixed_choices_are_literal_types():
    hints = typing.get_type_hints(SpanMask, vars(sys.modules[SpanDrop.__module__]) | {"ClassVar": typing.ClassVar})
    assert typing.get_args(hints["protect"]) == ("none", "field", "annotations")
    assert typing.get_args(hints["on_lost"]) == ("keep", "drop", "reject", "error")
    assert typing.get_args(hints["per"]) == ("element", "span")
    fates = typing.get_type_hints(spandrop.Dropped)["fates"]
    assert typing.get_args(typing.get_args(fates)[0]) == spandrop._native.FATES
    for choice in typing.get_args(hints["protect"]):
        assert SpanDrop(protect=choice).protect == choice
    for choice in typing.get_args(hints["on_lost"]):
        assert SpanDrop(on_lost=choice).on_lost == choice


@pytest.mark.parametrize(
    "made",
    [
        SpanDrop(rate=0.5),
        SpanMask(mask=3),
        spandrop.WordPiece.from_tokens(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "a"]),
        spandrop.ray.drop(SpanDrop(), text="context"),
    ],
)
def test_objects_survive_pickling(made):
    assert pickle.loads(pickle.dumps(made)) == made


def test_adapters_survive_pickling():
    collator = pickle.loads(pickle.dumps(SpanDropCollator(SpanDrop(rate=0.5, seed=1), special_tokens=[1])))
    assert collator.drop == SpanDrop(rate=0.5, seed=1)
    augment = pickle.loads(pickle.dumps(Augment(SpanDrop(), text="context", view=3)))
    assert augment.columns.text == "context" and augment.epoch == 3
