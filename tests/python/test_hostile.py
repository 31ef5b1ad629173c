"""Wrong input raises a clear exception and never crashes."""

import warnings

import numpy
import pytest

import spandrop

AUG = spandrop.SpanDrop(rate=0.5)


@pytest.mark.parametrize(
    ("arguments", "kind", "message"),
    [
        ({"rate": -0.1}, ValueError, "expected rate in"),
        ({"rate": float("nan")}, ValueError, "expected rate"),
        ({"rate": "x"}, TypeError, "expected rate to be a number, got str"),
        ({"rate": None}, TypeError, "rate to be a number"),
        ({"gamma": 0}, ValueError, "gamma"),
        ({"seed": -1}, ValueError, r"seed: expected a whole number from 0 to 2\^64 - 1, got -1"),
        ({"seed": 2**64}, ValueError, "seed"),
        ({"seed": 1.5}, TypeError, "seed: expected a whole number, got float"),
        ({"spans": "line"}, ValueError, "expected sentence, word"),
        ({"spans": None}, TypeError, "spans: expected a str"),
        ({"spans": "regex:("}, ValueError, "regular expression"),
        ({"spans": "every:0"}, ValueError, "every"),
        ({"min_keep": -3}, ValueError, "min_keep"),
        ({"tries": 0}, ValueError, "tries"),
        ({"tries": 2**40}, ValueError, "tries"),
        ({"protect": "all"}, ValueError, "expected none, field or annotations, got all"),
        ({"on_lost": ""}, ValueError, "expected keep, drop, reject or error"),
        ({"spans": "\ud800"}, ValueError, "surrogates"),
    ],
)
def test_wrong_options(arguments, kind, message):
    with pytest.raises(kind, match=message):
        spandrop.SpanDrop(**arguments)


@pytest.mark.parametrize(
    ("arguments", "kind", "message"),
    [
        ({"mask": None}, TypeError, "expected a mask"),
        ({"mask": b"x"}, TypeError, "bytes"),
        ({"mask": "_", "per": "word"}, ValueError, '"element" or "span"'),
        ({}, TypeError, "mask"),
    ],
)
def test_wrong_masks(arguments, kind, message):
    with pytest.raises(kind, match=message):
        spandrop.SpanMask(**arguments)


@pytest.mark.parametrize(
    ("sequence", "arguments", "kind", "message"),
    [
        (None, {}, TypeError, "expected a str, a list, a tuple, a NumPy array or a tensor, got NoneType"),
        (b"text", {}, TypeError, "got bytes"),
        (5, {}, TypeError, "got int"),
        ({"a": 1}, {}, TypeError, "got dict"),
        ("a\ud800", {}, ValueError, "surrogates not allowed"),
        ("a", {"id": "\udfff"}, ValueError, "surrogates"),
        (["a", "\ud800"], {}, ValueError, "surrogates"),
        ("a", {"question": None}, TypeError, "question: expected a str"),
        (numpy.array(5), {}, ValueError, "at least one axis"),
        ([object()], {}, ValueError, "expected an id for tokens of type object"),
        ("a", {"id": 1.5}, TypeError, "id: expected a str, an int"),
        ("a", {"id": True}, TypeError, "id"),
        ("a", {"view": -1}, ValueError, "view"),
        ("a", {"view": None}, TypeError, "view"),
        ("abc", {"annotations": [(0, 4)]}, ValueError, r"annotations\[0\]: expected a range within the 3 code points"),
        ("abc", {"annotations": [(0, 1), (2, 1)]}, ValueError, r"annotations\[1\]: expected begin <= end"),
        ("abc", {"annotations": [(-1, 2)]}, ValueError, r"annotations\[0\]: expected a whole number from 0"),
        ("abc", {"annotations": [(0.5, 2)]}, TypeError, r"annotations\[0\]: expected a whole number, got float"),
        ("abc", {"annotations": [(0, 2**70)]}, ValueError, r"annotations\[0\]"),
        ("abc", {"annotations": [5]}, ValueError, "begin and end"),
        ("abc", {"annotations": [{"begin": 0}]}, ValueError, "end is missing"),
        ("abc", {"annotations": 5}, ValueError, "annotations: expected a list, got int"),
        ("abc", {"protected": [(0, 9)]}, ValueError, r"protected\[0\]"),
        ("abc", {"protected": [(0,)]}, ValueError, "got 1 values"),
        ("abc", {"protected": ["ab"]}, TypeError, r"protected\[0\]: expected begin and end, got str"),
        ("abc", {"parallel": {"x": [1, 2, 3]}}, ValueError, "expected a list or an array"),
        ([1, 2], {"parallel": {"x": [1]}}, ValueError, "expected x to have 2 elements, like the sequence, got 1"),
        ([1, 2], {"parallel": {"x": None}}, TypeError, "expected x to be a list"),
    ],
)
def test_wrong_sequences(sequence, arguments, kind, message):
    with pytest.raises(kind, match=message):
        AUG.drop(sequence, **arguments)


def test_rules_that_do_not_fit():
    with pytest.raises(ValueError, match="expected spans every:K or field for tokens, got sentence"):
        spandrop.SpanDrop(spans="sentence").drop([1, 2])
    with pytest.raises(ValueError, match="expected spans, got none"):
        spandrop.SpanDrop(spans="field").drop("abc")
    with pytest.raises(ValueError, match="spans"):
        spandrop.SpanDrop(spans="field").drop("abc", spans=[(0, 2), (1, 3)])
    with pytest.raises(ValueError, match="one character"):
        spandrop.SpanMask(mask="__").drop("abc")
    with pytest.raises(ValueError, match="expected every label to survive, got one that was gone"):
        spandrop.SpanDrop(rate=1, on_lost="error").drop("abc", annotations=[(0, 1)])


@pytest.mark.parametrize(
    ("mask", "array"),
    [
        (1.5, numpy.arange(3)),
        (300, numpy.arange(3, dtype="u1")),
        ("x", numpy.arange(3)),
        ("[MASK]", numpy.array(["a", "b"])),
        (-1, numpy.arange(3, dtype="u4")),
    ],
)
def test_masks_that_a_type_would_change(mask, array):
    with pytest.raises(ValueError, match="mask that fits"):
        spandrop.SpanMask(mask=mask, rate=1).drop(array, id=0)


VALUES, OFFSETS = numpy.arange(6, dtype="i4"), numpy.array([0, 2, 6])


@pytest.mark.parametrize(
    ("values", "offsets", "arguments", "message"),
    [
        (VALUES, [1, 6], {}, "offsets"),
        (VALUES, [0, 7], {}, "offset"),
        (VALUES, [0, 5], {}, "the last offset"),
        (VALUES, [0, 4, 2, 6], {}, "non-decreasing"),
        (VALUES, [0, -1, 6], {}, "non-decreasing"),
        (VALUES, [-1, 6], {}, "offsets"),
        (VALUES, [], {}, "at least one offset"),
        (VALUES, [0.0, 6.0], {}, "integers"),
        (VALUES, [[0, 6]], {}, "one-dimensional"),
        (VALUES, numpy.array([0, 2**63 + 5, 6], "u8"), {}, "non-decreasing"),
        (VALUES, OFFSETS, {"ids": ["a"]}, "an id for each of the 2"),
        (VALUES, OFFSETS, {"ids": numpy.zeros((2, 3), "u8")}, "one-dimensional"),
        (VALUES, OFFSETS, {"never_drop": [True]}, "never_drop for each"),
        (VALUES, OFFSETS, {"threads": 0}, "at least 1 thread"),
        (VALUES, OFFSETS, {"view": -1}, "view"),
        (VALUES[::2], [0, 3], {}, "contiguous"),
        (VALUES.reshape(2, 3), OFFSETS, {}, "one-dimensional"),
        (["a", "b"], [0, 2], {}, "1, 2, 4 or 8 bytes"),
        (numpy.array([None, 1]), [0, 2], {"ids": ["a"]}, "1, 2, 4 or 8 bytes"),
        (VALUES.astype("c16"), OFFSETS, {"ids": ["a", "b"]}, "1, 2, 4 or 8 bytes"),
        (VALUES.astype("f4"), OFFSETS, {}, "expected ids"),
        (VALUES, OFFSETS, {"parallel": {"x": [1, 2]}}, "expected x to have 6"),
        (
            VALUES,
            OFFSETS,
            {"out": (numpy.empty(6, "i8"), numpy.empty(3, "i8"))},
            "expected out to contain|with the type of the values",
        ),
        (VALUES, OFFSETS, {"out": (numpy.empty(5, "i4"), numpy.empty(3, "i8"))}, "room for 6"),
        (VALUES, OFFSETS, {"out": (numpy.empty(6, "i4"), numpy.empty(2, "i8"))}, "room for 3 offsets"),
        (
            VALUES,
            OFFSETS,
            {"out": (numpy.empty(6, "i4"), numpy.empty(3, "i4"))},
            "arrays of the input's types, here int64",
        ),
        (VALUES, OFFSETS, {"out": (numpy.empty(6, "i4"),)}, "two arrays"),
        (VALUES, OFFSETS, {"never_drop": []}, "never_drop for each of the 6 values, got 0"),
        (VALUES, OFFSETS, {"out": numpy.empty(6, "i4")}, "two arrays"),
        (VALUES, OFFSETS, {"out": (numpy.frombuffer(bytes(24), "i4"), numpy.empty(3, "i8"))}, "writeable"),
    ],
)
def test_wrong_batches(values, offsets, arguments, message):
    with pytest.raises(ValueError, match=message):
        AUG.drop_ragged(values, offsets, **arguments)
    if "ids" not in arguments and message != "expected ids":  # with ids, the library checks the arrays first
        with pytest.raises(ValueError, match=message):
            AUG.drop_ragged(values, offsets, ids=spandrop.example_ids(range(max(len(offsets) - 1, 0))), **arguments)


def test_wrong_types_of_batches():
    with pytest.raises(TypeError):
        AUG.drop_ragged(VALUES, OFFSETS, ids=[None, None])
    with pytest.raises(TypeError, match="got the str"):
        AUG.drop_ragged(VALUES, OFFSETS, ids="ab")
    with pytest.raises(ValueError):
        AUG.drop_ragged(None, OFFSETS)


def test_arrays_that_can_be_read_only_or_strided():
    frozen = VALUES.copy()
    frozen.flags.writeable = False
    expected = AUG.drop_ragged(VALUES, OFFSETS, ids=["a", "b"])
    assert AUG.drop_ragged(frozen, OFFSETS, ids=["a", "b"]).values.tolist() == expected.values.tolist()
    ids = spandrop.example_ids(["a", "b"])
    ids.flags.writeable = False
    assert AUG.drop_ragged(frozen, OFFSETS, ids=ids).values.tolist() == expected.values.tolist()
    rows = numpy.arange(24).reshape(4, 6).T
    assert (AUG.drop(rows, id=1).tokens == AUG.drop(numpy.ascontiguousarray(rows), id=1).tokens).all()
    assert (AUG.drop(rows).tokens == AUG.drop(numpy.ascontiguousarray(rows)).tokens).all()


@pytest.mark.parametrize("kind", ["?", "i1", "u2", ">i4", "f4", "f8", "c8", "M8[s]", "m8[ms]"])
def test_elements_of_any_type_are_moved_by_their_bits(kind):
    ids = spandrop.example_ids(["a", "b"])
    places = AUG.drop_ragged(VALUES, OFFSETS, ids=ids).values
    values = numpy.arange(6, dtype="u1").astype(kind)
    made = AUG.drop_ragged(values, OFFSETS, ids=ids).values
    assert made.dtype == values.dtype and (made == values[places]).all()


@pytest.mark.parametrize(
    "values",
    [
        VALUES.astype(object),
        VALUES.astype("U1"),
        VALUES.astype("f2").astype("c16"),
        numpy.zeros(6, "i4,i4"),
        numpy.zeros(25, "u1")[1:].view("i4"),
    ],
    ids=str,
)
def test_elements_that_cannot_be_moved(values):
    with pytest.raises(ValueError, match="expected values"):
        AUG.drop_ragged(values, OFFSETS, ids=spandrop.example_ids(["a", "b"]))


@pytest.mark.parametrize("threads", [None, -1, 1.5, "2", 2**64])
def test_wrong_numbers_of_threads(threads):
    with pytest.raises((TypeError, ValueError), match="threads: expected a whole number"):
        AUG.drop_ragged(VALUES, OFFSETS, ids=["a", "b"], threads=threads)


def test_more_threads_than_sequences():
    one = AUG.drop_ragged(VALUES, OFFSETS, ids=["a", "b"])
    assert AUG.drop_ragged(VALUES, OFFSETS, ids=["a", "b"], threads=2**62).values.tolist() == one.values.tolist()
    assert AUG.drop_ragged([], [0], ids=[], threads=2**62).offsets.tolist() == [0]


def test_types_that_only_look_similar():
    ids = spandrop.example_ids(["a", "b"])
    expected = AUG.drop_ragged(VALUES, OFFSETS, ids=ids)
    room = numpy.empty(3, "i8")
    for given, out in (
        (VALUES.astype(">i4"), numpy.empty(6, "i4")),
        (VALUES.astype("M8[s]"), numpy.empty(6, "M8[ms]")),
        (VALUES, numpy.empty(6, "u4")),
    ):
        with pytest.raises(ValueError, match="expected a result array with the type of the values|an array of"):
            AUG.drop_ragged(given, OFFSETS, ids=ids, out=(out, room))
    for offsets in (
        OFFSETS.astype(">i8"),
        OFFSETS.astype("u2"),
        numpy.frombuffer(b"x" + OFFSETS.tobytes(), "u1")[1:].view("i8"),
    ):
        assert AUG.drop_ragged(VALUES, offsets, ids=ids).values.tolist() == expected.values.tolist()
    for values in (VALUES[:, None], VALUES[None]):
        with pytest.raises(ValueError, match="one-dimensional"):
            AUG.drop_ragged(values, OFFSETS, ids=ids)


def test_files_in_memory(tmp_path):
    ids = spandrop.example_ids(["a", "b"])
    expected = AUG.drop_ragged(VALUES, OFFSETS, ids=ids)
    files = [numpy.memmap(tmp_path / name, kind, "w+", shape=6) for name, kind in (("in", "i4"), ("out", "i4"))]
    files[0][:] = VALUES
    made = AUG.drop_ragged(files[0], OFFSETS, ids=ids, out=(files[1], numpy.empty(3, "i8")))
    assert made.values.tolist() == expected.values.tolist() == files[1][: len(made.values)].tolist()
    spandrop.SpanMask(mask=-1, rate=0.5).drop_ragged(files[0], OFFSETS, ids=ids, out=(files[1], None))
    assert -1 in files[1]


def test_the_result_owns_its_memory():
    ids = spandrop.example_ids(numpy.arange(100))
    made = [AUG.drop_ragged(numpy.full(1000, i), numpy.arange(0, 1001, 10), ids=ids).values for i in range(200)]
    assert all((values == i).all() for i, values in enumerate(made))
    out = numpy.empty(6, "i4"), numpy.empty(3, "i8")
    assert AUG.drop_ragged(VALUES, OFFSETS, ids=ids[:2], out=out).values.base is out[0]


def test_huge_inputs():
    count = 500_000
    assert len(AUG.drop(list(range(count)), id=1).tokens) < count
    assert len(AUG.drop("ab " * count, id=1).text) <= 3 * count
    assert len(AUG.drop("a. " * 1000, annotations=[(0, 1)] * 100_000).fates) == 100_000
    with pytest.raises(ValueError, match="2\\^32 spans"):
        spandrop.draw("x", 2**32)


def test_theory_and_segment():
    with pytest.raises(ValueError, match="expected"):
        spandrop.theory(3, m=4)
    with pytest.raises(ValueError, match="n: expected a whole number"):
        spandrop.theory(-1)
    with pytest.raises(ValueError, match="expected sentence"):
        spandrop.segment("abc", "x")
    with pytest.raises(TypeError, match="text: expected a str, got None"):
        spandrop.segment(None)
    with pytest.raises(ValueError, match="protected spans below 3"):
        spandrop.draw("x", 3, protected=[3])


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (lambda: spandrop.SpanMask(mask="\ud800"), ValueError, "surrogates"),
        (lambda: spandrop.SpanDrop(gamma=10**400), ValueError, "gamma: expected a number that fits into a double"),
        (lambda: spandrop.theory(10, rate="x"), TypeError, "rate: expected a number, got str"),
        (lambda: spandrop.draw(None, 3), TypeError, "id: expected a str"),
        (lambda: spandrop.draw("x", -1), ValueError, "n: expected"),
        (lambda: spandrop.draw("x", 2**33), ValueError, r"fewer than 2\^32 spans"),
        (lambda: spandrop.ExampleId(-1, 0), ValueError, "low: expected"),
        (
            lambda: spandrop.draw("x", 2, rates=[0.5, 0.5], gamma=float("inf"), attempt=1),
            ValueError,
            "expected no attempt together with rates",
        ),
        (lambda: spandrop.draw("x", 3, rates=[0.5, 0.5], gamma=float("inf")), ValueError, "expected one rate per span"),
        (lambda: spandrop.statistics("squad"), ValueError, "expected at least one file, got none"),
        (
            lambda: spandrop.statistics("squad", {"data": []}, vocab={}),
            TypeError,
            "expected vocab to be a WordPiece or the name of a file, got dict",
        ),
        (lambda: spandrop.score("squad", "/tmp", {}), IsADirectoryError, "expected a file, got the directory"),
        (lambda: spandrop.segment("a" * 30 + "b", "regex:(a+)+$"), ValueError, "the pattern takes too"),
        (lambda: AUG.drop("abc", annotations={"begin": 0, "end": 1}), ValueError, "expected a list, got a mapping"),
        (
            lambda: AUG.drop_ragged(numpy.arange(3), [0, 3], parallel=[1]),
            TypeError,
            "expected parallel to map names to arrays, got list",
        ),
        (
            lambda: AUG.drop_ragged(numpy.ma.array([1, 2], mask=[0, 1]), [0, 2], ids=[1]),
            ValueError,
            "without a mask, got a masked array",
        ),
        (
            lambda: AUG.drop(numpy.zeros(3, numpy.dtype([("a", "u1"), ("b", "f4")], align=True))),
            ValueError,
            "contain padding bytes",
        ),
        (lambda: AUG.drop(numpy.zeros(3, "g")), ValueError, "expected an id for arrays of type"),
        (lambda: spandrop.WordPiece.from_tokens({"a": 0}), TypeError, "in the order of their ids, got a dict"),
        (lambda: spandrop.WordPiece.from_tokens(["[PAD]", "a\nb"]), ValueError, "token 1: expected no line break"),
        (lambda: spandrop.WordPiece.from_tokens(["the "]), ValueError, "token 0: .* no trailing white space"),
    ],
)
def test_wrong_calls(call, kind, message):
    with warnings.catch_warnings(action="error"), pytest.raises(kind, match=message):
        call()


def test_nan_as_a_mask_of_integers():
    with (
        warnings.catch_warnings(action="error"),
        pytest.raises(ValueError, match="expected a mask that fits into int64, got nan"),
    ):
        spandrop.SpanMask(mask=float("nan"), rate=0.9).drop(numpy.arange(9), id=1)


def test_long_values_are_shortened_in_messages():
    """Never inside a character."""
    import pyarrow

    long = "\U0001f600" * 1000
    squad = pyarrow.table({"text": ["A."], "answers": [{"text": [long], "answer_start": [0]}]})
    for call, start in (
        (lambda: spandrop.SpanDrop().drop_table(squad, answers="answers"), long[:59]),
        (lambda: spandrop.SpanDrop().drop_array(pyarrow.array(["A."]), ids=long), long[:59]),
        (lambda: spandrop.SpanDrop()("A.", annotations=[[long]]), long[:58]),
    ):
        with pytest.raises((TypeError, ValueError)) as error:
            call()
        assert f"{start}..." in str(error.value) and len(str(error.value)) < 250
