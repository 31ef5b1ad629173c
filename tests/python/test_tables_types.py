"""The Arrow types that tables can have, and the errors for invalid rows."""

import re

import numpy
import pyarrow
import pytest
from spandrop._arrow.batches import BatchDrop
from spandrop.datasets import Augment

import spandrop


def test_nulls_in_a_dictionary():
    """Nulls inside a dictionary count as null, for texts and for ids, where the draw then depends on the content."""
    coded = pyarrow.DictionaryArray.from_arrays(pyarrow.array([0, 1, 0]), pyarrow.array(["A. B. C. D.", None]))
    plain = coded.cast(pyarrow.string())
    aug = spandrop.SpanDrop(rate=0.5, seed=1)
    for names in ({"text": coded}, {"text": ["A. B.", "C. D.", "E. F."], "id": coded}):
        expected = {name: plain if column is coded else column for name, column in names.items()}
        assert aug.drop_table(pyarrow.table(names)).to_pydict() == aug.drop_table(pyarrow.table(expected)).to_pydict()


@pytest.mark.parametrize(("mask", "kind"), [(1.5, "int64"), (300, "uint8"), (-1, "uint32"), (1e300, "float32")])
def test_masks_that_do_not_fit(mask, kind):
    array = pyarrow.array([[7, 8, 9]], pyarrow.list_(getattr(pyarrow, kind)()))
    for per in ("element", "span"):
        aug = spandrop.SpanMask(mask=mask, rate=0.5, seed=1, per=per)
        for drop in (
            lambda aug=aug: aug.drop_table(pyarrow.table({"id": ["a"], "tokens": array})),
            lambda aug=aug: aug.drop_array(array, ids=["a"]),
        ):
            with pytest.raises(ValueError, match=f"expected a mask that fits into .*, got {re.escape(str(mask))}"):
                drop()


def test_lists_of_views_of_strings():
    tokens = pyarrow.array([["a", "b", None, "d"]], pyarrow.list_(pyarrow.string_view()))
    made = spandrop.SpanDrop(rate=0.5, seed=1).drop_table(pyarrow.table({"id": [1], "tokens": tokens}))
    assert made.schema.field("tokens").type == tokens.type
    assert made["tokens"].to_pylist() == [spandrop.SpanDrop(rate=0.5, seed=1).drop(["a", "b", None, "d"], id=1).tokens]


def test_row_numbers_count_through_all_chunks():
    def part(ends):
        return pyarrow.table(
            {"text": ["A. B."] * len(ends), "annotations": [[{"begin": 0, "end": end}] for end in ends]}
        )

    table = pyarrow.concat_tables([part([1, 1, 1]), part([1, 99])])
    assert table["text"].num_chunks == 2
    for given in (table, table.combine_chunks()):
        with pytest.raises(ValueError, match=r"row 4: annotations\[0\]"):
            spandrop.SpanDrop().drop_table(given)
    with pytest.raises(ValueError, match=r"row 4: annotations\[0\]"):
        BatchDrop(spandrop.SpanDrop(), views=2)(table)


def test_lists_of_a_fixed_size_become_lists():
    starts = pyarrow.array([[6]], pyarrow.list_(pyarrow.int32(), 1))
    words = pyarrow.array([["C"]], pyarrow.list_(pyarrow.string(), 1))
    answers = pyarrow.StructArray.from_arrays([words, starts], names=["text", "answer_start"])
    aug = spandrop.SpanDrop(rate=0.5, seed=1)
    made = aug.drop_table(
        pyarrow.table({"id": ["a"], "text": ["A. B. C. D."], "answers": answers}), answers="answers"
    ).to_pylist()[0]
    assert made["text"][made["answers"]["answer_start"][0] :].startswith("C")
    tokens = pyarrow.array([[1, 2, 3, 4]], pyarrow.list_(pyarrow.int16(), 4))
    for drop in (aug.drop_table, Augment(aug)):
        left = drop(pyarrow.table({"id": ["a"], "tokens": tokens}))
        assert left.schema.field("tokens").type == pyarrow.list_(pyarrow.int16())
        assert left["tokens"].to_pylist() == [aug.drop([1, 2, 3, 4], id="a").tokens]


def test_ids_of_arrays():
    """Ids can be names, their hashes, or missing for some rows, for strings and lists."""
    aug = spandrop.SpanDrop(rate=0.5, seed=1)
    for rows in (["A. B. C. D.", "E. F. G. H."], [[1, 2, 3, 4], [5, 6, 7, 8]], [["a", "b", "c"], ["d", "e"]]):
        array = pyarrow.array(rows)
        named = [aug.drop(row, id=name).sequence for row, name in zip(rows, "xy")]
        for ids in (["x", "y"], pyarrow.array(["x", "y"]), spandrop.example_ids(["x", "y"])):
            assert aug.drop_array(array, ids=ids).to_pylist() == named
        for ids in (["x", None], pyarrow.array(["x", None])):
            assert aug.drop_array(array, ids=ids).to_pylist() == [named[0], aug.drop(rows[1]).sequence]
        with pytest.raises(ValueError, match="id"):
            aug.drop_array(array, ids=["x"])


def test_tokens_that_are_tensors():
    tensors = pyarrow.ExtensionArray.from_storage(
        pyarrow.fixed_shape_tensor(pyarrow.int32(), [2]), pyarrow.array([[1, 2]], pyarrow.list_(pyarrow.int32(), 2))
    )
    with pytest.raises(
        ValueError, match="expected tokens to be a column of lists, got .*; some tools convert NumPy arrays to tensors"
    ):
        spandrop.SpanDrop().drop_table(pyarrow.table({"id": [1], "tokens": tensors}))


def test_dictionaries_with_small_indices():
    """The shortened texts can be more than the old indices can count."""
    texts = (
        pyarrow.array([f"A{i}. B{i % 40}. C." for i in range(60)] * 3)
        .dictionary_encode()
        .cast(pyarrow.dictionary(pyarrow.int8(), pyarrow.string()))
    )
    table = pyarrow.table({"id": range(180), "text": texts})
    aug = spandrop.SpanDrop(rate=0.5, seed=1)
    assert Augment(aug)(table)["text"].to_pylist() == aug.drop_table(table)["text"].to_pylist()


def test_ids_from_an_iterator():
    aug, array = spandrop.SpanDrop(rate=0.5, seed=1), pyarrow.array([["a", "b", "c"], ["d", "e"]])
    expected = aug.drop_array(array, ids=["x", "y"]).to_pylist()
    assert aug.drop_array(array, ids=iter("xy")).to_pylist() == expected
    some = aug.drop_array(array, ids=["x", None]).to_pylist()
    assert aug.drop_array(array, ids=numpy.array(["x", None], dtype=object)).to_pylist() == some
    with pytest.raises(TypeError, match="expected one id per row, got the str 'xy'"):
        aug.drop_array(array, ids="xy")
