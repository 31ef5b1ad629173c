"""Tables of pyarrow, pandas and polars give the same rows as single examples."""

import json

import corpora
import numpy
import pandas
import polars
import pyarrow
import pytest
from conftest import ROOT

import spandrop

AUGMENTATIONS = [
    spandrop.SpanDrop(rate=0.4, seed=3),
    spandrop.SpanDrop(rate=0.4, spans="every:2", on_lost="drop"),
    spandrop.SpanMask(rate=0.4, mask="_", spans="every:3"),
]
LABELS = pyarrow.list_(
    pyarrow.struct([("begin", pyarrow.int32()), ("end", pyarrow.int64()), ("word", pyarrow.string())])
)


def expected(aug, record, view):
    key = "text" if "text" in record else "tokens"
    dropped = aug.drop(
        record[key],
        id=record["id"],
        annotations=record["annotations"],
        view=view,
        protected=record.get("protected", ()),
    )
    made = {**record, key: dropped.sequence, "annotations": dropped.annotations}
    if "protected" in record:
        made["protected"] = [list(pair) for pair in dropped.protected]
    return made


@pytest.mark.parametrize(
    "kind",
    [
        pyarrow.string(),
        pyarrow.large_string(),
        pyarrow.string_view(),
        pyarrow.dictionary(pyarrow.int32(), pyarrow.string()),
    ],
    ids=str,
)
@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("aug", AUGMENTATIONS, ids=str)
def test_texts(aug, threads, kind):
    records = [{**record, "other": number} for number, record in enumerate(corpora.made_records(40))]
    for record in records:
        record["protected"] = [[0, min(4, len(record["text"]))]]
    for record in records[::5]:
        record["id"] = None
    table = pyarrow.Table.from_pylist(records).cast(
        pyarrow.schema(
            [
                ("id", pyarrow.string()),
                ("text", pyarrow.string()),
                ("annotations", LABELS),
                ("other", pyarrow.int64()),
                ("protected", pyarrow.list_(pyarrow.list_(pyarrow.int64()))),
            ]
        )
    )
    table = table.set_column(1, "text", table["text"].cast(pyarrow.string()).cast(kind))
    made = aug.drop_table(table, view=2, threads=threads)
    assert made.schema == table.schema
    assert made.to_pylist() == [expected(aug, record, 2) for record in records]
    made.validate(full=True)


def test_slices_and_chunks_change_nothing():
    aug = AUGMENTATIONS[0]
    table = pyarrow.Table.from_pylist(list(corpora.made_records(30)))
    whole = aug.drop_table(table)
    parts = pyarrow.concat_tables([aug.drop_table(table.slice(begin, 7)) for begin in range(0, 30, 7)])
    assert parts.to_pylist() == whole.to_pylist()
    chunks = pyarrow.concat_tables([table.slice(0, 3), table.slice(3)])
    assert aug.drop_table(chunks).to_pylist() == whole.to_pylist()
    batch = table.combine_chunks().to_batches()[0].slice(5, 10)
    assert aug.drop_table(batch).to_pylist() == whole.to_pylist()[5:15]


@pytest.mark.parametrize(
    "kind",
    [
        pyarrow.list_(pyarrow.int32()),
        pyarrow.large_list(pyarrow.int64()),
        pyarrow.list_(pyarrow.float32()),
        pyarrow.list_(pyarrow.string()),
    ],
    ids=str,
)
@pytest.mark.parametrize("aug", AUGMENTATIONS[:2] + [spandrop.SpanMask(rate=0.4, mask=7, spans="every:2")], ids=str)
def test_tokens_with_parallel_lists(aug, kind):
    is_text = kind.value_type == pyarrow.string()
    if is_text and isinstance(aug, spandrop.SpanMask):
        aug = spandrop.SpanMask(rate=0.4, mask="[MASK]")
    generator = numpy.random.default_rng(0)
    records = []
    for number, size in enumerate(generator.integers(0, 30, 50).tolist()):
        tokens = generator.integers(0, 9, size).tolist()
        records.append(
            {
                "id": number,
                "tokens": [str(token) for token in tokens] if is_text else tokens,
                "tags": [f"t{token}" for token in tokens],
                "annotations": [{"begin": size // 3, "end": size // 2, "word": "w"}],
            }
        )
    table = pyarrow.Table.from_pylist(
        records,
        schema=pyarrow.schema(
            [
                ("id", pyarrow.int64()),
                ("tokens", kind),
                ("tags", pyarrow.list_(pyarrow.string())),
                ("annotations", LABELS),
            ]
        ),
    )
    made = aug.drop_table(table, parallel=("tags",))
    assert made.schema == table.schema
    for record, row in zip(records, made.to_pylist(), strict=True):
        dropped = aug.drop(
            record["tokens"], id=record["id"], annotations=record["annotations"], parallel={"tags": record["tags"]}
        )
        assert row == {
            "id": record["id"],
            "tokens": dropped.tokens,
            "annotations": dropped.annotations,
            **dropped.parallel,
        }


@pytest.mark.parametrize("kind", ["i1", "u2", "i4", "i8", "f2", "f4", "f8"])
def test_arrays(kind):
    aug = spandrop.SpanDrop(rate=0.3, seed=1)
    lists = [[1, 2, 3, 4, 5], None, [], [6] * 70, [7, 8, 9]]
    array = pyarrow.array(
        [None if row is None else numpy.array(row, kind) for row in lists],
        pyarrow.list_(pyarrow.from_numpy_dtype(kind)),
    )
    made = aug.drop_array(array, ids=list("abcde"))
    assert made.type == array.type
    assert made.to_pylist() == [
        None if row is None else aug.drop(row, id=name).tokens for row, name in zip(lists, "abcde")
    ]
    assert aug.drop_array(array.slice(1, 3), ids=list("bcd")).to_pylist() == made.to_pylist()[1:4]
    large = array.cast(pyarrow.large_list(array.type.value_type))
    assert aug.drop_array(large, ids=list("abcde")).equals(made.cast(large.type))


@pytest.mark.parametrize("kind", [pyarrow.string(), pyarrow.large_string(), pyarrow.string_view()], ids=str)
def test_arrays_of_texts(kind):
    aug = spandrop.SpanDrop(rate=0.3, seed=1)
    words = pyarrow.chunked_array([["A. B. C.", None], ["D. E."]]).cast(kind)
    made = aug.drop_array(words)
    assert isinstance(made, pyarrow.ChunkedArray) and made.type == kind
    assert made.to_pylist() == [text and aug.drop(text).text for text in words.to_pylist()]
    assert aug.drop_array(words.combine_chunks()).to_pylist() == made.to_pylist()


@pytest.mark.parametrize(
    "array, aug",
    [
        (pyarrow.array([[0.5, 1.5, 2.5, 3.5], [4.5, 5.5]]), spandrop.SpanDrop(rate=0.5)),
        (pyarrow.array([[1, 2, 3, 4], [5, 6]], pyarrow.list_(pyarrow.uint64())), spandrop.SpanDrop(rate=0.5)),
        (pyarrow.array([[1, 2, 3, 4], [5, 6]]), spandrop.SpanMask(mask=0, rate=0.5, per="span", spans="every:2")),
    ],
)
def test_arrays_and_columns_give_the_same_draws(array, aug):
    assert aug.drop_array(array).to_pylist() == aug.drop_table(pyarrow.table({"tokens": array}))["tokens"].to_pylist()


def test_dictionaries_grow():
    """Many rows with few distinct texts become many distinct texts, more than the old indices can count."""
    texts = pyarrow.array([f"A{i % 100}. B. C. D." for i in range(400)]).dictionary_encode()
    narrow = texts.cast(pyarrow.dictionary(pyarrow.int8(), pyarrow.string()))
    aug, ids = spandrop.SpanDrop(rate=0.5), list(range(400))
    made = aug.drop_table(pyarrow.table({"id": ids, "text": narrow}))["text"]
    assert pyarrow.types.is_dictionary(made.type)
    assert (
        made.to_pylist()
        == aug.drop_table(pyarrow.table({"id": ids, "text": texts.cast(pyarrow.string())}))["text"].to_pylist()
    )


def test_an_unused_question_can_have_any_type():
    assert spandrop.SpanDrop(rate=0).drop_table(pyarrow.table({"text": ["A."], "question": [3]})).num_rows == 1


def test_ids_by_content():
    aug = spandrop.SpanDrop(rate=0.5)
    records = [{"tokens": tokens} for tokens in ([1, 2, 3, 4], [5, 6, 7, 8, 9])]
    made = aug.drop_table(pyarrow.Table.from_pylist(records)).to_pylist()
    assert made == [{"tokens": aug.drop(record["tokens"]).tokens} for record in records]


def test_pandas_and_polars():
    aug = spandrop.SpanDrop(rate=0.4, seed=3, on_lost="drop")
    records = [
        {
            "text": record["text"],
            "id": record["id"],
            "annotations": [dict(one) for one in record["annotations"]],
            "other": None if number % 3 else number,
        }
        for number, record in enumerate(corpora.made_records(20))
    ]
    expected_rows = aug.drop_table(pyarrow.Table.from_pylist(records)).to_pylist()
    frame = polars.DataFrame(records)  # polars uses large lists and strings
    made = aug.drop_table(frame)
    assert isinstance(made, polars.DataFrame) and made.to_dicts() == expected_rows and made.schema == frame.schema
    frame = pandas.DataFrame(records, index=[f"row {number}" for number in range(20)])
    made = aug.drop_table(frame)
    assert isinstance(made, pandas.DataFrame) and made.index.equals(frame.index) and (made.dtypes == frame.dtypes).all()
    for name in ("text", "id"):
        assert made[name].tolist() == [row[name] for row in expected_rows]
    assert [list(row) for row in made["annotations"]] == [row["annotations"] for row in expected_rows]


def test_tokens_in_pandas_and_polars():
    aug = spandrop.SpanDrop(rate=0.4, seed=3)
    rows = {"id": [1, 2], "tokens": [list(range(20)), [7, 8, 9]], "tags": [list("ab" * 10), list("xyz")]}
    expected_rows = aug.drop_table(pyarrow.table(rows), parallel=("tags",)).to_pydict()
    assert aug.drop_table(polars.DataFrame(rows), parallel=("tags",)).to_dict(as_series=False) == expected_rows
    made = aug.drop_table(pandas.DataFrame(rows), parallel=("tags",))
    assert {name: [list(row) for row in made[name]] for name in ("tokens", "tags")} == {
        name: expected_rows[name] for name in ("tokens", "tags")
    }


def test_empty_tables():
    schema = pyarrow.schema([("text", pyarrow.string()), ("annotations", LABELS)])
    for table in (schema.empty_table(), pyarrow.Table.from_batches([], schema)):
        assert spandrop.SpanDrop().drop_table(table).schema == schema


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"x": [1]}, "one of the columns text and tokens"),
        ({"text": ["a"], "tokens": [[1]]}, "got both"),
        ({"text": [1]}, "column of strings"),
        ({"tokens": ["a"]}, "column of lists"),
        ({"text": ["a"], "id": [1.5]}, "ids to be strings or integers"),
        ({"text": ["a"], "annotations": [[{"from": 0, "end": 1}]]}, "begin and end"),
        ({"text": ["a"], "annotations": [[{"begin": 0, "end": None}]]}, "integers"),
        ({"text": ["a"], "annotations": [[{"begin": -1, "end": 1}]]}, "row 0: expected non-negative positions"),
        (
            {"text": ["a", "b"], "annotations": [[], [{"begin": 0, "end": 2}]]},
            r"row 1: annotations\[0\]: expected a range",
        ),
        ({"text": ["a"], "protected": [[[0]]]}, "pairs"),
        (
            {
                "text": pyarrow.Array.from_buffers(
                    pyarrow.string(), 1, [None, pyarrow.py_buffer(b"\0\0\0\0\1\0\0\0"), pyarrow.py_buffer(b"\xff")]
                )
            },
            "expected UTF-8",
        ),
        (
            {
                "text": pyarrow.Array.from_buffers(
                    pyarrow.string(),
                    2,
                    [None, pyarrow.py_buffer(b"\0\0\0\0\x7f\0\0\0\1\0\0\0"), pyarrow.py_buffer(b"a")],
                )
            },
            "offsets",
        ),
    ],
)
def test_wrong_tables(columns, message):
    with pytest.raises(ValueError, match=message):
        spandrop.SpanDrop().drop_table(pyarrow.table(columns))


def test_other_wrong_arguments():
    table = pyarrow.table({"tokens": [[1, 2]], "tags": [[1]]})
    with pytest.raises(ValueError, match="as long as"):
        spandrop.SpanDrop().drop_table(table, parallel=("tags",))
    with pytest.raises(ValueError, match="mask that fits"):
        spandrop.SpanMask(mask="x").drop_table(table)
    with pytest.raises(TypeError, match="expected a pyarrow table"):
        spandrop.SpanDrop().drop_table({"text": ["a"]})


@pytest.mark.parametrize("rule", ["sentence", "field"])
@pytest.mark.parametrize(
    "kind",
    [pyarrow.list_(pyarrow.int64()), pyarrow.struct([("begin", pyarrow.int64()), ("end", pyarrow.int64())])],
    ids=["pairs", "structs"],
)
def test_spans_move_along(rule, kind):
    aug = spandrop.SpanDrop(rate=0.5, seed=1, spans=rule)
    spans = [[0, 3], [3, 6], [6, 8]]
    given = spans if pyarrow.types.is_list(kind) else [{"begin": begin, "end": end} for begin, end in spans]
    table = pyarrow.table({"id": [1], "text": ["A. B. C."], "spans": pyarrow.array([given], pyarrow.list_(kind))})
    made = aug.drop_table(table).to_pylist()[0]
    found = [pair if isinstance(pair, list) else [pair["begin"], pair["end"]] for pair in made["spans"]]
    assert made["text"] == "A. C." and found == [[0, 3], [3, 5]]


def test_columns_of_type_null_are_ignored():
    table = pyarrow.table(
        {"text": ["A. B. C."], "id": pyarrow.nulls(1), "annotations": pyarrow.nulls(1), "protected": pyarrow.nulls(1)}
    )
    made = spandrop.SpanDrop(rate=0.5, seed=1).drop_table(table)
    assert made.schema == table.schema
    assert made["text"].to_pylist() == [spandrop.SpanDrop(rate=0.5, seed=1).drop("A. B. C.").text]
    nothing = pyarrow.table({"text": pyarrow.nulls(2)})
    assert spandrop.SpanDrop().drop_table(nothing).equals(nothing)


@pytest.mark.parametrize(
    "names", [{"annotations": "anotations"}, {"id": "idd"}, {"parallel": "tags"}, {"text": "body"}]
)
def test_named_columns_must_exist(names):
    table = pyarrow.table({"id": [1], "text": ["A. B."]})
    with pytest.raises(ValueError, match=f"{next(iter(names.values()))}"):
        spandrop.SpanDrop().drop_table(table, **names)


def test_the_rule_field_needs_spans():
    table = pyarrow.table({"id": [1], "tokens": [[1, 2]]})
    with pytest.raises(ValueError, match="expected spans, got none"):
        spandrop.SpanDrop(spans="field").drop_table(table)
    with pytest.raises(ValueError, match="expected spans, got none"):
        spandrop.SpanDrop(spans="field").drop_ragged(numpy.arange(2), [0, 2], ids=["a"])
    with pytest.raises(ValueError, match="only with SpanDrop.*, got spans=.auto"):
        spandrop.SpanDrop().drop([1, 2], spans=[(0, 1)])


def test_a_lazy_frame_is_rejected():
    with pytest.raises(TypeError, match="collect"):
        spandrop.SpanDrop().drop_table(polars.DataFrame({"text": ["A."]}).lazy())


def test_output_must_not_overlap_the_input():
    values, offsets = numpy.arange(1000), numpy.array([0, 500, 1000])
    for out in ((values, offsets.copy()), (values.copy(), offsets), (values[500:], offsets.copy())):
        with pytest.raises(ValueError, match="shares no memory with|room for"):
            spandrop.SpanDrop().drop_ragged(values, offsets, ids=["a", "b"], out=out)
    ids, flags, room = spandrop.example_ids(["a", "b"]), numpy.zeros(1000, "u1"), numpy.empty(3, "i8")
    memory = numpy.zeros(2000, "i8")  # a wrong check would allow it to be input and output
    cases = {
        "offsets": (values, memory[500:503], (memory[500:1500], room)),
        "ids": (values[:4], [0, 2, 4], (ids.view("i8").reshape(-1), room)),
        "values and offsets": (values, offsets, (memory[:1000], memory[:3])),
    }
    memory[500:503] = offsets
    for what, (given, places, out) in cases.items():
        with pytest.raises(ValueError, match=f"shares no memory with the {what}|whose {what} share no memory|room for"):
            spandrop.SpanDrop().drop_ragged(given, places, ids=ids, out=out)
    small = numpy.zeros(1000, "u1")
    for aug in (spandrop.SpanDrop(), spandrop.SpanMask(mask=1)):
        with pytest.raises(ValueError, match="shares no memory with the flags"):
            aug.drop_ragged(small, offsets, ids=ids, never_drop=flags, out=(flags, room))
    with pytest.raises(ValueError, match="shares no memory with the values"):
        spandrop.SpanMask(mask=-1).drop_ragged(memory[:1000], offsets, ids=ids, out=(memory[1:1001], room))
    masked = spandrop.SpanMask(mask=-1, rate=0.5)
    expected = masked.drop_ragged(values, offsets, ids=ids).values
    assert (masked.drop_ragged(values, offsets, ids=ids, out=(values, room)).values == expected).all()


def test_a_mask_can_be_nan():
    made = spandrop.SpanMask(mask=float("nan"), rate=0.5, seed=1).drop(numpy.ones(20), id=1).sequence
    assert 0 < numpy.isnan(made).sum() < 20


@pytest.mark.parametrize("wide", [False, True])
def test_answers(wide):
    """Answers in SQuAD's format move as with Augment, which test_datasets compares with the command."""
    from spandrop.datasets import Augment

    rows = [json.loads(line) for line in (ROOT / "examples/squad.jsonl").read_text().splitlines()]
    text = pyarrow.large_string() if wide else pyarrow.string()
    lists = pyarrow.large_list if wide else pyarrow.list_
    table = pyarrow.Table.from_pylist(
        rows,
        schema=pyarrow.schema(
            [
                ("id", text),
                ("context", text),
                ("question", text),
                ("answers", pyarrow.struct([("text", lists(text)), ("answer_start", lists(pyarrow.int32()))])),
            ]
        ),
    )
    aug = spandrop.SpanDrop(rate=0.4, seed=3)
    names = {"text": "context", "answers": "answers"}
    made = aug.drop_table(table, **names)
    assert made.schema == table.schema and made["context"] != table["context"]
    batch = {name: [row[name] for row in rows] for name in table.column_names}
    assert made.to_pydict() == Augment(aug, **names)(batch)
    frames = [aug.drop_table(frame, **names) for frame in (table.to_pandas(), polars.DataFrame(table))]
    assert frames[1].to_dicts() == made.to_pylist()
    assert [list(row["answer_start"]) for row in frames[0]["answers"]] == [
        row["answer_start"] for row in made["answers"].to_pylist()
    ]


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"text": ["A."]}, "expected the column answers, got"),
        ({"tokens": [[1]], "answers": [None]}, "expected the column text with answers"),
        ({"text": ["A."], "answers": ["A"]}, "expected answers with text and answer_start, got string"),
        ({"text": ["A."], "answers": [{"text": ["A"], "answer_start": [None]}]}, "expected integers as answer_start"),
        (
            {"text": ["A."], "answers": [{"text": ["A"], "answer_start": [0.5]}]},
            "expected integers as answer_start, got double",
        ),
        (
            {"text": ["A."], "answers": [{"text": ["A"], "answer_start": [1]}]},
            "row 0: expected the answer 'A' at position 1 of the text; answer_start counts code points",
        ),
        ({"text": ["A."], "answers": [None], "annotations": [[]]}, "expected either answers or annotations"),
    ],
)
def test_wrong_answers(columns, message):
    with pytest.raises(ValueError, match=message):
        spandrop.SpanDrop().drop_table(pyarrow.table(columns), answers="answers")
