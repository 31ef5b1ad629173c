"""Labels in the form of spaCy and Hugging Face pipelines, and warnings about positions that would go stale."""

import collections
import warnings

import datasets
import numpy
import pandas
import polars
import pyarrow
import pytest
from spandrop.datasets import Augment
from spandrop.torch import SpanDropCollator

import spandrop

AUG = spandrop.SpanDrop(rate=0.5, seed=1)
TEXT = "A. B. C. D. E. F."
Entity = collections.namedtuple("Entity", "start stop label")

FORMS = [
    {"begin": 6, "end": 7, "label": "x"},
    {"start": 6, "end": 7, "label": "x"},
    {"entity_group": "PER", "score": 0.5, "start": 6, "end": 7},
    collections.UserDict(start=6, end=7),
    (6, 7, "PER"),
    [6, 7, "PER"],
    Entity(6, 7, "PER"),
]


def moved(form):
    """The form at its place after the drop with the id 1, which keeps A and C."""
    if isinstance(form, (dict, collections.UserDict)):
        return {**form, "start" if "start" in form else "begin": 3, "end": 4}
    return type(form)([3, 4, *form[2:]]) if not hasattr(form, "_make") else form._make([3, 4, *form[2:]])


@pytest.mark.parametrize("form", FORMS, ids=str)
def test_all_forms_move_and_keep_their_form(form):
    dropped = AUG.drop(TEXT, annotations=[form], id=1)
    assert dropped.text[3:4] == "C"
    columns = {"id": [1], "text": [TEXT], "entities": [[form]]}
    made = [
        dropped.annotations,
        Augment(AUG, annotations="entities")(columns)["entities"][0],
        AUG.drop_table(pandas.DataFrame(columns), annotations="entities")["entities"].iloc[0],
    ]
    if isinstance(form, dict):
        made.append(AUG.drop_table(pyarrow.table(columns), annotations="entities")["entities"][0].as_py())
        made.append(AUG.drop_table(polars.DataFrame(columns), annotations="entities")["entities"].to_list()[0])
    for one in made:
        assert one == [moved(form)] and isinstance(one[0], (dict, type(form)))


def test_lists_of_numbers_in_arrow():
    """The third number of each range is a class."""
    for kind in (pyarrow.list_(pyarrow.int32()), pyarrow.list_(pyarrow.int32(), 3)):
        column = pyarrow.array([[[6, 7, 9], [0, 1, 8]], []], pyarrow.list_(kind))
        table = pyarrow.table({"id": [1, 2], "text": [TEXT, "A."], "annotations": column})
        made = AUG.drop_table(table)
        assert made["annotations"].to_pylist() == [[[3, 4, 9], [0, 1, 8]], []]
        assert made["annotations"].type == column.type


@pytest.mark.parametrize(
    ("form", "message"),
    [
        ({"start": 6}, "expected start and end, but end is missing"),
        ({"begin": 6}, "expected begin and end, but end is missing"),
        ({"end": 7}, "expected begin and end, but begin is missing"),
        ({"begin": 6, "start": 6, "end": 7}, "expected either begin or start, got both"),
    ],
    ids=str,
)
def test_incomplete_and_double_forms(form, message):
    columns = {"id": ["x"], "text": [TEXT], "annotations": [[form]]}
    with pytest.raises(ValueError, match=rf"annotations\[0\]: {message}"):
        AUG.drop(TEXT, annotations=[form])
    for call in (
        lambda: AUG.drop_table(pyarrow.table(columns)),
        lambda: AUG.drop_table(pandas.DataFrame(columns)),
        lambda: AUG.drop_table(polars.DataFrame(columns)),
        lambda: Augment(AUG)(columns),
    ):
        with pytest.raises(ValueError, match=f"annotations.*: {message}"):
            call()


RANGES = 'labels contains ranges that will not be moved; pass annotations="labels"'
SCALARS = "like positions and will not be moved; put them into a column .* and pass that column as annotations="
UNNAMED = [
    ({"labels": [[{"start": 6, "end": 7}]]}, RANGES),
    ({"labels": [[{"begin": 6, "end": 7}]]}, RANGES),
    (
        {"labels": [[{"start_char": 6, "end_char": 7}]]},
        r"labels contains positions \(end_char, start_char\) that will not be moved; rename the members to start and "
        'end, and pass annotations="labels"',
    ),
    (
        {"labels": [{"start": [6], "end": [7]}]},
        r"labels contains positions \(end, start\) that will not be moved; convert it to lists of mappings",
    ),
    ({"start": [6], "end": [7]}, f"start and end look {SCALARS}"),
    ({"answer_start": [6]}, f"answer_start looks {SCALARS}"),
    ({"start_char": [6], "end_char": [7]}, f"start_char and end_char look {SCALARS}"),
    ({"subj_start": [6], "objEnd": [7]}, f"subj_start and objEnd look {SCALARS}"),
    ({"starts": [[6, 9]]}, f"starts looks {SCALARS}"),
]


def calls(columns):
    """Each way to drop spans from a table."""
    yield lambda: AUG.drop_table(pyarrow.table(columns))
    yield lambda: AUG.drop_table(pyarrow.concat_tables([pyarrow.table(columns)] * 3))
    yield lambda: AUG.drop_table(pandas.DataFrame(columns))
    yield lambda: AUG.drop_table(polars.DataFrame(columns))
    yield lambda: Augment(AUG)(columns)
    yield lambda: Augment(AUG)(pyarrow.table(columns))
    yield lambda: datasets.Dataset.from_dict(columns).map(Augment(AUG), batched=True, load_from_cache_file=False)


@pytest.mark.parametrize(("columns", "message"), UNNAMED, ids=lambda value: str(value)[:40])
def test_unnamed_positions_cause_one_warning_per_call(columns, message):
    for call in calls({"id": ["x"], "text": [TEXT], **columns}):
        with pytest.warns(UserWarning, match=message) as found:
            call()
        assert len(found) == 1


def test_unnamed_forms_that_arrow_lacks():
    columns = {"id": ["x"], "text": [TEXT], "labels": [[(6, 7, "PER")]]}
    for call in (lambda: AUG.drop_table(pandas.DataFrame(columns)), lambda: Augment(AUG)(columns)):
        with pytest.warns(UserWarning, match=RANGES):
            call()
    places = pandas.DataFrame({"id": [1, 2, 3], "text": [TEXT] * 3, "start": [numpy.nan, 6, 7]})
    with pytest.warns(UserWarning, match="start looks like positions"):
        AUG.drop_table(places)


def test_the_warning_points_to_the_caller():
    columns = {"id": ["x"], "text": [TEXT], "start": [6]}
    for call in list(calls(columns))[:-1]:
        with pytest.warns(UserWarning) as found:
            call()
        assert found[0].filename == __file__


@pytest.mark.parametrize(
    "columns",
    [
        {"start_time": [6], "end_date": [7], "start_ms": [5]},
        {"weekend": [1], "trend": [2], "is_start": [1], "started": [3], "label": [0]},
        {"start": ["Monday"], "end": [0.5], "is_end": [True]},
        {"bounds": [[{"x": 1, "y": 2}]], "pairs": [[[0, 1]]]},
    ],
    ids=str,
)
def test_no_warning_about_other_columns(columns):
    with warnings.catch_warnings(action="error"):
        for call in calls({"id": ["x"], "text": [TEXT], **columns}):
            call()


def test_characters_say_nothing_about_tokens():
    columns = {"id": ["x"], "tokens": [[1, 2, 3]], "answer_start": [6], "start_char": [3]}
    with warnings.catch_warnings(action="error"):
        AUG.drop_table(pyarrow.table(columns))
        Augment(AUG)(columns)
    for call in calls({"id": ["x"], "tokens": [[1, 2, 3]], "start_positions": [1], "end_positions": [2]}):
        with pytest.warns(UserWarning, match="start_positions and end_positions look like positions"):
            call()


def test_named_positions_cause_no_warning():
    columns = {"id": ["x"], "text": [TEXT], "labels": [[{"start": 6, "end": 7}]]}
    with warnings.catch_warnings(action="error"):
        AUG.drop_table(pyarrow.table(columns), annotations="labels")
        Augment(AUG, annotations="labels")(columns)


def test_the_collator_accepts_start_and_end():
    row = {"id": 1, "input_ids": [1, 2, 3, 4], "annotations": [{"start": 2, "end": 4, "label": "x"}]}
    batch = SpanDropCollator(spandrop.SpanDrop(rate=0), special_tokens=[])([row])
    assert batch["annotations"] == [[{"start": 2, "end": 4, "label": "x"}]]
