"""Options for spans, masks and field names."""

import itertools
import json
import re

from corpora import EXAMPLES, example_records, lines_of

SEEDS = range(6)


def test_plain_text(spandrop):
    before = (EXAMPLES / "sample.txt").read_text(encoding="utf-8").splitlines()
    found = spandrop("drop", EXAMPLES / "sample.txt", "-o", "-", "--text", "--rate", 0.5).stdout.decode().splitlines()
    assert len(found) == len(before) and found != before
    for old, new in zip(before, found):
        place = 0
        for sentence in re.split(r"(?<=[.!?]) |(?<=。)", new):
            place = old.index(sentence, place) + len(sentence)  # complete sentences, in order


def test_parallel_arrays(drop):
    tokens = [f"t{i}" for i in range(60)]
    line = lines_of(
        [{"tokens": tokens, "pos": list(range(60)), "deep": [[i, {"i": i}] for i in range(60)], "not": [1]}]
    )[0]
    new = drop(line, "--parallel", "pos,deep", "--rate", 0.5)[0]
    assert 0 < len(new["tokens"]) < 60 and new["not"] == [1]
    assert [int(token[1:]) for token in new["tokens"]] == new["pos"] == [item[0] for item in new["deep"]]
    assert new == drop(line, "--parallel", "pos", "--parallel", "deep", "--rate", 0.5)[0]


def test_field_names(drop):
    record = {
        "key": 3,
        "body": "One. Two. Three. Four.",
        "labels": [{"begin": 5, "end": 8}],
        "must": [[5, 9]],
        "cuts": [[0, 4], [5, 9], [10, 16]],
    }
    usual = {
        "id": 3,
        "text": record["body"],
        "annotations": record["labels"],
        "protected": record["must"],
        "spans": record["cuts"],
    }
    names = {
        "--text-field": "body",
        "--id-field": "key",
        "--annotations-field": "labels",
        "--protected-field": "must",
        "--spans-field": "cuts",
    }
    seen = set()
    for seed in range(8):
        options = ["--spans", "field", "--rate", 0.5, "--seed", seed]
        one = drop(lines_of([record])[0], *options, *itertools.chain(*names.items()))[0]
        assert list(one.values()) == list(drop(lines_of([usual])[0], *options)[0].values())
        begin, end = one["labels"][0]["begin"], one["labels"][0]["end"]
        assert one["body"][begin:end] == "Two"
        begin, end = one["must"][0]
        assert one["body"][begin:end] == "Two."
        assert one["body"].endswith(" Four.")  # not in any span
        seen.add(one["body"])
    assert len(seen) > 1


def test_tags_and_tokens_and_answers_fields(drop):
    one = drop(
        lines_of([{"words": ["a", "b"], "ner": ["B-X", "I-X"]}])[0],
        "--schema",
        "conll",
        "--tokens-field",
        "words",
        "--tags-field",
        "ner",
        "--rate",
        1,
    )
    assert one == [{"words": [], "ner": []}]
    line = lines_of([{"context": "One. Two.", "gold": {"text": ["Two"], "answer_start": [5]}}])[0]
    one = drop(line, "--schema", "squad-hf", "--answers-field", "gold", "--rate", 1)
    assert one == [{"context": "Two.", "gold": {"text": ["Two"], "answer_start": [0]}}]


def test_adaptive_spans_share_one_fate(drop):
    """The bigrams shared by text and question are one span: all of them are kept, or none."""
    record = {"text": "x the red fox y z The Red Fox w q red v", "question": "Where is the red fox?"}
    outcomes = set()
    for new in drop(lines_of([record])[0], "--spans", "adaptive", "--rate", 0.5, "--gamma", "inf", "--views", 200):
        shared = [word in new["text"] for word in ("the", "fox", "The", "Red", "Fox")]
        assert len(set(shared)) == 1
        outcomes.add(shared[0])
    assert outcomes == {True, False}
    asked = {"text": record["text"], "query": record["question"]}
    one = drop(lines_of([asked])[0], "--spans", "adaptive:3", "--question-field", "query", "--rate", 1)
    assert not one[0]["text"].strip()


def test_regex_every_paragraph(drop):
    line = lines_of([{"text": "a1b22c333\n\nd"}])[0]
    assert drop(line, "--spans", "regex:[0-9]+", "--rate", 1)[0]["text"] == "abc\n\nd"
    some = ["--rate", 0.5, "--gamma", "inf", "--views", 200]
    kept = {record["text"] for record in drop(line, "--spans", "every:4", *some)}
    pieces = ["a1b2", "2c33", "3\n\nd"]
    assert kept == {"".join(itertools.compress(pieces, bits)) for bits in itertools.product([0, 1], repeat=3)}
    kept = {record["text"] for record in drop(line, "--spans", "paragraph", *some)}
    assert kept == {"a1b22c333\n\nd", "a1b22c333\n\n", "d", ""}


def test_min_keep(drop):
    line = lines_of([{"tokens": list(range(20))}])[0]
    assert len(drop(line, "--rate", 1, "--min-keep", 3)[0]["tokens"]) == 3
    assert drop(line, "--rate", 1, "--min-keep", 99)[0]["tokens"] == list(range(20))


def test_masks_of_texts(drop, spandrop):
    for old in example_records("sample.jsonl"):
        line = lines_of([old])[0]
        new = drop(line, "--spans", "word", "--rate", 0.5, "--mask", '"', "--protect", "none")[0]
        assert len(new["text"]) == len(old["text"]) and new["text"] != old["text"]
        assert all(b in (a, '"') for a, b in zip(old["text"], new["text"]))
        assert [(a["begin"], a["end"]) for a in new["annotations"]] == [
            (a["begin"], a["end"]) for a in old["annotations"]
        ]
        new = drop(line, "--rate", 0.5, "--gamma", "inf", "--mask", "[…]", "--mask-per", "span", "--protect", "none")[0]
        pieces = [piece for piece in new["text"].split("[…]") if piece]
        assert all(piece in old["text"] for piece in pieces) and len(new["text"]) < len(old["text"])
    done = spandrop("drop", EXAMPLES / "sample.jsonl", "-o", "-", "--mask", "[MASK]", check=False)
    assert done.returncode == 3 and b"one character" in done.stderr


def test_bytes_around_the_dropped_text_are_unchanged(spandrop):
    """This includes white space, escapes and the spelling of numbers."""
    line = (
        b' {"b":1.50e+1 ,  "text" : "\\u004fne. \\u0054wo.",\t"annotations":[ {"end":8,"k":"\\/","begin":5} ],'
        b'"n":12345678901234567890123,"u":"\\u00e9" } \r\n'
    )
    found = spandrop("drop", "-", "-o", "-", "--protect", "annotations", "--rate", 1, "--quiet", stdin=line).stdout
    assert found == line.replace(b"\\u004fne. ", b"").replace(b'"end":8', b'"end":3').replace(
        b'"begin":5', b'"begin":0'
    )


def test_examples_with_all_defaults(drop):
    """The protected evidence of the sample is always kept."""
    for seed in SEEDS:
        for old, new in zip(
            example_records("sample.jsonl"), drop("sample.jsonl", "--rate", 0.9, "--seed", seed), strict=True
        ):
            assert len(new["text"]) < len(old["text"]) or seed
            for (a, b), (c, d) in zip(old["protected"], new["protected"], strict=True):
                assert old["text"][a:b] == new["text"][c:d]
            assert json.dumps(new["question"]) == json.dumps(old["question"])
