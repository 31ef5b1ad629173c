"""The package shows the names that docs/python.md lists, and nothing else."""

import inspect
import json
import pickle
import re
import subprocess
import sys
import typing

import numpy
import pytest
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


@pytest.mark.parametrize("function", [SpanDrop.drop_table, Augment, spandrop.ray.drop, spandrop.spark.drop])
def test_columns_are_named_parameters(function):
    parameters = inspect.signature(function).parameters
    assert {"text", "tokens", "id", "answers", "tags", "tag_names", "parallel"} <= parameters.keys()
    assert not any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values())
    with pytest.raises(TypeError, match="unexpected keyword argument 'txt'"):
        function(SpanDrop(), txt="context")


def test_fixed_choices_are_literal_types():
    hints = typing.get_type_hints(SpanMask, vars(sys.modules[SpanDrop.__module__]) | {"ClassVar": typing.ClassVar})
    assert typing.get_args(hints["protect"]) == ("none", "field", "annotations")
    assert typing.get_args(hints["on_lost"]) == ("keep", "drop", "reject", "error")
    assert typing.get_args(hints["per"]) == ("element", "span")
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
