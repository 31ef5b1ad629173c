"""Data frames of pandas and polars: values keep their types, and columns that a drop does not use are unchanged."""

import numpy
import pandas
import polars
import pytest

import spandrop

AUG = spandrop.SpanDrop(rate=0.5, seed=1)
WHOLE = spandrop.SpanDrop(rate=0)
TEXTS = ["A. B. C. D. E.", "F. G. H. I."]
LEFT = [AUG.drop(text, id=i).text for i, text in enumerate(TEXTS)]


def test_texts_that_are_categories():
    """A shortened text is not one of the old categories."""
    frame = pandas.DataFrame({"id": [0, 1, 2], "text": pandas.Categorical([*TEXTS, None])})
    made = AUG.drop_table(frame)["text"]
    assert made.tolist()[:2] == LEFT and pandas.isna(made.iloc[2]) and str(made.dtype) == "category"
    for kind in (polars.Categorical, polars.Enum(TEXTS)):
        frame = polars.DataFrame({"id": [0, 1, 2], "text": [*TEXTS, None]}, schema_overrides={"text": kind})
        assert AUG.drop_table(frame)["text"].to_list() == [*LEFT, None]


def test_unused_polars_columns_can_have_any_type():
    others = {
        "object": polars.Series([{1}, {2}], dtype=polars.Object),
        "wide": polars.Series([2**100, None], dtype=polars.Int128),
        "kind": polars.Series(["x", "y"], dtype=polars.Enum(["x", "y"])),
        "rows": [[1], [2, 3]],
    }
    frame = polars.DataFrame({"id": [0, 1], "text": TEXTS, **others})
    made = AUG.drop_table(frame)
    assert made["text"].to_list() == LEFT and made.columns == frame.columns
    for name in others:
        assert made[name].dtype == frame[name].dtype and made[name].to_list() == frame[name].to_list()


def test_unnamed_labels_in_polars():
    with pytest.warns(UserWarning, match="mask has one element per token but will not be shortened"):
        AUG.drop_table(polars.DataFrame({"id": [1], "tokens": [[1, 2]], "mask": [[1, 1]]}))
    with pytest.warns(UserWarning, match="answers contains answers that will not be moved"):
        AUG.drop_table(polars.DataFrame({"id": [1], "text": ["A."], "answers": [{"text": ["A"], "answer_start": [0]}]}))


ROWS = [
    numpy.array([1, numpy.nan, 3], "f4"),
    numpy.array([1, 2, 3], "u2"),
    numpy.array([], "i4"),
    [1, 2.5, numpy.nan],
    (1, "x", None),
    [{"role": "user"}, {"role": "model", "name": "m"}],
    [pandas.Timestamp(1, unit="ns")],
    [[1, 2], [3]],
    numpy.eye(3),
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{type(row).__name__}-{getattr(row, 'dtype', '')}")
@pytest.mark.parametrize("aug", [WHOLE, AUG], ids=["whole", "dropped"])
def test_tokens_in_pandas_keep_their_types(row, aug):
    frame = pandas.DataFrame({"id": [7, 8], "tokens": [row, None], "beside": [row, None]})
    made = aug.drop_table(frame, parallel="beside")
    expected = aug.drop(row, id=7).tokens
    for name in ("tokens", "beside"):
        found = made[name].iloc[0]
        assert type(found) is type(row) and made[name].iloc[1] is None
        if isinstance(row, numpy.ndarray):
            assert found.dtype == row.dtype and numpy.array_equal(found, expected, equal_nan=True)
        else:
            assert len(found) == len(expected) and all(a is b for a, b in zip(found, expected, strict=True))


def test_masks_of_pandas():
    mask = spandrop.SpanMask(mask=-1, rate=0.5, seed=1)
    rows = [numpy.arange(9, dtype="i2"), list(range(9)), tuple(range(9))]
    made = mask.drop_table(pandas.DataFrame({"id": [1, 2, 3], "tokens": rows}))["tokens"]
    for i, row in enumerate(rows):
        assert type(made[i]) is type(row) and list(made[i]) == list(mask.drop(row, id=i + 1).tokens)
    with pytest.raises(ValueError, match="expected a mask that fits into uint16, got -1"):
        mask.drop_table(pandas.DataFrame({"id": [1], "tokens": [numpy.arange(9, dtype="u2")]}))


def test_content_ids_in_pandas_do_not_depend_on_other_rows():
    """In one Arrow column, the integers of the first row would become floats because of the second."""
    rows = [[1, 2, 3, 4, 5, 6], [1, 2.5]]
    alone, beside = (AUG.drop_table(pandas.DataFrame({"tokens": listed}))["tokens"][0] for listed in (rows[:1], rows))
    assert alone == beside == AUG.drop(rows[0]).tokens
    numbers = AUG.drop_table(pandas.DataFrame({"tokens": [numpy.arange(1, 7, dtype="i4")]}))["tokens"][0]
    assert numbers.tolist() == alone


def test_answers_of_pandas_keep_their_types():
    answers = {"text": numpy.array(["C"], dtype=object), "answer_start": numpy.array([6], "i4"), "by": "me"}
    frame = pandas.DataFrame({"id": ["a"], "text": TEXTS[:1], "answers": [answers]})
    made = AUG.drop_table(frame, answers="answers")
    found, text = made["answers"][0], made["text"][0]
    assert found["answer_start"].dtype == "i4" and found["text"].dtype == object and found["by"] == "me"
    assert text[found["answer_start"][0] :].startswith(found["text"][0])


def test_subclasses_of_data_frames():
    class Corpus(pandas.DataFrame):
        pass

    assert AUG.drop_table(Corpus({"id": [0, 1], "text": TEXTS}))["text"].tolist() == LEFT


def test_rejected_frames():
    with pytest.raises(ValueError, match="expected one column named text, got 2"):
        AUG.drop_table(pandas.DataFrame([["A.", "B."]], columns=["text", "text"]))
    twice = AUG.drop_table(pandas.DataFrame([[0, TEXTS[0], 1, 2]], columns=["id", "text", "x", "x"]))
    assert twice["text"].tolist() == LEFT[:1] and twice["x"].values.tolist() == [[1, 2]]
    with pytest.raises(TypeError, match="expected a pyarrow table or a pandas or polars DataFrame, got pandas.Series"):
        AUG.drop_table(pandas.Series(TEXTS, name="text"))
    with pytest.raises(TypeError, match=r"got polars.LazyFrame; call collect\(\) first"):
        AUG.drop_table(polars.LazyFrame({"text": TEXTS}))
    with pytest.raises(ValueError, match="expected tokens to be a column of lists, got a str"):
        AUG.drop_table(pandas.DataFrame({"tokens": TEXTS}))


@pytest.mark.parametrize("missing", [None, numpy.nan, pandas.NA, pandas.NaT], ids=repr)
def test_missing_values_are_preserved(missing):
    for name, value in (("text", "A. B."), ("tokens", [1, 2])):
        frame = pandas.DataFrame({"id": [1, 2], name: pandas.Series([value, missing], dtype=object)})
        assert WHOLE.drop_table(frame)[name].iloc[1] is missing


def test_numbers_are_not_lists():
    for rows in ([1.5, 2.5], [[1, 2], 2.5]):
        with pytest.raises(ValueError, match="expected tokens to be a column of lists, got a float"):
            WHOLE.drop_table(pandas.DataFrame({"tokens": pandas.Series(rows, dtype=object)}))


def test_columns_without_a_name():
    """Files written by R have such a column, for the names of rows."""
    columns = {"": ["1", "2"], "id": [0, 1], "text": TEXTS}
    for frame in (pandas.DataFrame(columns), polars.DataFrame(columns)):
        made = AUG.drop_table(frame)
        assert list(made["text"]) == LEFT and list(made[""]) == ["1", "2"]
    tokens = {"": [1, 2], "id": [0, 1], "tokens": [[1, 2, 3], [4, 5]]}
    assert list(AUG.drop_table(pandas.DataFrame(tokens))[""]) == [1, 2]
