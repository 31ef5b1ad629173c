"""The bytes of an output depend only on the records, the seed and the view."""

import gzip
import json
import random
import re
import subprocess

import pytest
import zstd_library
from conftest import PROGRAM
from corpora import lines_of, made_records, parsed

LINES = lines_of(made_records(9000))
CONTENT = b"".join(LINES)
OPTIONS = ["--rate", 0.3, "--spans", "word", "--quiet"]


@pytest.fixture
def drop(spandrop):
    """A function that runs `spandrop drop` on bytes through standard input and output."""

    def run(content, *options):
        default = OPTIONS if "--spans" not in options else ["--rate", 0.3, "--quiet"]
        return spandrop("drop", "-", "-o", "-", *default, *options, stdin=content).stdout

    return run


@pytest.fixture(scope="module")
def whole():
    """The output for all records, as bytes and as lines."""
    done = subprocess.run(
        [PROGRAM, "drop", "-", "-o", "-", *map(str, OPTIONS), "--threads", "1"],
        input=CONTENT,
        capture_output=True,
        check=True,
    )
    assert done.stdout != CONTENT and len(CONTENT) > 3 << 20  # several blocks
    lines = done.stdout.splitlines(keepends=True)
    assert len(lines) == len(LINES)
    return done.stdout, lines


@pytest.mark.parametrize("threads", [2, 5, 64])
def test_threads(drop, whole, threads):
    assert drop(CONTENT, "--threads", threads) == whole[0]


def test_repeated_runs(drop, whole):
    assert drop(CONTENT) == whole[0]


@pytest.mark.parametrize("count", [2, 3, 7])
def test_shards(spandrop, tmp_path, whole, count):
    cuts = sorted(random.Random(count).sample(range(len(LINES)), count - 1))
    shards = []
    for number, (begin, end) in enumerate(zip([0, *cuts], [*cuts, len(LINES)])):
        shards.append(tmp_path / f"{number}.jsonl")
        shards[-1].write_bytes(b"".join(LINES[begin:end]))
    spandrop("drop", *shards, "-o", f"{tmp_path}/out/", *OPTIONS)
    assert b"".join((tmp_path / "out" / shard.name).read_bytes() for shard in shards) == whole[0]
    assert spandrop("drop", *shards, "-o", "-", *OPTIONS).stdout == whole[0]


def test_order(drop, whole):
    order = list(range(len(LINES)))
    random.Random(3).shuffle(order)
    found = drop(b"".join(LINES[i] for i in order)).splitlines(keepends=True)
    assert found == [whole[1][i] for i in order]


def test_compression(spandrop, drop, tmp_path, whole):
    assert drop(gzip.compress(CONTENT)) == drop(zstd_library.compress(CONTENT)) == whole[0]
    for suffix, unpack in ((".gz", gzip.decompress), (".zst", zstd_library.decompress)):
        stored = []
        for threads in (1, 5):
            spandrop("drop", "-", "-o", tmp_path / f"{threads}{suffix}", "--threads", threads, *OPTIONS, stdin=CONTENT)
            stored.append((tmp_path / f"{threads}{suffix}").read_bytes())
        assert unpack(stored[0]) == whole[0]
        assert stored[0] == stored[1]


def test_views(drop):
    some = b"".join(LINES[:500])
    apart = [drop(some, "--view", view).splitlines(keepends=True) for view in range(4)]
    together = drop(some, "--views", 3)
    assert together == b"".join(b"".join(views) for views in zip(*apart[:3]))
    assert drop(some, "--view", 1, "--views", 3) == b"".join(b"".join(views) for views in zip(*apart[1:]))
    assert sum(a != b for a, b in zip(apart[0], apart[1])) > 250
    numbers = [record["view"] for record in parsed(drop(some, "--views", 3, "--view-field", "view"))]
    assert numbers == [0, 1, 2] * 500


def test_seeds(drop):
    some = b"".join(LINES[:500])
    found = {drop(some, "--seed", seed) for seed in (0, 1, 2, 2**32, 2**64 - 1)}
    assert len(found) == 5
    assert drop(some) == drop(some, "--seed", 0) == drop(some, "--seed", 0, "--view", 0)


def dropped_texts(drop, records, *options):
    return [record["text"] for record in parsed(drop(b"".join(lines_of(records)), *options))]


TEXT = "One two three four five six seven eight nine ten. " * 3


def test_a_number_and_its_string_are_the_same_id(drop):
    texts = dropped_texts(drop, ({"id": id, "text": TEXT} for id in (17, "17", 18, "017")))
    assert texts[0] == texts[1] != TEXT
    assert len(set(texts)) == 3


def test_the_draw_depends_only_on_the_id(drop):
    """Escapes, the position in the line and other fields do not matter. --id-field selects another field."""
    lines = b'{"id": "\\u00e9", "text": %s}\n{"a": [1], "text": %s, "b": {}, "id": "\xc3\xa9"}\n' % (
        (json.dumps(TEXT).encode(),) * 2
    )
    one, other = parsed(drop(lines))
    assert one["text"] == other["text"] != TEXT
    by_key = dropped_texts(
        drop,
        [{"id": 1, "key": "x", "text": TEXT}, {"id": 2, "key": "x", "text": TEXT}, {"id": 1, "key": "y", "text": TEXT}],
        "--id-field",
        "key",
    )
    assert by_key[0] == by_key[1] != by_key[2]


def test_records_without_an_id_are_keyed_by_their_content(drop):
    records = [{"text": TEXT}, {"other": 1, "text": TEXT}, {"id": None, "text": TEXT}, {"text": TEXT + "More."}]
    texts = dropped_texts(drop, records)
    assert texts[0] == texts[1] == texts[2] != TEXT
    assert not texts[3].startswith(texts[0])
    escaped = drop(lines_of([{"text": TEXT + "é"}], ascii_only=True)[0])
    assert parsed(escaped) == parsed(drop(lines_of([{"text": TEXT + "é"}])[0]))
    tokens = [{"tokens": list(range(40))}, {"tokens": list(range(40)), "x": 0}, {"tokens": list(map(str, range(40)))}]
    stdin = b"".join(lines_of(tokens))
    found = [record["tokens"] for record in parsed(drop(stdin, "--spans", "every:1"))]
    assert found[0] == found[1] != list(range(40)) and list(map(int, found[2])) != found[0]


def test_json_and_plain_text_get_the_same_draw(drop):
    plain = drop(TEXT.encode() + b"\n", "--text")
    assert plain.decode() == parsed(drop(lines_of([{"text": TEXT}])[0]))[0]["text"] + "\n" != TEXT + "\n"


def test_each_id_has_its_own_draw(drop):
    """With many ids and one text, the number of kept words has the mean and variance of the law."""
    count, words = 4000, len(TEXT.split())
    records = ({"id": i, "text": TEXT} for i in range(count))
    texts = dropped_texts(drop, records, "--gamma", "inf", "--spans", "regex:\\w+ ?")
    kept = [len(re.findall(r"\w+", text)) for text in texts]
    mean, variance = 0.7 * words, 0.21 * words
    assert len(set(texts)) > 0.99 * count
    assert sum(kept) / count == pytest.approx(mean, abs=4 * (variance / count) ** 0.5)
    assert sum((k - mean) ** 2 for k in kept) / count == pytest.approx(variance, rel=4 * (2 / count) ** 0.5)
