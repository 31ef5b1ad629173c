"""Augment on lists of texts, which does not use Arrow, gives the same result as on tables."""

import collections

import numpy
import pyarrow
import pytest
from hypothesis import given
from hypothesis import strategies as st
from spandrop.datasets import Augment
from test_properties import RULES, TEXTS

import spandrop


@st.composite
def rows(draw):
    """A text, which can be missing or repeat the previous one, with a name, a question and answers that occur in it."""
    texts = draw(st.lists(TEXTS, min_size=1, max_size=3))
    made = []
    for _ in range(draw(st.integers(1, 5))):
        text = draw(st.sampled_from(texts) | st.none())
        places = st.integers(0, len(text or ""))
        ends = [sorted(pair) for pair in draw(st.lists(st.tuples(places, places), max_size=3))]
        answers = {
            "text": [(text or "")[begin:end] for begin, end in ends],
            "answer_start": [begin for begin, _ in ends],
        }
        made.append(
            {
                "id": draw(st.none() | st.sampled_from("ab")),
                "text": text,
                "question": draw(st.none() | TEXTS),
                "answers": draw(st.just(answers) | st.none()),
            }
        )
    return made


SCHEMA = pyarrow.schema(
    [
        ("id", pyarrow.string()),
        ("text", pyarrow.string()),
        ("question", pyarrow.string()),
        (
            "answers",
            pyarrow.struct({"text": pyarrow.list_(pyarrow.string()), "answer_start": pyarrow.list_(pyarrow.int64())}),
        ),
    ]
)


@given(
    rows=rows(),
    spans=RULES | st.just("adaptive"),
    seed=st.integers(0, 99),
    mask=st.sampled_from([None, "_", "é"]),
    per=st.sampled_from(["element", "span"]),
    protect=st.sampled_from(["none", "annotations"]),
    on_lost=st.sampled_from(["keep", "drop", "reject"]),
)
def test_same_result_as_tables(rows, spans, seed, mask, per, protect, on_lost):
    options = {"rate": 0.5, "seed": seed, "spans": spans, "protect": protect, "on_lost": on_lost}
    aug = Augment(
        spandrop.SpanMask(mask=mask, per=per, **options) if mask else spandrop.SpanDrop(**options), answers="answers"
    )
    batch = {name: [row[name] for row in rows] for name in SCHEMA.names}
    made = aug(dict(batch))
    assert [dict(zip(made, values)) for values in zip(*made.values())] == aug(
        pyarrow.Table.from_pydict(batch, SCHEMA)
    ).to_pylist()
    for old, new in zip(rows, made["answers"]):
        assert (new is None) == (old["answers"] is None)


def test_answers_beside_ranges():
    """Columns other than texts, names and answers are converted to Arrow."""
    batch = {
        "id": [1, 2],
        "text": ["A. B. C.", "D. E."],
        "protected": [[[0, 1]], []],
        "answers": [{"text": ["C"], "answer_start": [6]}, {"text": [], "answer_start": []}],
    }
    made = Augment(spandrop.SpanDrop(rate=1), answers="answers")(dict(batch))
    assert made == {
        "id": [1, 2],
        "text": ["A. C.", ""],
        "protected": [[[0, 1]], []],
        "answers": [{"text": ["C"], "answer_start": [3]}, {"text": [], "answer_start": []}],
    }
    rows = [
        {**batch["answers"][0], "by": "me"},
        collections.UserDict(text=["E"], answer_start=[3]),
        None,
        {"text": None, "answer_start": None},
    ]
    beside = {"id": [1, 2, 3, 4], "text": ["A. B. C.", "D. E.", "F. G.", "H."], "protected": [[], [[0, 1]], [], []]}
    other = Augment(spandrop.SpanDrop(rate=1), answers="answers")({**beside, "answers": rows})["answers"]
    assert other == [{"text": ["C"], "answer_start": [0], "by": "me"}, rows[1], None, rows[3]]
    nobody = Augment(spandrop.SpanDrop(rate=1), answers="answers")({**batch, "answers": [None, None]})
    assert (nobody["text"], nobody["answers"]) == (["A. ", ""], [None, None])


@pytest.mark.parametrize("seed", range(6))
def test_masked_answers(seed):
    batch = {"id": ["x"], "text": ["A. Bo. C. Do. E."], "answers": [{"text": ["Bo. C. Do"], "answer_start": [3]}]}
    drop = spandrop.SpanMask(mask="_", rate=0.5, seed=seed, protect="none")
    made = Augment(drop, answers="answers")(dict(batch))
    text, answer = made["text"][0], made["answers"][0]
    assert len(text) == 16 and answer == {"text": [text[3:12]], "answer_start": [3]}


def test_answers_keep_their_form():
    """Answers in other forms than dicts of lists, and with other members than text and answer_start."""
    row = collections.UserDict({"text": ("D",), "answer_start": numpy.array([3]), "by": "me"})
    batch = {"id": [1, 2], "text": ["C. D.", "D."], "answers": [row, {"text": ["D"], "answer_start": [0]}]}
    aug = Augment(spandrop.SpanDrop(rate=1), answers="answers")
    made = aug(batch)["answers"]
    assert made[0] == {"text": ("D",), "answer_start": [0], "by": "me"} and row["answer_start"] == [3]
    assert made[1] is batch["answers"][1]


def test_unchanged_texts_are_the_same_objects():
    class Text(str):
        pass

    batch = {"id": [1, 2], "text": ["A. B.", Text("A. B.")], "answers": [{"text": ["B"], "answer_start": [3]}] * 2}
    made = Augment(spandrop.SpanDrop(rate=0), answers="answers")(batch)
    assert made["text"][0] is batch["text"][0] and made["answers"][0] is batch["answers"][0]
    assert made["text"] == batch["text"] and type(made["text"][1]) is str


@pytest.mark.parametrize("letters", ["a", "aé", "é", "a–", "語", "aé語😀", "😀", "\x7f\x80\xff", "\u07ff\u0800\uffff"])
@pytest.mark.parametrize("size", [0, 1, 15, 16, 17, 33, 1000, 2**16, 2**16 + 1])
def test_texts_of_every_kind(letters, size):
    """Python stores texts with one, two or four bytes per character."""

    class Text(str):  # a subclass, which is not returned unchanged
        pass

    generator = numpy.random.default_rng(size)
    texts = ["".join(generator.choice(list(letters), size)), "a" * size + letters, letters + "a" * size]
    made = Augment(spandrop.SpanDrop(rate=0))({"text": [Text(text) for text in texts]})
    assert made["text"] == texts
    if size:
        with pytest.raises(UnicodeEncodeError):
            Augment(spandrop.SpanDrop())({"text": ["a" * size + letters + "\udfff"]})


def test_answers_whose_lists_are_none():
    batch = {
        "text": ["A. B.", "C."],
        "answers": [{"text": None, "answer_start": None}, {"text": ["C"], "answer_start": [0]}],
    }
    aug = Augment(spandrop.SpanDrop(rate=0.5), answers="answers")
    for made in (aug(batch)["answers"], aug(pyarrow.table(batch)).to_pydict()["answers"]):
        assert made == batch["answers"]


@pytest.mark.parametrize("spans", ["sentence", "adaptive"])
@pytest.mark.parametrize("questions", [["A. B?"], [None]])
def test_a_named_question(spans, questions):
    """With or without other columns, in lists and in tables, used or not."""
    aug = Augment(spandrop.SpanDrop(rate=0.5, spans=spans), question="q")
    batch = {"text": ["A. B. C. D. E."], "q": questions}
    assert aug(pyarrow.table(batch)).to_pydict() == aug(batch)
    beside = {**batch, "protected": [[[0, 1]]]}
    assert aug(pyarrow.table(beside)).to_pydict() == aug(beside)


def test_names():
    """An integer id equals its digits as a string. A row without an id uses its text."""

    def left(ids):
        return Augment(spandrop.SpanDrop(rate=0.5))({"id": ids, "text": ["A. B. C. D. E. F."] * len(ids)})["text"]

    assert left([7, "7", numpy.int32(7)]) == left(["7"]) * 3
    assert left([None]) == Augment(spandrop.SpanDrop(rate=0.5))({"text": ["A. B. C. D. E. F."]})["text"]
    assert len(set(left(list(range(20))))) > 5


@pytest.mark.parametrize(
    "batch, message",
    [
        ({"text": ["A.", 1]}, "row 1: expected a str as text, got int"),
        ({"text": ["A.", b"B"]}, "row 1: expected a str as text, got bytes"),
        ({"text": ["\ud800"]}, "surrogates not allowed"),
        ({"text": ["A."], "id": [1.0]}, "row 0: expected a str or an int as id, got float"),
        ({"text": ["A."], "id": [True]}, "row 0: expected a str or an int as id, got bool"),
        ({"text": ["A."], "question": [1]}, "row 0: expected a str as question, got int"),
        (
            {"text": ["A."], "answers": [{"text": [1], "answer_start": [0]}]},
            "row 0: expected a str as an answer's text, got int",
        ),
        ({"text": [None], "answers": [{"text": ["A"], "answer_start": [0]}]}, "row 0: expected the answer 'A' at 0"),
        ({"text": ["A."], "answers": [{"text": [""], "answer_start": [3]}]}, "row 0: expected the answer '' at 3"),
        (
            {"text": ["A."], "answers": [{"text": ["\ud800"], "answer_start": [0]}]},
            "row 0: expected the answer '.ud800' at 0",
        ),
        (
            {"text": ["A. B."], "answers": [{"text": ["B"], "answer_start": [-2]}]},
            "row 0: expected the answer 'B' at -2",
        ),
        (
            {"text": ["A. B."], "answers": [{"text": "B", "answer_start": [3]}]},
            "row 0: expected lists of text and answer_start, got str",
        ),
        (
            {"text": ["A. B."], "answers": [{"text": ["B"], "answer_start": None}]},
            "row 0: expected lists of .*, got None",
        ),
        (
            {"text": ["A."], "protected": [[]], "answers": ["A"]},
            "expected mappings with the lists text and answer_start",
        ),
        (
            {"text": ["A."], "protected": [[]], "answers": [{"text": [None], "answer_start": [0]}]},
            "expected the text of an answer to be a string",
        ),
    ],
)
def test_bad_rows(batch, message):
    aug = Augment(spandrop.SpanDrop(spans="adaptive"), answers="answers" if "answers" in batch else "")
    with pytest.raises(ValueError, match=message):
        aug(batch)


def test_lost_answers_that_are_an_error():
    drop = spandrop.SpanDrop(rate=1, protect="none", on_lost="error")
    with pytest.raises(
        ValueError, match=r"row 1: annotations\[0\]: expected every label to survive, got one that was gone"
    ):
        Augment(drop, answers="answers")(
            {"text": ["A.", "B."], "answers": [None, {"text": ["B"], "answer_start": [0]}]}
        )


def test_exceptions_from_answers_propagate():
    class Stops(dict):
        def __getitem__(self, name):
            raise KeyboardInterrupt

    class Odd:
        def __repr__(self):
            return "\ud800"

    aug = Augment(spandrop.SpanDrop(), answers="answers")
    with pytest.raises(KeyboardInterrupt):
        aug({"text": ["A."], "answers": [Stops()]})
    with pytest.raises(ValueError, match=r"expected integers as answer_start, got .ud800"):
        aug({"text": ["A."], "answers": [{"text": ["A"], "answer_start": [Odd()]}]})


def test_numbers_that_empty_their_lists():
    class Clears:
        def __index__(self):
            answers["text"].clear()
            answers["answer_start"].clear()
            return 0

    answers = {"text": ["A", "B"], "answer_start": [Clears(), 3]}
    with pytest.raises(IndexError):
        Augment(spandrop.SpanDrop(), answers="answers")({"text": ["A. B."], "answers": [answers]})


def test_rows_that_change_while_they_are_read():
    """Reading answers can run arbitrary code."""

    class Clears(dict):
        def __getitem__(self, name):
            for column in batch.values():
                column.clear()
            return ["A. B."[:1]] if name == "text" else [0]

    batch = {"id": ["a", "b"], "text": ["A. " + "B." * 50, "C."], "answers": [Clears(), None]}
    made = spandrop._native.drop_rows(
        spandrop.SpanDrop(rate=0)._options, 0, batch["text"], ids=batch["id"], answers=batch["answers"]
    )
    assert made[0] == ["A. " + "B." * 50]
    with pytest.raises(IndexError):
        spandrop._native.drop_rows(spandrop.SpanDrop()._options, 0, ["A.", "B."], ids=["a"])
