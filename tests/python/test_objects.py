"""SpanDrop and SpanMask are values that threads can share."""

import concurrent.futures
import copy
import json
import math
import pickle
import subprocess
import sys

import corpora
import numpy
import pyarrow
import pytest

import spandrop

OBJECTS = [
    spandrop.SpanDrop(),
    spandrop.SpanDrop(0.3, math.inf, 2**64 - 1, "every:7", 2, 5, "annotations", "reject"),
    spandrop.SpanDrop(spans=r"regex:(?i)\w+\s*"),
    spandrop.SpanMask(mask="é", per="span"),
    spandrop.SpanMask(mask=103, gamma=math.inf),
    spandrop.SpanMask(mask=0.5, seed=3),
]


@pytest.mark.parametrize("aug", OBJECTS, ids=str)
def test_copies_are_equal(aug):
    kind = type(aug)
    copies = [pickle.loads(pickle.dumps(aug, protocol)) for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)]
    copies += [
        copy.copy(aug),
        copy.deepcopy(aug),
        kind.from_dict(aug.to_dict()),
        kind.from_json(aug.to_json()),
        eval(repr(aug), {**vars(spandrop), "inf": math.inf}),
    ]
    for other in copies:
        assert other == aug and hash(other) == hash(aug) and repr(other) == repr(aug) and type(other) is kind
        sequence = [1, 2, 3, 4, 5, 6, 7, 8, 9] if not isinstance(getattr(aug, "mask", 0), str) else "A. B. C. D. E. F."
        if "regex" not in aug.spans:  # not available for tokens
            assert [other.drop(sequence, view=view).sequence for view in range(9)] == [
                aug.drop(sequence, view=view).sequence for view in range(9)
            ]
    json.loads(aug.to_json(), parse_constant=pytest.fail)


def test_different_objects_differ():
    assert len(set(OBJECTS)) == len(OBJECTS)
    assert spandrop.SpanDrop(gamma=1) == spandrop.SpanDrop(gamma=1.0)
    assert spandrop.SpanDrop() != spandrop.SpanMask(mask="_")
    with pytest.raises(AttributeError):
        spandrop.SpanDrop().rate = 0.5


def test_defaults_are_those_of_the_command():
    assert spandrop.SpanDrop() == spandrop.SpanDrop(0.1, 1.0, 0, "auto", 0, 100, "field", "keep")


def test_annotations_may_be_an_array_or_none():
    aug = spandrop.SpanDrop(rate=0)
    places = numpy.array([[0, 1], [3, 4]])
    assert [tuple(place) for place in aug.drop("A. B.", annotations=places).annotations] == [(0, 1), (3, 4)]
    assert aug.drop("A. B.", annotations=None).annotations == []
    assert aug.drop("A. B.", annotations=iter([(0, 1), (3, 4)])).annotations == [
        (0, 1),
        (3, 4),
    ]  # an iterator, which can be read only once


def test_pickles_of_ids():
    key = spandrop.id_of("x")
    assert pickle.loads(pickle.dumps(key)) == key == spandrop.ExampleId(key.low, key.high)
    assert (
        spandrop.SpanDrop(0.5).drop([1, 2, 3], id=key).tokens == spandrop.SpanDrop(0.5).drop([1, 2, 3], id="x").tokens
    )


def test_pickles_of_results():
    """So that a pool of processes can return results."""
    for aug in (
        spandrop.SpanDrop(rate=0.5),
        spandrop.SpanMask(mask="_", rate=0.5),
        spandrop.SpanMask(mask="__", per="span", rate=0.5),
    ):
        dropped = aug.drop("A. B. C. D. E.", annotations=[(3, 4, "x")], id=4)
        for other in (pickle.loads(pickle.dumps(dropped)), copy.deepcopy(dropped)):
            assert (other.text, other.annotations, other.fates) == (dropped.text, dropped.annotations, dropped.fates)
            assert numpy.array_equal(other.offsets.old_to_new(), dropped.offsets.old_to_new())
            assert numpy.array_equal(other.offsets.new_to_old(), dropped.offsets.new_to_old())
    for state in ([(3, True, 2, False)], [(3, True, 3, False), (2, True, 1, False)], [(3, False, 2, True)]):
        with pytest.raises(ValueError, match="expected the state of Offsets"):
            spandrop.Offsets.__new__(spandrop.Offsets).__setstate__(state)


def test_8_threads_give_the_same_result_as_one():
    aug = spandrop.SpanDrop(rate=0.3, spans=r"regex:\S+\s*", on_lost="drop")
    mask, tokens = spandrop.SpanMask(rate=0.3, mask="_"), spandrop.SpanDrop(rate=0.3)
    records = list(corpora.made_records(120))
    table = pyarrow.Table.from_pylist(records)
    values, offsets = numpy.arange(30_000, dtype="i4"), numpy.arange(0, 30_001, 300)

    def work(view):
        texts = [
            (one.text, one.annotations, one.fates)
            for record in records
            for one in [aug.drop(record["text"], annotations=record["annotations"], id=record["id"], view=view)]
        ]
        masked = [mask.drop(record["text"], view=view).text for record in records]
        words = tokens.drop_ragged(values, offsets, view=view, threads=2)
        return texts, masked, aug.drop_table(table, view=view, threads=2), words.values.tolist()

    alone = [work(view) for view in range(16)]
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        assert list(pool.map(work, range(16))) == alone
    assert alone[0] != alone[1]


def test_the_lock_is_released():
    """Other threads make progress while a large batch is processed."""
    import threading

    values, offsets = numpy.zeros(20_000_000, "i4"), numpy.arange(0, 20_000_001, 500)
    ids = spandrop.example_ids(numpy.arange(len(offsets) - 1))
    ticks, done = [], threading.Event()
    ticker = threading.Thread(target=lambda: [ticks.append(0) or done.wait(1e-4) for _ in iter(done.is_set, True)])
    ticker.start()
    before = len(ticks)
    spandrop.SpanDrop().drop_ragged(values, offsets, ids=ids)
    after = len(ticks)
    done.set()
    ticker.join()
    assert after - before > 3


def test_arrays_are_not_copied():
    """400 MB of untouched memory pages. A copy would raise the peak memory."""
    code = """
import numpy, resource, spandrop
values, offsets = numpy.zeros(100_000_000, "i4"), numpy.arange(0, 100_000_001, 1000)
ids = spandrop.example_ids(numpy.arange(len(offsets) - 1))
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
made = spandrop.SpanDrop(rate=1).drop_ragged(values, offsets, ids=ids, out=(numpy.empty_like(values), offsets.copy()))
assert len(made.values) == 0
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)
"""
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert int(done.stdout) < 40  # MB


def test_masks_that_only_look_equal():
    """Masks that insert different values are not equal. NaN equals itself here."""
    one, other = spandrop.SpanMask(mask=1), spandrop.SpanMask(mask=1.0)
    assert one != other and len({one, other, spandrop.SpanMask(mask="1"), spandrop.SpanMask(mask=1)}) == 3
    for mask in (math.nan, math.inf, -math.inf):
        aug = spandrop.SpanMask(mask=mask, rate=0.5)
        json.loads(aug.to_json(), parse_constant=pytest.fail)
        assert aug == pickle.loads(pickle.dumps(aug)) == spandrop.SpanMask.from_json(aug.to_json())
        assert len({aug, copy.deepcopy(aug)}) == 1


def test_dataclasses_know_their_fields():
    import dataclasses

    for aug in OBJECTS:
        assert dataclasses.asdict(aug) == aug.to_dict()
        assert dataclasses.replace(aug, seed=5).seed == 5


def test_offsets_at_the_end():
    """An exclusive end can be the length. A position beyond it is an error, not a dropped position."""
    offsets = spandrop.SpanDrop(rate=0.5, seed=1).drop("A. B. C. D.", id=1).offsets
    assert (
        offsets.to_new(offsets.old_length) == offsets.new_length
        and offsets.to_old(offsets.new_length) == offsets.old_length
    )
    for move in (offsets.to_new, offsets.to_old):
        with pytest.raises(IndexError, match="position: expected one of 0 to"):
            move(12)


def test_named_tuples():
    import typing

    class Mention(typing.NamedTuple):
        begin: int
        end: int
        kind: str

    aug = spandrop.SpanDrop(rate=0)
    assert aug.drop("A. B.", annotations=[Mention(3, 4, "x")]).annotations == [Mention(3, 4, "x")]
    assert type(aug.drop("A. B.", annotations=[Mention(3, 4, "x")]).annotations[0]) is Mention
    assert aug.drop(Mention(1, 2, "x"), id=1).tokens == (1, 2, "x")


PREFETCH = """
import queue, threading, numpy, spandrop

aug, found = spandrop.SpanDrop(rate=0.1), queue.Queue()
values, offsets = numpy.arange(2_000_000), numpy.arange(0, 2_000_001, 500)
ids = spandrop.example_ids(range(4000))

def prefetch():
    for view in range(10**9):
        found.put(len(aug.drop_ragged(values, offsets, ids=ids, view=view).values))

threading.Thread(target=prefetch, daemon=True).start()
for _ in range(3):
    found.get()
print("done")
"""


def test_a_process_may_end_while_its_threads_work():
    """A prefetching thread requests the GIL while the interpreter shuts down."""
    for _ in range(3):
        done = subprocess.run([sys.executable, "-c", PREFETCH], capture_output=True, text=True, timeout=60)
        assert (done.returncode, done.stdout, done.stderr) == (0, "done\n", "")


DRAWS = """
import concurrent.futures, sys, spandrop

sys.setswitchinterval(1e-6)
with concurrent.futures.ThreadPoolExecutor(8) as threads:
    print(len(set(threads.map(lambda _: sum(int(spandrop.draw(i, 9).sum()) for i in range(10_000)), range(16)))))
    print(len(set(threads.map(lambda _: repr(spandrop.theory(300, m=3)), range(2000)))))
"""


def test_draws_and_forecasts_in_threads():
    """They release the GIL while computing, and create their arrays after taking it again."""
    done = subprocess.run([sys.executable, "-c", DRAWS], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout, done.stderr) == (0, "1\n1\n", "")
