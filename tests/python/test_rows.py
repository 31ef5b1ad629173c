"""Rows of Python values: a draw depends only on its row, and remaining values keep their types."""

import datasets
import numpy
import pandas
import pyarrow
import pytest
from spandrop._arrow.batches import BatchDrop
from spandrop.datasets import Augment

import spandrop

AUG = spandrop.SpanDrop(rate=0.5, seed=1)
TURNS = [{"role": "user", "content": str(i)} for i in range(8)]
NAMED = [{**turn, "name": "Ann"} for turn in TURNS]


@pytest.mark.parametrize("beside", [[], [NAMED], [[1.5]], [None], [[]]])
@pytest.mark.parametrize("first", [TURNS, list(range(8)), [1, "a", None, 2.5, [3], True]])
@pytest.mark.parametrize("aug", [AUG, spandrop.SpanMask(mask=0, rate=0.5, seed=1)])
def test_other_rows_change_nothing(aug, first, beside):
    expected = aug.drop(first).tokens
    made = Augment(aug)({"tokens": [first, *beside]})["tokens"]
    assert (
        made[0] == expected and list(map(type, made[0])) == list(map(type, expected)) and len(made) == 1 + len(beside)
    )
    frame = pandas.DataFrame({"tokens": pandas.Series([first, *beside], dtype=object)})
    assert aug.drop_table(frame)["tokens"].iloc[0] == expected


def test_tables_and_rows_give_the_same_draws():
    """In a table of mappings, each row has all members that occur in any row; missing ones are null."""
    apart = [AUG.drop_table(pyarrow.table({"tokens": [row]})).to_pylist()[0]["tokens"] for row in (TURNS, NAMED)]
    together = AUG.drop_table(pyarrow.table({"tokens": [TURNS, NAMED]})).to_pylist()
    for row, expected in zip(together, apart):
        assert [turn["content"] for turn in row["tokens"]] == [turn["content"] for turn in expected]
    assert [turn["content"] for turn in apart[0]] == [turn["content"] for turn in AUG.drop(TURNS).tokens]


def test_the_batch_size_of_a_stream_does_not_change_draws():
    stream = datasets.IterableDataset.from_generator(lambda: iter([{"messages": TURNS}, {"messages": NAMED}]))
    made = [list(stream.map(Augment(AUG, tokens="messages"), batched=True, batch_size=size)) for size in (1, 2)]
    assert made[0] == made[1] == [{"messages": AUG.drop(turns).tokens} for turns in (TURNS, NAMED)]


TEXT = "A. B. C. D. E. F."
LABELS = [
    [{"begin": i, "end": i + 1, "label": i} for i in range(0, 17, 3)],
    [{"begin": 3, "end": 4, "score": "x"}],
    None,
    [],
    [(0, 1, "a"), (3, 4, None), (6, 7, 2.5)],
]


@pytest.mark.parametrize("policy", ["keep", "drop"])
@pytest.mark.parametrize("tokens", [False, True])
def test_ranges_keep_their_other_members(policy, tokens):
    """Remaining ranges keep their other members, even if other ranges are removed."""
    aug = spandrop.SpanDrop(rate=0.5, seed=4, on_lost=policy, spans="every:1" if tokens else "sentence")
    sequence = list(TEXT) if tokens else TEXT
    batch = {"id": list(range(5)), "tokens" if tokens else "text": [sequence] * 5, "annotations": LABELS}
    expected = [
        None if row is None else aug.drop(sequence, id=i, annotations=row).annotations for i, row in enumerate(LABELS)
    ]
    assert (
        Augment(aug)(batch)["annotations"] == expected
        and 0 < len(expected[0]) <= 6
        and (policy == "keep" or len(expected[0]) < 6)
    )
    assert aug.drop_table(pandas.DataFrame(batch))["annotations"].tolist() == expected
    for name in ("protected", "annotations"):  # types that Arrow columns lack
        odd = [[{"begin": 0, "end": 1, "l": "x"}], [{"begin": 0, "end": 1, "l": 2}]]
        made = Augment(spandrop.SpanDrop(rate=0))({"id": [1, 2], "text": ["A. B."] * 2, name: odd})
        assert made[name] == odd


def test_rows_without_tokens():
    """A batch in which no row has tokens is valid."""
    rows = datasets.Dataset.from_dict(
        {"id": [1, 2], "tokens": [["a", "b"], []], "tags": [["O", "B-A"], []], "n": [[0, 1], []]}
    )
    for aug in (
        Augment(AUG, tags="tags"),
        Augment(AUG, tags="n", tag_names=["O", "B-A", "I-A"]),
        Augment(spandrop.SpanMask(mask="m", rate=0.5)),
    ):
        one, all_ = (list(rows.map(aug, batched=True, batch_size=size)) for size in (1, 2))
        assert one == all_ and one[1] == {"id": 2, "tokens": [], "tags": [], "n": []}
        assert rows.with_transform(aug)[1]["tokens"] == []
    nothing = {"tokens": [None], "spans": [None], "annotations": [[{"begin": 0, "end": 1}]]}
    assert Augment(spandrop.SpanDrop(spans="field"))(nothing) == nothing
    with pytest.raises(ValueError, match="as long as those of the tokens"):
        AUG.drop_table(
            pyarrow.table({"tokens": pyarrow.array([[]], pyarrow.list_(pyarrow.string())), "t": [["O"]]}), tags="t"
        )
    none = pandas.DataFrame({"id": [1], "tokens": [["a"]], "tags": [["O"]]})[[False]]
    assert len(AUG.drop_table(none, tags="tags")) == 0
    empty = pyarrow.table({"id": [1], "tokens": pyarrow.array([[]], pyarrow.list_(pyarrow.null()))})
    assert spandrop.SpanMask(mask="m").drop_table(empty).to_pylist() == [{"id": 1, "tokens": []}]


def test_types_of_arrow_in_pandas():
    fixed = pandas.Series([[1, 2, 3]], dtype=pandas.ArrowDtype(pyarrow.list_(pyarrow.int32(), 3)))
    made = AUG.drop_table(pandas.DataFrame({"id": ["a"], "tokens": fixed}))
    assert list(made["tokens"].iloc[0]) == AUG.drop([1, 2, 3], id="a").tokens
    texts = [" ".join(f"W{i}{j}." for j in range(12)) for i in range(300)]  # more than an 8-bit index can count
    words = pandas.Series(
        texts[:100] * 3, dtype=pandas.ArrowDtype(pyarrow.dictionary(pyarrow.int8(), pyarrow.string()))
    )
    made = AUG.drop_table(pandas.DataFrame({"id": range(300), "text": words}))
    assert made["text"].tolist() == [AUG.drop(text, id=i).text for i, text in enumerate(texts[:100] * 3)]


def test_masks_among_views_of_strings():
    table = pyarrow.table({"id": [1], "tokens": pyarrow.array([["a", "b", "c"]], pyarrow.list_(pyarrow.string_view()))})
    aug = spandrop.SpanMask(mask="M", rate=0.5)
    assert aug.drop_table(table).to_pylist()[0]["tokens"] == aug.drop(["a", "b", "c"], id=1).tokens


def test_columns_without_a_name():
    table = pyarrow.table({"": [1], "id": ["a"], "text": ["A. B."]})
    assert BatchDrop(AUG)(table).to_pylist() == [{"": 1, "id": "a", "text": AUG.drop("A. B.", id="a").text}]
    assert AUG.drop_table(table, tokens="").num_rows == 1


def test_values_of_numpy_among_tokens():
    pairs = [numpy.array([1, 2]), numpy.array([3, 4]), numpy.array([5, 6])]
    expected = AUG.drop([[1, 2], [3, 4], [5, 6]]).tokens
    assert [pair.tolist() for pair in Augment(AUG)({"tokens": [pairs]})["tokens"][0]] == expected
    assert Augment(AUG)({"tokens": [[{"a": numpy.int64(1)}, {"a": numpy.int64(2)}]]})["tokens"] == [
        AUG.drop([{"a": 1}, {"a": 2}]).tokens
    ]


@pytest.mark.parametrize(
    ("tokens", "mask"), [([1, 2, 3, 4], 1.5), ([1, 2, 3, 4], "[M]"), (["a", "b", "c"], 5), ([1.5, 2, 3], "x")]
)
def test_masks_that_do_not_fit(tokens, mask):
    aug = Augment(spandrop.SpanMask(mask=mask, rate=1))
    with pytest.raises(ValueError, match="expected a mask that fits into"):
        aug({"id": [1], "tokens": [tokens]})
    assert Augment(spandrop.SpanMask(mask=0.0, rate=1))({"id": [1], "tokens": [[1, 2]]})["tokens"] == [[0, 0]]


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (
            lambda: Augment(AUG)({"id": [1], "tokens": [[1, 2, 3]], "annotations": [3]}),
            ValueError,
            "expected annotations to be a column of lists",
        ),
        (
            lambda: Augment(AUG)({"id": [1], "text": ["A."], "annotations": [[{"begin": 0, "end": 2**70}]]}),
            ValueError,
            "to be integers",
        ),
        (lambda: Augment(AUG)({"label": [1]}), ValueError, "got ..label..; name the column with text= or tokens=$"),
        (lambda: Augment(AUG)({"id": [2**64], "tokens": [[1]]}), ValueError, "column id: expected values of one type"),
        (
            lambda: Augment(AUG)({"id": [1], "tokens": ["a b"]}),
            ValueError,
            "expected tokens to be a column of lists, got a str",
        ),
        (
            lambda: AUG.drop_array(pyarrow.array([[1], [2]]), ids=[2**70, None]),
            ValueError,
            "column id: expected values of one type",
        ),
        (
            lambda: AUG.drop_array(pyarrow.array([[1], [2]]), ids={"a", "b"}),
            TypeError,
            "expected one id per row, got the set",
        ),
        (
            lambda: AUG.drop_ragged(numpy.arange(4), [0, 2, 4], ids={"a", "b"}),
            TypeError,
            "ids: expected one id per sequence, got the set",
        ),
        (lambda: Augment(AUG, spans="w")({"tokens": [[1]], "w": [[]]}), ValueError, "got .auto.$"),
        (
            lambda: AUG.drop_table(pyarrow.table({"tokens": [[1, 2]], "w": [[[0, 2]]]}), spans="w"),
            ValueError,
            "with the column of spans w, got .auto",
        ),
        (lambda: AUG.drop([1, 2], parallel=[[3, 4]]), TypeError, "expected parallel to map names to arrays, got list"),
        (
            lambda: AUG.drop(numpy.array([["a", "b"]], dtype=numpy.dtypes.StringDType())),
            ValueError,
            "expected an id for arrays of type",
        ),
        (
            lambda: spandrop.SpanMask.from_json('{"mask": {}}'),
            TypeError,
            "expected a mask of type str, int or float, got dict",
        ),
    ],
)
def test_errors(call, error, message):
    with pytest.raises(error, match=message):
        call()


TAGGED = pyarrow.table({"id": ["a"], "tokens": [list("abcdef")], "tags": [[0, 1, 2, 2, 2, 0]]})


def test_names_of_tags_by_number():
    aug = spandrop.SpanDrop(rate=0.5, gamma=float("inf"), seed=3)
    lists = aug.drop_table(TAGGED, tags="tags", tag_names=["O", "B-PER", "I-PER"])
    assert lists["tags"].to_pylist() == [[0, 1, 2]]
    assert aug.drop_table(TAGGED, tags="tags", tag_names={"2": "I-PER", "0": "O", "1": "B-PER"}) == lists
    for names, error, message in (
        ({"B-PER": 1, "O": 0}, ValueError, "expected a mapping from numbers to names"),
        ({"O", "B-PER"}, TypeError, "in the order of their numbers"),
        (True, TypeError, "got True"),
        ([1, 2], TypeError, "expected the names of tags to be strings, got 1"),
        ({0: "O", 2: "B-X"}, ValueError, "expected tag_names for the tags 0 to 1"),
    ):
        with pytest.raises(error, match=message):
            aug.drop_table(TAGGED, tags="tags", tag_names=names)


@pytest.mark.parametrize(
    "table",
    [
        {"id": [1], "text": ["A. B."], "entities": [[{"begin": 0, "end": 1}]]},
        {"id": [1], "tokens": [["a", "b"]], "entities": [[{"begin": 0, "end": 1}]]},
    ],
)
def test_unnamed_ranges_cause_a_warning(table):
    odd = pandas.DataFrame({name: [row, row, row] for name, [row] in table.items()})
    odd["entities"] = pandas.Series([[], float("nan"), table["entities"][0]], dtype=object)
    for given in (pyarrow.table(table), pandas.DataFrame(table), odd):
        with pytest.warns(
            UserWarning, match='entities contains ranges that will not be moved; pass annotations="entities"'
        ):
            AUG.drop_table(given)
