"""Hugging Face data sets: map and set_transform, fingerprints, and answers in SQuAD's format."""

import copy
import dataclasses
import json
import subprocess
import sys

import datasets
import pyarrow
import pytest
from conftest import ROOT
from spandrop.datasets import Augment

import spandrop

ROWS = [json.loads(line) for line in (ROOT / "examples/squad.jsonl").read_text().splitlines()]
DROP = spandrop.SpanDrop(rate=0.4, seed=3)


@pytest.fixture
def squad(tmp_path):
    """A data set from a file, so that results are cached on disk."""
    return datasets.load_dataset(
        "json", data_files=str(ROOT / "examples/squad.jsonl"), split="train", cache_dir=str(tmp_path)
    )


def command(tmp_path, view):
    """The output of the command for the same file."""
    from test_torch_tags import PROGRAM

    out = tmp_path / "out.jsonl"
    subprocess.run(
        [
            PROGRAM,
            "drop",
            ROOT / "examples/squad.jsonl",
            "-o",
            out,
            "--schema",
            "squad-hf",
            "--rate",
            "0.4",
            "--seed",
            "3",
            "--views",
            str(view + 1),
            "--quiet",
        ],
        check=True,
    )
    return [json.loads(line) for line in out.read_text().splitlines()][view :: view + 1]


@pytest.mark.parametrize("view", [0, 2])
@pytest.mark.parametrize("form", [None, "arrow"])
def test_same_result_as_the_command(squad, tmp_path, form, view):
    aug = Augment(DROP, text="context", answers="answers", view=view)
    made = squad.with_format(form).map(aug, batched=True, batch_size=4).with_format(None)
    assert made.features == squad.features
    # The command gives each view its own id; draws depend on the record's id.
    for new, record in zip(made, command(tmp_path, view), strict=True):
        assert new["context"] == record["context"] and new["answers"] == record["answers"]
        assert new["question"] == record["question"]


def test_cache(squad):
    """Equal options hit the cache; other options do not."""
    calls = []

    class Counted(Augment):
        def __call__(self, batch):
            calls.append(1)
            return super().__call__(batch)

    def made(drop=DROP, **options):
        calls.clear()
        result = squad.map(Counted(drop, **({"text": "context", "answers": "answers"} | options)), batched=True)
        return result._fingerprint, len(calls)

    first, count = made()
    assert count == 1
    assert made() == (first, 0)
    assert made(spandrop.SpanDrop(seed=3, rate=0.4)) == (first, 0)
    prints = {first}
    options = [
        {"seed": 4},
        {"rate": 0.3},
        {"gamma": 2},
        {"spans": "word"},
        {"min_keep": 1},
        {"tries": 7},
        {"protect": "none"},
        {"on_lost": "drop"},
    ]
    drops = [dataclasses.replace(DROP, **option) for option in options]
    drops += [
        spandrop.SpanMask(**DROP.to_dict(), **mask)
        for mask in ({"mask": "_"}, {"mask": "x"}, {"mask": "_", "per": "span"})
    ]
    others = [{"view": 1}, {"id": ""}, {"question": ""}, {"answers": ""}, *({"drop": drop} for drop in drops)]
    for changes in others:
        fingerprint, count = made(**changes)
        assert count == 1, changes
        prints.add(fingerprint)
    assert len(prints) == 1 + len(others)


def test_fingerprints_of_another_process():
    code = (
        "import spandrop; from datasets.fingerprint import Hasher; from spandrop.datasets import Augment;"
        "print(Hasher.hash(Augment(spandrop.SpanDrop(rate=0.4, seed=3), text='context', view=2)))"
    )
    from datasets.fingerprint import Hasher

    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()
    assert printed == Hasher.hash(Augment(DROP, text="context", view=2))


def test_fresh_views(squad):
    aug = Augment(DROP, text="context", answers="answers")
    mapped = [
        squad.map(Augment(DROP, text="context", answers="answers", view=view), batched=True)["context"][:]
        for view in (0, 1)
    ]
    assert mapped[0] != mapped[1]
    squad.set_transform(aug)
    assert squad[:]["context"] == mapped[0]
    aug.set_epoch(1)
    assert squad[:]["context"] == mapped[1]
    assert [squad[row]["context"] for row in range(len(squad))] == mapped[1]
    assert set(squad[0]) == set(ROWS[0])


def test_workers_see_the_epoch(squad):
    """A persistent worker; test_torch_workers tests the other kinds."""
    from torch.utils.data import DataLoader

    aug = Augment(DROP, text="context", answers="answers")
    squad.set_transform(aug)
    loader = DataLoader(squad, batch_size=2, num_workers=1, persistent_workers=True, collate_fn=list)
    for epoch in range(2):
        aug.set_epoch(epoch)
        assert [row["context"] for batch in loader for row in batch] == squad[:]["context"]


@pytest.mark.parametrize("named", [True, False])
@pytest.mark.parametrize("form", [None, "arrow"])
@pytest.mark.parametrize("drop", [DROP, spandrop.SpanMask(rate=0.4, mask="_")], ids=str)
def test_tokens_and_tags(drop, form, named):
    rows = [json.loads(line) for line in (ROOT / "examples/ner.jsonl").read_text().splitlines()]
    rows = [{**row, "annotations": [{"begin": 2, "end": 5}]} for row in rows]
    data = datasets.Dataset.from_list(rows).with_format(form)
    made = data.map(Augment(drop, parallel=("tags",), id="id" if named else ""), batched=True).with_format(None)
    for old, new in zip(rows, made, strict=True):
        dropped = drop.drop(
            old["tokens"],
            id=old["id"] if named else None,
            parallel={"tags": old["tags"]},
            annotations=old["annotations"],
        )
        assert new["tokens"] == dropped.tokens and new["tags"] == dropped.parallel["tags"]
        assert new["annotations"] == dropped.annotations


@pytest.mark.parametrize("column", ["tokens", "text"])
def test_two_views_in_one_function(column):
    """The function must therefore not change its input."""
    rows = {"id": ["a", "b"], "tokens": [[1, 2, 3, 4], [5, 6]], "text": ["A. B. C. D.", "E. F."]}
    rows = {"id": rows["id"], column: rows[column]}
    given = copy.deepcopy(rows)
    views = [Augment(DROP, view=view) for view in range(2)]
    alone = [view(rows)[column] for view in views]
    assert rows == given and alone[0] != alone[1]
    made = datasets.Dataset.from_dict(rows).map(
        lambda batch: {f"view{i}": view(batch)[column] for i, view in enumerate(views)}, batched=True
    )
    assert made.to_dict() == rows | {"view0": alone[0], "view1": alone[1]}


@pytest.mark.parametrize(
    "batch",
    [
        {"tokens": []},
        {"id": [], "tokens": []},
        {"text": [], "annotations": []},
        {"id": [], "tokens": [], "annotations": []},
    ],
)
def test_empty_batches(batch):
    for drop in (DROP, spandrop.SpanMask(mask=0)):
        assert Augment(drop)(batch) == batch


def test_lists_of_different_lengths():
    with pytest.raises(ValueError, match="expected the lists of tags to be as long as those of tokens"):
        Augment(DROP, parallel=("tags",))({"id": [1, 2], "tokens": [[1, 2], []], "tags": [[1], [2]]})


def test_several_processes(squad):
    aug = Augment(DROP, text="context", answers="answers")
    assert squad.map(aug, batched=True, num_proc=2)[:] == squad.map(aug, batched=True, load_from_cache_file=False)[:]


def test_a_trainer_sets_the_epoch(squad):
    """The trainers' callbacks also work for a transform of the data."""
    from spandrop.transformers import EpochCallback
    from transformers import TrainerState

    aug = Augment(DROP, text="context", answers="answers")
    callback = EpochCallback(aug)
    callback.on_train_begin(None, None, None)
    for epoch in range(3):
        callback.on_epoch_begin(None, TrainerState(epoch=epoch), None)
        assert aug.epoch == epoch


def test_a_stream(squad):
    aug = Augment(DROP, text="context", answers="answers")
    assert list(squad.to_iterable_dataset().map(aug, batched=True, batch_size=3)) == list(squad.map(aug, batched=True))


def test_rows_without_answers():
    batch = {"id": [1, 2], "text": ["A. B.", "C. D."], "answers": [None, {"text": ["D"], "answer_start": [3]}]}
    made = Augment(spandrop.SpanDrop(rate=0.9), answers="answers")(dict(batch))
    assert made["answers"][0] is None and made["answers"][1]["text"] == ["D"]


def test_tables_without_answers():
    batch = {"id": [1, 2], "text": ["A. B.", "C. D."], "answers": [None, {"text": ["D"], "answer_start": [3]}]}
    made = Augment(spandrop.SpanDrop(rate=0.9), answers="answers")(pyarrow.table(batch)).to_pylist()
    assert made[0]["answers"] is None and made[1]["answers"]["text"] == ["D"]


def test_tables_of_answers_of_other_types():
    """A table without any answer, whose type is then null, and words with dictionary encoding."""
    batch = {"id": [1], "text": ["A. B."], "answers": [{"text": [], "answer_start": []}]}
    aug = Augment(spandrop.SpanDrop(rate=0), answers="answers")
    assert aug(pyarrow.table(batch)).to_pylist()[0]["answers"] == {"text": [], "answer_start": []}
    words = pyarrow.ListArray.from_arrays([0, 1], pyarrow.array(["B"]).dictionary_encode())
    answers = pyarrow.StructArray.from_arrays([words, pyarrow.array([[3]])], ["text", "answer_start"])
    made = aug(pyarrow.table({**batch, "answers": answers})).to_pylist()[0]["answers"]
    assert made == {"text": ["B"], "answer_start": [3]}


def test_answers_that_can_be_dropped():
    batch = {"id": [1], "text": ["A. B. C."], "answers": [{"text": ["A", "B"], "answer_start": [0, 3]}]}
    policies = {"keep": {"text": ["", ""], "answer_start": [0, 0]}, "drop": {"text": [], "answer_start": []}}
    for policy, left in policies.items():
        aug = Augment(spandrop.SpanDrop(rate=1, protect="none", on_lost=policy), answers="answers")
        assert aug(dict(batch)) == {"id": [1], "text": [""], "answers": [left]}


@pytest.mark.parametrize(
    "batch, message",
    [
        ({"text": ["A."], "answers": [{"text": ["B"], "answer_start": [0]}]}, "row 0: expected the answer 'B' at 0"),
        ({"text": ["A."]}, "expected the column answers, got"),
        (
            {"text": ["A."], "answers": [{"text": ["A"], "answer_start": [0, 1]}]},
            "expected text and answer_start of the same length",
        ),
        ({"text": ["A."], "answers": [{"text": ["A"]}]}, "row 0: expected answers with text and answer_start, got"),
        ({"text": ["A."], "answers": ["A"]}, "row 0: expected answers with text and answer_start, got 'A'"),
        (
            {"text": ["A."], "answers": [{"text": ["A"], "answer_start": 0}]},
            "row 0: expected lists of text and answer_start, got int",
        ),
        (
            {"text": ["A."], "answers": [{"text": ["A"], "answer_start": [0.5]}]},
            "expected integers as answer_start, got 0.5",
        ),
        (
            {"text": ["A."], "answers": [{"text": ["A"], "answer_start": [2**63 - 1]}]},
            "row 0: expected the answer 'A' at 9",
        ),
        ({"text": ["A."], "answers": [{"text": ["A"], "answer_start": [-1]}]}, "row 0: expected the answer 'A' at -1"),
        ({"text": ["A.", "B."], "answers": [None]}, "expected columns of equal length, got {'text': 2, 'answers': 1}"),
        ({"text": ["A."], "id": [1, 2], "answers": [None]}, "expected columns of equal length"),
        (
            {"text": ["A."], "annotations": [[]], "answers": [{"text": [], "answer_start": []}]},
            "expected either answers or annotations",
        ),
    ],
)
def test_bad_batches(batch, message):
    with pytest.raises(ValueError, match=message):
        Augment(DROP, answers="answers")(batch)
    with pytest.raises(TypeError, match="expected a SpanDrop or SpanMask, got str"):
        Augment("x")


def test_arrow_types_are_preserved():
    table = pyarrow.table({"text": pyarrow.array(["A. B.", None], pyarrow.large_string()), "other": [1, 2]})
    made = Augment(spandrop.SpanDrop(rate=0))(table)
    assert made.equals(table)


def test_arguments_that_are_not_batches(squad):
    aug = Augment(DROP, text="context", answers="answers")
    with pytest.raises(TypeError, match="use map\\(..., batched=True"):
        squad.map(aug)
    with pytest.raises(TypeError, match="with_format"):
        datasets.Dataset.from_dict({"tokens": [[1, 2], [3, 4]]}).with_format("torch").map(Augment(DROP), batched=True)
    with pytest.raises(TypeError, match="column answers: expected a list of values, got tuple"):
        Augment(DROP, answers="answers")({"text": ["A."], "answers": (None,)})
    for ids in ([1, "a"], ["a", 1]):
        with pytest.raises(ValueError, match="column id: expected values of one type"):
            Augment(DROP)({"id": ids, "tokens": [[1], [2]]})


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.rename_column("label", "class"),
        lambda data: data.flatten(),
        lambda data: datasets.DatasetDict({"train": data}).rename_columns({"label": "class"})["train"],
    ],
    ids=["rename", "flatten", "dict"],
)
def test_epochs_reach_modified_data_sets(change):
    """Data sets copy their transform."""
    augment = Augment(spandrop.SpanDrop(rate=0.5, seed=1))
    data = change(
        datasets.Dataset.from_list([{"id": 1, "text": "A. B. C. D. E. F.", "label": 0}]).with_transform(augment)
    )
    made = []
    for epoch in range(4):
        augment.set_epoch(epoch)
        made.append(data[0]["text"])
    assert (
        made == [augment.drop.drop("A. B. C. D. E. F.", id=1, view=epoch).text for epoch in range(4)]
        and len(set(made)) > 1
    )


def test_epochs_reach_concatenated_streams():
    augment = Augment(spandrop.SpanDrop(rate=0.5, seed=1))
    stream = datasets.Dataset.from_list([{"id": 1, "text": "A. B. C. D. E. F."}]).to_iterable_dataset()
    joined = datasets.concatenate_datasets([stream.map(augment, batched=True), stream])
    made = []
    for epoch in range(4):
        augment.set_epoch(epoch)
        made.append(next(iter(joined))["text"])
    assert (
        made == [augment.drop.drop("A. B. C. D. E. F.", id=1, view=epoch).text for epoch in range(4)]
        and len(set(made)) > 1
    )
