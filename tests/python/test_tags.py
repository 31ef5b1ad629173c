"""Tags of tokens in tables and data sets stay valid, as with the command's schema conll."""

import pyarrow
import pytest
from spandrop.datasets import Augment
from test_torch_tags import NAMES, command, made_records

import spandrop

NUMBERS = {name: number for number, name in enumerate(NAMES)}


@pytest.mark.parametrize("kind", ["strings", "numbers"])
@pytest.mark.parametrize("policy", ["keep", "drop", "reject"])
@pytest.mark.parametrize("protect", ["field", "annotations"])
def test_same_result_as_the_command(tmp_path, policy, protect, kind):
    records = list(made_records(300))
    theirs = command(records, tmp_path, "--rate", "0.4", "--seed", "5", "--on-lost", policy, "--protect", protect)
    if kind == "numbers":
        records, theirs = (
            [{**record, "tags": [NUMBERS[tag] for tag in record["tags"]]} for record in some]
            for some in (records, theirs)
        )
    batch = {name: [record[name] for record in records] for name in ("id", "tokens", "tags")}
    expected = {name: [record[name] for record in theirs] for name in batch}
    drop = spandrop.SpanDrop(rate=0.4, seed=5, on_lost=policy, protect=protect)
    names = {"tags": "tags", "tag_names": NAMES if kind == "numbers" else ()}
    table = pyarrow.table(batch)
    made = drop.drop_table(table, **names)
    assert made.schema == table.schema and made.to_pydict() == expected
    assert Augment(drop, **names)(table).to_pydict() == expected
    assert Augment(drop, **names)(batch) == expected
    parts = [drop.drop_table(table.slice(begin, 7), **names) for begin in range(0, len(table), 7)]
    assert pyarrow.concat_tables(parts).to_pydict() == expected


@pytest.mark.parametrize(
    "kind",
    [
        pyarrow.large_list(pyarrow.large_string()),
        pyarrow.list_(pyarrow.int8()),
        pyarrow.list_(pyarrow.dictionary(pyarrow.int8(), pyarrow.string())),
    ],
    ids=str,
)
def test_types_are_preserved(kind):
    is_text = not pyarrow.types.is_integer(kind.value_type)
    tags = [["O", "B-X", "I-X"], None] if is_text else [[0, 1, 2], None]
    table = pyarrow.table(
        {
            "id": [1, 2],
            "tokens": pyarrow.array([["a", "b", "c"], None]),
            "tags": pyarrow.array(tags, pyarrow.list_(pyarrow.string()) if is_text else kind).cast(kind),
        }
    )
    made = spandrop.SpanDrop(rate=0.5, seed=3).drop_table(
        table, tags="tags", tag_names=() if is_text else ["O", "B-X", "I-X"]
    )
    assert made["tags"].type == kind and made["tags"].to_pylist()[1] is None
    assert [len(row or ()) for row in made["tags"].to_pylist()] == [
        len(row or ()) for row in made["tokens"].to_pylist()
    ]


@pytest.mark.parametrize(
    ("columns", "names", "message"),
    [
        ({"tokens": [[1, 2]], "tags": [["O"]]}, (), "expected the lists of tags to be as long"),
        (
            {"tokens": [[1]], "tags": [[0]]},
            (),
            "expected tags that are strings, or tag_names for tags that are integers, got int64",
        ),
        ({"tokens": [[1]], "tags": [[7]]}, NAMES, "expected tag numbers below 6, got 7"),
        ({"tokens": [[1]], "tags": [["U-X"]]}, (), "expected the BIO scheme .*, got the tag U-X"),
        ({"tokens": [[1]], "tags": [[None]]}, (), "expected"),
        ({"text": ["A."], "tags": [["O"]]}, (), "expected the column tokens with tags"),
        ({"tokens": [[1]], "tags": [["O"]], "annotations": [[]]}, (), "expected either tags or annotations"),
    ],
)
def test_wrong_tags(columns, names, message):
    with pytest.raises(ValueError, match=message):
        spandrop.SpanDrop().drop_table(pyarrow.table(columns), tags="tags", tag_names=names)
