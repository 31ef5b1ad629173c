"""Columns that a drop does not use stay unchanged, with a warning if they no longer match the text."""

import copy
import warnings

import numpy
import pandas
import pyarrow
import pytest
from spandrop.datasets import Augment

import spandrop

AUG = spandrop.SpanDrop(rate=0.5, seed=1)
TEXT = "A. B. C. D. E. F."


def test_unused_pandas_columns_can_have_any_type():
    """Arrow cannot represent them, or would change them."""
    kinds = {
        "dicts": [{"a": 1}, {"b": "x"}],
        "mixed": [1, "x"],
        "sets": [{1}, {2}],
        "places": [1 + 2j, None],
        "grids": [numpy.eye(2), numpy.eye(3)],
        "whole": pandas.array([1, None], "Int64"),
        7: [0, 1],
        "kind": pandas.Categorical(["a", "b"]),
    }
    frame = pandas.DataFrame(
        {
            "id": ["x", "y"],
            "text": [TEXT, None],
            "annotations": [[{"begin": 0, "end": 1, "by": "me"}, {"begin": 9, "end": 10, "by": 5, "sure": True}], None],
            **kinds,
        },
        index=["same", "same"],
    )
    given = copy.deepcopy(frame)
    made = AUG.drop_table(frame)
    assert made["text"].iloc[0] == AUG.drop(TEXT, id="x").text and pandas.isna(made["text"].iloc[1])
    assert made["annotations"].tolist() == [
        AUG.drop(TEXT, id="x", annotations=given["annotations"].iloc[0]).annotations,
        None,
    ]
    assert all(made[name] is not frame[name] and made[name].tolist() is not None for name in kinds)
    for name in kinds:
        assert all(
            new is old or new == old
            for new, old in zip(made[name], given[name], strict=True)
            if not isinstance(old, numpy.ndarray) and pandas.isna(old) is not True
        )
        assert made[name].dtype == given[name].dtype
    pandas.testing.assert_frame_equal(frame, given)
    assert list(made.columns) == list(frame.columns) and made.index.equals(frame.index)


def test_an_unused_question_in_pandas_can_have_any_type():
    frame = pandas.DataFrame({"id": ["x"], "text": [TEXT], "q": [{1}]})
    assert AUG.drop_table(frame, question="q")["text"].iloc[0] == AUG.drop(TEXT, id="x").text


def test_arrays_in_pandas_stay_arrays():
    frame = pandas.DataFrame({"id": [1], "tokens": [numpy.arange(9)]})
    made = AUG.drop_table(frame)["tokens"].iloc[0]
    assert isinstance(made, numpy.ndarray) and made.tolist() == AUG.drop(list(range(9)), id=1).tokens


def test_pandas_values_of_mixed_types():
    with pytest.raises(ValueError, match="column text: expected values of one type"):
        AUG.drop_table(pandas.DataFrame({"text": ["A.", 5]}))
    with pytest.raises(ValueError, match="got double; in pandas, use Int64 for integers with missing values"):
        AUG.drop_table(pandas.DataFrame({"text": ["A.", "B."], "id": [1, None]}))


ANSWERS = {"id": ["a"], "text": [TEXT], "answers": [{"text": ["C"], "answer_start": [6]}]}
MASKS = {"id": ["a"], "tokens": [[1, 2, 3]], "attention_mask": [[1, 1, 1]], "other": [[1]]}


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        (ANSWERS, 'answers contains answers that will not be moved; pass answers="answers"'),
        (MASKS, "attention_mask has one element per token but will not be shortened; add it to parallel="),
    ],
)
def test_unnamed_labels(columns, message):
    import datasets

    table = pyarrow.table(columns)
    with pytest.warns(UserWarning, match=message) as found:
        AUG.drop_table(table)
    assert len(found) == 1
    for given in (table, columns):
        with pytest.warns(UserWarning, match=message):
            Augment(AUG)(given)
    with pytest.warns(UserWarning, match=message):
        AUG.drop_table(pandas.DataFrame(columns))
    with pytest.warns(UserWarning, match=message):
        datasets.Dataset(pyarrow.table(columns)).map(Augment(AUG), batched=True, load_from_cache_file=False)


@pytest.mark.parametrize(
    ("columns", "names"), [(ANSWERS, {"answers": "answers"}), (MASKS, {"parallel": "attention_mask"})]
)
def test_named_labels(columns, names):
    with warnings.catch_warnings(action="error"):
        AUG.drop_table(pyarrow.table(columns), **names)
        Augment(AUG, **names)(pyarrow.table(columns))
        Augment(AUG, **names)(columns)


def test_unknown_names():
    for call in (
        lambda: AUG.drop_table(pyarrow.table({"text": ["A."]}), views=3),
        lambda: Augment(AUG, text_column="x"),
    ):
        with pytest.raises(TypeError, match="unexpected keyword argument .(views|text_column)"):
            call()
    with pytest.raises(
        ValueError,
        match=r"expected one of the columns text and tokens, got \['id', 'context'\]; name the column with text= or tokens=",
    ):
        Augment(AUG)({"id": [1], "context": ["A."]})
    with pytest.raises(TypeError, match="expected a mapping of column names to lists, or a pyarrow table, got list"):
        Augment(AUG)([1])


def test_duplicate_column_names():
    """Only columns that a drop uses need unique names."""
    columns = [pyarrow.array(["x"]), pyarrow.array([TEXT]), pyarrow.array([1]), pyarrow.array([2])]
    made = AUG.drop_table(pyarrow.Table.from_arrays(columns, names=["id", "text", "z", "z"]))
    assert made.column_names == ["id", "text", "z", "z"] and [column.to_pylist() for column in made.columns[2:]] == [
        [1],
        [2],
    ]
    assert made.column(1).to_pylist() == [AUG.drop(TEXT, id="x").text]
    with pytest.raises(ValueError, match="expected one column named id, got 2"):
        AUG.drop_table(pyarrow.Table.from_arrays(columns[:2] + columns[2:3], names=["id", "text", "id"]))


def test_tokens_must_be_lists():
    with pytest.raises(ValueError, match="expected tokens to be a column of lists, got string"):
        AUG.drop_table(pyarrow.table({"tokens": ["a"], "others": [[1, 2]]}))
