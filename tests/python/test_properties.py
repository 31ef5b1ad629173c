"""Properties of every input. hypothesis looks for counterexamples."""

import math

import numpy
from hypothesis import given, settings
from hypothesis import strategies as st

import spandrop

WORDS = st.text(st.sampled_from("aé語😀. !?\n\tB'-"), max_size=60) | st.text(max_size=40)
TEXTS = WORDS.filter(lambda text: not any("\ud800" <= c <= "\udfff" for c in text))
RULES = st.sampled_from(["sentence", "word", "char", "paragraph", "every:3", r"regex:\w+"])
KEYS = {
    "seed": st.integers(0, 2**64 - 1),
    "view": st.integers(0, 2**64 - 1),
    "name": st.text(max_size=3) | st.integers(),
}
LAWS = {"rate": st.floats(0, 1), "gamma": st.floats(1e-3, 1e3) | st.just(math.inf)}

settings.register_profile("quick", deadline=None, max_examples=150, derandomize=True)
settings.load_profile("quick")


def ranges_in(draw, length):
    pairs = draw(st.lists(st.tuples(st.integers(0, length), st.integers(0, length)), max_size=4))
    return [(min(pair), max(pair)) for pair in pairs]


@given(text=TEXTS, spans=RULES, data=st.data(), **KEYS)
def test_rate_0_changes_nothing(text, spans, data, seed, view, name):
    annotations = ranges_in(data.draw, len(text))
    for aug in (
        spandrop.SpanDrop(rate=0, seed=seed, spans=spans),
        spandrop.SpanMask(rate=0, seed=seed, spans=spans, mask="_"),
    ):
        dropped = aug.drop(text, annotations=annotations, id=name, view=view)
        assert dropped.text == text and dropped.annotations == annotations
        assert set(dropped.fates) <= {"kept"} and dropped.kept.all()
        assert dropped.offsets.old_to_new().tolist() == list(range(len(text)))


@given(text=TEXTS, spans=RULES, data=st.data(), **KEYS, **LAWS)
def test_whole_annotations_keep_their_text(text, spans, data, seed, view, name, rate, gamma):
    annotations = ranges_in(data.draw, len(text))
    aug = spandrop.SpanDrop(rate, gamma, seed, spans)
    dropped = aug.drop(text, annotations=annotations, id=name, view=view)
    for (begin, end), (new_begin, new_end), fate in zip(annotations, dropped.annotations, dropped.fates, strict=True):
        assert 0 <= new_begin <= new_end <= len(dropped.text)
        whole = fate in ("kept", "shifted")
        assert not whole or dropped.text[new_begin:new_end] == text[begin:end]
        assert (fate == "kept") == (whole and new_begin == begin)
    safe = spandrop.SpanDrop(rate, gamma, seed, spans, protect="annotations")
    dropped = safe.drop(text, annotations=annotations, id=name, view=view)
    assert [dropped.text[b:e] for b, e in dropped.annotations] == [text[b:e] for b, e in annotations]


@given(text=TEXTS, spans=RULES, **KEYS, **LAWS)
def test_offsets_invert_and_order_is_kept(text, spans, seed, view, name, rate, gamma):
    dropped = spandrop.SpanDrop(rate, gamma, seed, spans).drop(text, id=name, view=view)
    forward, back = dropped.offsets.old_to_new(), dropped.offsets.new_to_old()
    assert len(forward) == len(text) and len(back) == len(dropped.text)
    assert (numpy.diff(back) > 0).all()
    assert (forward[back] == numpy.arange(len(back))).all()
    assert "".join(text[old] for old in back) == dropped.text
    for position in range(len(text)):
        new = dropped.offsets.to_new(position)
        assert new == (None if forward[position] < 0 else forward[position])
        assert new is None or dropped.offsets.to_old(new) == position
    kept = [
        text[begin:end]
        for span, stays in zip(spandrop.segment(text, spans), dropped.kept, strict=True)
        for begin, end in span
        if stays
    ]
    assert spans.startswith("regex") or "".join(kept) == dropped.text


@given(text=TEXTS, spans=RULES, per=st.sampled_from(["element", "span"]), **KEYS, **LAWS)
def test_masks_replace_dropped_spans(text, spans, per, seed, view, name, rate, gamma):
    key = {"rate": rate, "gamma": gamma, "seed": seed, "spans": spans}
    dropped = spandrop.SpanDrop(**key).drop(text, id=name, view=view)
    mask = "#" if per == "element" else "<#>"
    masked = spandrop.SpanMask(**key, mask=mask, per=per).drop(text, id=name, view=view)
    assert (masked.kept == dropped.kept).all()
    back = masked.offsets.new_to_old()
    assert len(back) == len(masked.text)
    assert "".join(text[old] for old in back if old >= 0) == dropped.text
    masks = "".join(character for character, old in zip(masked.text, back) if old < 0)
    count = len(text) - len(dropped.text) if per == "element" else int((~dropped.kept).sum())
    assert masks == mask * count


@given(
    sizes=st.lists(st.integers(0, 200), max_size=8),
    every=st.integers(1, 70),
    threads=st.integers(1, 4),
    kind=st.sampled_from(["u1", "i2", ">i4", "i4", "f4", "i8", "f8", "M8[s]", "?"]),
    data=st.data(),
    **KEYS,
    **LAWS,
)
def test_ragged_batches_equal_single_sequences(sizes, every, threads, kind, data, seed, view, name, rate, gamma):
    aug = spandrop.SpanDrop(rate, gamma, seed, f"every:{every}", min_keep=data.draw(st.integers(0, 3)))
    offsets = numpy.concatenate([[0], numpy.cumsum(sizes, dtype="i8")]).astype("i8")
    values = numpy.arange(offsets[-1]).astype("i8").astype(kind)
    flags = numpy.array(data.draw(st.lists(st.booleans(), min_size=len(values), max_size=len(values))), bool)
    ids = [f"{name}/{i}" for i in range(len(sizes))]
    batch = aug.drop_ragged(
        values,
        offsets,
        ids=ids,
        view=view,
        never_drop=flags,
        threads=threads,
        parallel={"place": numpy.arange(len(values))},
    )
    assert batch.values.dtype == values.dtype
    # Arrays that need no conversion use another code path.
    alone = aug.drop_ragged(
        values, offsets, ids=spandrop.example_ids(ids), view=view, never_drop=flags, threads=threads
    )
    assert alone.values.dtype == values.dtype and alone.offsets.tolist() == batch.offsets.tolist()
    assert alone.values.tolist() == batch.values.tolist()
    masked = (
        spandrop.SpanMask(rate, gamma, seed, aug.spans, aug.min_keep, mask=1).drop_ragged(
            values, offsets, ids=ids, view=view, never_drop=flags, threads=threads
        )
        if kind != "M8[s]"
        else None
    )
    for i, (begin, end) in enumerate(zip(offsets[:-1], offsets[1:])):
        protected = [(j, j + 1) for j in numpy.flatnonzero(flags[begin:end])]
        one = aug.drop(values[begin:end], id=ids[i], view=view, protected=protected)
        left = slice(batch.offsets[i], batch.offsets[i + 1])
        assert (batch.values[left] == one.tokens).all() and len(batch.values[left]) == len(one.tokens)
        assert (batch.parallel["place"][left] - begin == one.offsets.new_to_old()).all()
        if masked is not None:
            gone = one.offsets.old_to_new() < 0
            assert (masked.values[begin:end] == numpy.where(gone, 1, values[begin:end]).astype(kind)).all()


@given(
    shape=st.tuples(st.integers(0, 20), st.integers(0, 3), st.integers(1, 2)),
    kind=st.sampled_from(["u1", ">i4", "f2", "c16", "U3", "O", "S2", "i4,f8"]),
    **LAWS,
)
def test_arrays_of_any_type_and_shape(shape, kind, rate, gamma):
    array = numpy.arange(math.prod(shape)).astype("O" if kind == "O" else "i8")
    array = (numpy.zeros(len(array), kind) if kind == "i4,f8" else array.astype(kind)).reshape(shape)
    dropped = spandrop.SpanDrop(rate, gamma).drop(array, id=5, parallel={"row": list(range(shape[0]))})
    stays = dropped.offsets.new_to_old()
    assert dropped.tokens.dtype == array.dtype and dropped.tokens.shape == (len(stays), *shape[1:])
    assert (dropped.tokens == array[stays]).all() and dropped.parallel["row"] == stays.tolist()
    by_content = [spandrop.SpanDrop(rate, gamma).drop(same).tokens for same in (array, array.copy())]
    assert (by_content[0] == by_content[1]).all()


@given(
    n=st.integers(2, 40),
    rate=st.floats(0.05, 0.95),
    gamma=st.sampled_from([0.5, 1.0, 3.0, 10.0, math.inf]),
    seed=st.integers(0, 99),
)
@settings(max_examples=30, deadline=None)
def test_mean_and_variance_of_the_kept_share(n, rate, gamma, seed):
    """Compare 40,000 draws with the closed forms, within seven standard errors."""
    draws = 40_000
    batch = spandrop.SpanDrop(rate, gamma, seed).drop_ragged(
        numpy.zeros(n * draws, "i4"), numpy.arange(draws + 1) * n, ids=numpy.arange(draws)
    )
    kept = numpy.diff(batch.offsets)
    theory = spandrop.theory(n, rate=rate, gamma=gamma)
    mean, variance = theory["length_mean"], theory["length_variance"]
    assert abs(kept.mean() - mean) < 7 * math.sqrt(variance / draws)
    fourth = ((kept - mean) ** 4).mean()
    assert abs(((kept - mean) ** 2).mean() - variance) < 7 * math.sqrt((fourth - variance**2) / draws)
