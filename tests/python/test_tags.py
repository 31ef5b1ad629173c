"""Tags of tokens in tables and data sets stay valid, as with the command's schema conll."""

import pyarrow
import pytest
from spandrop.datasets import Augment
from test_torch_tags import NAMES, SCHEMES, command, made_records

import spandrop


def is_unclear(tags):
    letters = {tag[0] for tag in tags}
    return letters & set("EL") and not letters & set("BSU")


@pytest.mark.parametrize("kind", ["strings", "named strings", "numbers"])
@pytest.mark.parametrize("policy", ["keep", "drop", "reject"])
@pytest.mark.parametrize("protect", ["field", "annotations"])
@pytest.mark.parametrize("scheme", SCHEMES)
def test_same_result_as_the_command(tmp_path, policy, protect, kind, scheme):
    names = SCHEMES[scheme]
    records = list(made_records(300, names))
    options = ["--rate", "0.4", "--seed", "5", "--on-lost", policy, "--protect", protect]
    if kind != "strings":
        options += ["--tag-names", ",".join(names)]
    if kind == "numbers":
        records = [{**record, "tags": [names.index(tag) for tag in record["tags"]]} for record in records]
    elif kind == "strings":  # without names, each record has its own scheme, which must be clear
        records = [record for record in records if not is_unclear(record["tags"])]
    theirs = command(records, tmp_path, *options)
    batch = {name: [record[name] for record in records] for name in ("id", "tokens", "tags")}
    expected = {name: [record[name] for record in theirs] for name in batch}
    drop = spandrop.SpanDrop(rate=0.4, seed=5, on_lost=policy, protect=protect)
    arguments = {"tags": "tags", "tag_names": () if kind == "strings" else names}
    table = pyarrow.table(batch)
    made = drop.drop_table(table, **arguments)
    assert made.schema == table.schema and made.to_pydict() == expected
    assert Augment(drop, **arguments)(table).to_pydict() == expected
    assert Augment(drop, **arguments)(batch) == expected
    parts = [drop.drop_table(table.slice(begin, 7), **arguments) for begin in range(0, len(table), 7)]
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
        ({"tokens": [[1]], "tags": [[7]]}, NAMES, "expected tag numbers below 5, got 7"),
        ({"tokens": [[1]], "tags": [["NOUN"]]}, (), "expected a tag such as B-PER, I-PER or O .*, got NOUN"),
        ({"tokens": [[1, 2]], "tags": [["U-X", "E-X"]]}, (), "expected tags of one scheme, BIO, BIOES or BILOU"),
        ({"tokens": [[1]], "tags": [["B-X"]]}, NAMES, "expected tags among tag_names, got B-X"),
        ({"tokens": [[1]], "tags": [[None]]}, (), "expected"),
        ({"text": ["A."], "tags": [["O"]]}, (), "expected the column tokens with tags"),
        ({"tokens": [[1]], "tags": [["O"]], "annotations": [[]]}, (), "expected either tags or annotations"),
    ],
)
def test_wrong_tags(columns, names, message):
    with pytest.raises(ValueError, match=message):
        spandrop.SpanDrop().drop_table(pyarrow.table(columns), tags="tags", tag_names=names)
