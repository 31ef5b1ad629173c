"""Annotations that repeat their text: the member stays equal to the text at their position."""

import warnings

import numpy
import pandas
import polars
import pyarrow
import pytest
from spandrop.datasets import Augment

import spandrop

AUG = spandrop.SpanDrop(rate=0.5, seed=1)
TEXT = "A. B. C. D. E. F."  # with the id 1, A and C are kept
STALE = "an annotation has lost text, but the member text or word was not equal to the text at that position"


def made_in_all_ways(sequence, annotation, aug=AUG):
    """The annotation after the same drop of a sequence, of an Arrow table, of data frames and of lists."""
    columns = {"id": [1], "text" if isinstance(sequence, str) else "tokens": [sequence], "annotations": [[annotation]]}
    yield aug.drop(sequence, annotations=[annotation], id=1).annotations
    yield aug.drop_table(pyarrow.table(columns))["annotations"][0].as_py()
    yield aug.drop_table(pandas.DataFrame(columns))["annotations"].iloc[0]
    yield aug.drop_table(polars.DataFrame(columns))["annotations"].to_list()[0]
    yield Augment(aug)(columns)["annotations"][0]


@pytest.mark.parametrize("member", ["text", "word"])
@pytest.mark.parametrize("begin", ["begin", "start"])
def test_a_cut_annotation_gets_the_new_text(begin, member):
    with warnings.catch_warnings(action="error"):
        for made in made_in_all_ways(TEXT, {begin: 0, "end": 8, member: "A. B. C.", "label": "x"}):
            assert made == [{begin: 0, "end": 5, member: "A. C.", "label": "x"}]
        for made in made_in_all_ways(TEXT, {begin: 6, "end": 7, member: "C"}):
            assert made == [{begin: 3, "end": 4, member: "C"}]
        for made in made_in_all_ways(TEXT, {begin: 3, "end": 4, member: "B"}):
            assert made == [{begin: 3, "end": 3, member: ""}]


def test_masks_change_the_text_too():
    mask = spandrop.SpanMask(mask="_", rate=0.5, seed=1)
    for made in made_in_all_ways(TEXT, {"begin": 0, "end": 8, "text": "A. B. C."}, mask):
        assert made == [{"begin": 0, "end": 8, "text": "A. ___C."}]


def test_other_texts_stay_with_a_warning():
    given = {"begin": 0, "end": 8, "text": "a b c"}
    with pytest.warns(UserWarning, match=f"{STALE} and stays unchanged: 'a b c'") as found:
        results = list(made_in_all_ways(TEXT, given))
    assert len(found) == len(results) and all(warning.filename == __file__ for warning in found)
    assert all(made == [{"begin": 0, "end": 5, "text": "a b c"}] for made in results)
    with warnings.catch_warnings(action="error"):  # nothing is lost
        assert all(
            made == [{"begin": 3, "end": 4, "text": "c"}]
            for made in made_in_all_ways(TEXT, {"begin": 6, "end": 7, "text": "c"})
        )


def test_tokens():
    words = TEXT.split()
    for made in made_in_all_ways(words, {"begin": 0, "end": 3, "text": "A. B. C."}):
        assert made == [{"begin": 0, "end": 2, "text": "A. C."}]
    for sequence in (numpy.array(words), pandas.Series(words, index=range(6, 0, -1)), polars.Series(words)):
        [made] = AUG.drop(sequence, annotations=[{"begin": 0, "end": 3, "text": "A. B. C."}], id=1).annotations
        assert made == {"begin": 0, "end": 2, "text": "A. C."}
    with pytest.warns(UserWarning, match=STALE):
        AUG.drop([1, 2, 3, 4, 5, 6], annotations=[{"begin": 0, "end": 3, "text": "A. B. C."}], id=1)


def test_members_that_are_not_texts():
    for own in (None, 7, ["A"]):
        with warnings.catch_warnings(action="error"):
            for made in made_in_all_ways(TEXT, {"begin": 0, "end": 8, "text": own}):
                assert made == [{"begin": 0, "end": 5, "text": own}]


def test_several_rows_with_missing_texts():
    """The member has a value in some rows only, and the second row has no annotations."""
    labels = [[{"begin": 0, "end": 8, "text": "A. B. C."}, {"begin": 6, "end": 7, "text": None}], None, []]
    columns = {"id": [1, 1, 1], "text": [TEXT, TEXT, None], "annotations": labels}
    expected = [[{"begin": 0, "end": 5, "text": "A. C."}, {"begin": 3, "end": 4, "text": None}], None, []]
    for kind in (pyarrow.string(), pyarrow.large_string(), pyarrow.dictionary(pyarrow.int32(), pyarrow.string())):
        member = pyarrow.struct({"begin": pyarrow.int64(), "end": pyarrow.int64(), "text": kind})
        column = pyarrow.array(labels, pyarrow.list_(member))
        made = AUG.drop_table(pyarrow.table({**columns, "annotations": column}))["annotations"]
        assert made.to_pylist() == expected and made.type == column.type
    mask = spandrop.SpanMask(mask="_", rate=0.5, seed=1)
    missing = {"id": [1, 2], "text": [None, TEXT], "annotations": [[{"begin": 0, "end": 0, "text": ""}], []]}
    for made in (mask.drop_table(pyarrow.table(missing)).to_pydict(), Augment(mask)(missing)):
        assert made["annotations"] == missing["annotations"]
    assert mask.drop_table(pandas.DataFrame(missing))["annotations"].tolist() == missing["annotations"]
    assert Augment(AUG)(columns)["annotations"] == expected
    assert AUG.drop_table(pandas.DataFrame(columns))["annotations"].tolist() == expected
