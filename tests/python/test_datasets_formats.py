"""Augment in map, transforms and streams, with all formats of data sets, and columns that are arrays or series."""

import pickle
import warnings

import datasets
import numpy
import pandas
import polars
import pyarrow
import pytest
import transformers
from spandrop.datasets import Augment
from spandrop.torch import SpanDropCollator

import spandrop

DROP = spandrop.SpanDrop(rate=0.5, seed=1)
TEXT = "A. B. C. D. E. F."
TEXTS = {"id": ["a", "b"], "text": [TEXT, TEXT[:-3]], "label": [0, 1]}
FORMATS = [None, "arrow", "numpy", "pandas", "polars"]
COLUMNS = [
    (TEXTS, {}),
    (
        {**TEXTS, "answers": [{"text": ["B"], "answer_start": [3]}, {"text": [], "answer_start": []}]},
        {"answers": "answers"},
    ),
    ({**TEXTS, "entities": [[{"start": 0, "end": 8, "word": "A. B. C."}], []]}, {"annotations": "entities"}),
    ({**TEXTS, "protected": [[[0, 1]], [[3, 5]]]}, {}),
    ({"id": [1, 2], "tokens": [[1, 2, 3], [4, 5, 6]], "mask": [[1, 1, 1], [1, 1, 0]]}, {"parallel": "mask"}),
    (
        {"id": [1, 2], "tokens": [[1, 2, 3], [4, 5]], "tags": [[0, 1, 2], [1, 0]]},
        {"tags": "tags", "tag_names": ["O", "B-X", "I-X"]},
    ),
    (
        {
            "tokens": [["a", "b", "c"], ["d", "e", "f"]],
            "annotations": [[{"begin": 0, "end": 2}], [{"begin": 1, "end": 2}]],
        },
        {},
    ),
]


def sized(batch):
    """Augment, then encode: the sizes of the shortened texts, beside a column that Augment does not use."""
    made = AUGMENT(batch)
    return {"size": [len(text) for text in made["text"]], "labels": made["label"]}


AUGMENT = Augment(DROP)


def test_augment_then_tokenise():
    """The same function in map, as a transform and on a stream."""
    data = datasets.Dataset.from_dict(TEXTS)
    made = [
        data.map(sized, batched=True, remove_columns=data.column_names, load_from_cache_file=False)[:],
        data.with_transform(sized)[:],
        data.to_iterable_dataset().map(sized, batched=True, remove_columns=data.column_names),
    ]
    made[2] = {name: [row[name] for row in made[2]] for name in ("size", "labels")}
    expected = [len(DROP.drop(text, id=name).text) for name, text in zip(TEXTS["id"], TEXTS["text"])]
    assert all(one == {"size": expected, "labels": [0, 1]} for one in made)


def test_map_gives_all_columns_and_reads_only_those_it_needs():
    seen = []

    def keep(batch):
        made = Augment(DROP)(batch)
        seen.append((set(made), "label" in made.keys_to_format, "text" in batch.keys_to_format))
        assert batch["text"] == TEXTS["text"]  # not changed
        return made

    data = datasets.Dataset.from_dict(TEXTS)
    assert data.map(keep, batched=True, load_from_cache_file=False).column_names == list(TEXTS)
    assert seen == [({"id", "text", "label"}, True, False)]
    gone = data.map(Augment(DROP), batched=True, remove_columns=["label"], load_from_cache_file=False)
    assert gone.column_names == ["id", "text"]


@pytest.mark.parametrize("form", FORMATS[2:])
@pytest.mark.parametrize(("columns", "names"), COLUMNS, ids=lambda value: ",".join(value))
def test_all_formats_give_the_same(columns, names, form):
    data = datasets.Dataset.from_dict(columns)
    augment = Augment(DROP, **names)
    expected = data.map(augment, batched=True, load_from_cache_file=False)[:]
    made = data.with_format(form).map(augment, batched=True, load_from_cache_file=False)
    assert made.with_format(None)[:] == expected


@pytest.mark.parametrize("form", FORMATS)
def test_formats_of_batches_stay(form):
    data = datasets.Dataset.from_dict(TEXTS).with_format(form)
    given = data[:]
    made = Augment(DROP)(given)
    assert type(made) is type(given)
    if form == "numpy":
        assert all(isinstance(made[name], numpy.ndarray) for name in TEXTS)


@pytest.mark.parametrize(
    "make", [numpy.array, pandas.Series, polars.Series, pyarrow.array], ids=lambda make: make.__module__
)
def test_columns_that_are_arrays_or_series(make):
    columns = {"id": make([1, 2]), "text": make([TEXT, "A. B."]), "label": [0, 1]}
    if make is pyarrow.array:
        with pytest.raises(TypeError, match="column id: expected a list of values, got Int64Array"):
            Augment(DROP)(columns)
        return
    made = Augment(DROP)(columns)
    assert type(made["text"]) is type(columns["text"]) and made["label"] == [0, 1]
    assert list(made["text"]) == Augment(DROP)({"id": [1, 2], "text": [TEXT, "A. B."]})["text"]


@pytest.mark.parametrize("values", [[1, 2, 3, 4, 5, 6], list("abcdef"), [0.5, 1.5, 2.5]], ids=str)
@pytest.mark.parametrize("make", [pandas.Series, polars.Series], ids=["pandas", "polars"])
def test_series_as_sequences(make, values):
    series = make(values, index=range(9, 9 - len(values), -1)) if make is pandas.Series else make("x", values)
    mask = spandrop.SpanMask(mask="_" if isinstance(values[0], str) else 0, rate=0.5, seed=1)
    for aug in (DROP, mask):
        made = aug.drop(series, parallel={"beside": series}, annotations=[(0, 2)], id=1)
        expected = aug.drop(values, parallel={"beside": values}, annotations=[(0, 2)], id=1)
        assert type(made.tokens) is type(series) and made.tokens.to_list() == expected.tokens
        assert made.tokens.dtype == series.dtype and made.tokens.name == series.name
        assert made.parallel["beside"].to_list() == expected.parallel["beside"]
        assert made.annotations == expected.annotations
        assert aug.drop(series).tokens.to_list() == aug.drop(values).tokens
    assert series.to_list() == values
    if make is pandas.Series:
        left = DROP.drop(series, id=1).tokens
        assert [series[label] for label in left.index] == left.to_list()


@pytest.mark.parametrize("make", [pandas.Series, polars.Series], ids=["pandas", "polars"])
def test_masks_fit_into_series(make):
    """A series of integers stays one. Categories are found anew, because the mask is not one of the old ones."""
    for mask in (0.5, "_"):
        with pytest.raises(ValueError, match="mask"):
            spandrop.SpanMask(mask=mask, rate=1)(make([1, 2, 3]))
    kind = "category" if make is pandas.Series else polars.Enum(["a", "b"])
    made = spandrop.SpanMask(mask="_", rate=1)(
        make(["a", "b"], dtype=kind) if make is pandas.Series else make("x", ["a", "b"], dtype=kind)
    )
    assert made.tokens.to_list() == ["_", "_"]


def test_missing_columns():
    """The error is public, and mentions the Trainer only if one reads the data."""
    for call in (
        lambda: DROP.drop_table(pyarrow.table({"context": ["A."]})),
        lambda: DROP.drop_table(pandas.DataFrame({"context": ["A."]})),
        lambda: Augment(DROP)({"context": ["A."]}),
        lambda: Augment(DROP, answers="answers")({"text": ["A."]}),
        lambda: Augment(DROP)(pandas.DataFrame({"context": ["A."]})),
    ):
        with pytest.raises(spandrop.MissingColumnError, match="expected") as raised:
            call()
        assert "Trainer" not in str(raised.value) and isinstance(raised.value, ValueError)
    copied = pickle.loads(pickle.dumps(raised.value))
    assert type(copied) is spandrop.MissingColumnError and str(copied) == str(raised.value)


@pytest.mark.parametrize("workers", [0, 1])
def test_the_hint_about_the_trainer(tmp_path, workers):
    import torch

    class Model(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.weight = torch.nn.Parameter(torch.zeros(1))

        def forward(self, label):
            return {"loss": self.weight.sum()}

    data = datasets.Dataset.from_dict(TEXTS).with_transform(Augment(DROP))
    arguments = transformers.TrainingArguments(
        tmp_path, use_cpu=True, report_to=[], disable_tqdm=True, dataloader_num_workers=workers
    )
    with pytest.raises(ValueError, match="if Hugging Face's Trainer removed it, set remove_unused_columns=False"):
        transformers.Trainer(Model(), arguments, train_dataset=data, data_collator=list).train()


def test_tag_names_from_features():
    names = ["O", "B-X", "I-X"]
    label = datasets.ClassLabel(names=names)
    columns = {"id": [1, 2], "tokens": [[1, 2, 3], [4, 5]], "tags": [[0, 1, 2], [1, 2]]}
    data = datasets.Dataset.from_dict(columns).cast_column("tags", datasets.Sequence(label))
    expected = Augment(DROP, tags="tags", tag_names=names)(columns)
    for feature in (label, datasets.Sequence(label), datasets.List(label), data.features["tags"]):
        assert Augment(DROP, tags="tags", tag_names=feature)(columns) == expected
        assert DROP.drop_table(pyarrow.table(columns), tags="tags", tag_names=feature).to_pydict() == expected
        assert data.map(Augment(DROP, tags="tags", tag_names=feature), batched=True)[:] == expected
        row = {"id": 1, "input_ids": [7, 8, 9], "labels": [0, 1, 2]}
        made, plain = (SpanDropCollator(DROP, special_tokens=[], tags=tags)([row]) for tags in (feature, names))
        assert made["labels"].tolist() == plain["labels"].tolist()
    with pytest.raises(TypeError, match="expected a list with the names of all tags"):
        Augment(DROP, tags="tags", tag_names=datasets.Value("int64"))


def test_no_warning_about_columns_in_use():
    with warnings.catch_warnings(action="error"):
        for columns, names in COLUMNS:
            Augment(DROP, **names)(pandas.DataFrame(columns))
