"""The shapes of records that people have, on the files in examples/."""

import itertools
import json
import re

import pytest

from corpora import EXAMPLES, lines_of, parsed

SEEDS = range(6)


@pytest.fixture
def drop(spandrop):
    """Drops a file of examples/, or bytes, and returns the records."""

    def run(source, *options):
        if isinstance(source, bytes):
            return parsed(spandrop("drop", "-", "-o", "-", "--quiet", *options, stdin=source).stdout)
        return parsed(spandrop("drop", EXAMPLES / source, "-o", "-", "--quiet", *options).stdout)

    return run


def originals(name):
    return parsed((EXAMPLES / name).read_bytes())


# squad-hf


def answers_of(record):
    return list(zip(record["answers"]["text"], record["answers"]["answer_start"], strict=True))


@pytest.mark.parametrize("rule", ["sentence", "word", "char"])
def test_squad_protects_answers(drop, rule):
    before, shifted = originals("squad.jsonl"), 0
    for seed in SEEDS:
        for old, new in zip(before, drop("squad.jsonl", "--schema", "squad-hf", "--rate", 0.5, "--spans", rule, "--seed",
                                         seed), strict=True):
            assert new["answers"]["text"] == old["answers"]["text"]
            for text, start in answers_of(new):
                assert new["context"][start:start + len(text)] == text
            assert {**new, "context": 0, "answers": 0} == {**old, "context": 0, "answers": 0}
            shifted += new["answers"]["answer_start"] != old["answers"]["answer_start"]
    assert shifted > 6


@pytest.mark.parametrize("policy", ["keep", "drop"])
@pytest.mark.parametrize("mask", [[], ["--mask", "_"], ["--mask", "<gone>", "--mask-per", "span"]],
                         ids=["drop", "mask", "mask-span"])
@pytest.mark.parametrize("rule", ["sentence", "word", "char"])
@pytest.mark.parametrize("unit", ["code-point", "byte", "utf16"])
def test_squad_answers_slice_whatever_is_lost(drop, policy, mask, rule, unit):
    def slice_of(context, start, text):
        if unit == "code-point":
            return context[start:start + len(text)]
        coding, width = ("utf-8", 1) if unit == "byte" else ("utf-16-le", 2)
        return context.encode(coding)[start * width:start * width + len(text.encode(coding))].decode(coding)

    source = []
    for record in originals("squad.jsonl"):
        record["context"] = "😀é " + record["context"]
        offset = {"code-point": 3, "byte": 7, "utf16": 4}[unit]
        starts = []
        for text, start in answers_of(record):
            before = record["context"][3:3 + start]
            starts.append(offset + {"code-point": start, "byte": len(before.encode()),
                                    "utf16": len(before.encode("utf-16-le")) // 2}[unit])
        record["answers"]["answer_start"] = starts
        source.append(record)
    content, changed, total = b"".join(lines_of(source)), 0, 0
    for seed in SEEDS:
        for old, new in zip(source, drop(content, "--schema", "squad-hf", "--protect", "none", "--on-lost", policy,
                                         "--rate", 0.6, "--spans", rule, "--offsets", unit, "--seed", seed, *mask),
                            strict=True):
            total += len(old["answers"]["text"])
            for text, start in answers_of(new):
                assert slice_of(new["context"], start, text) == text
            if policy == "drop":
                assert all(text in old["answers"]["text"] for text in new["answers"]["text"])
                changed += len(old["answers"]["text"]) - len(new["answers"]["text"])
            else:
                changed += sum(a != b for a, b in zip(old["answers"]["text"], new["answers"]["text"], strict=True))
    assert 0 < changed <= total


def test_squad_without_answers_and_with_empty_ones(drop):
    lines = lines_of([{"id": 1, "context": "One. Two.", "answers": {"text": [], "answer_start": []}},
                      {"id": 2, "context": "One. Two.", "answers": {"text": [""], "answer_start": [3]}}])
    found = drop(b"".join(lines), "--schema", "squad-hf", "--rate", 1)
    assert found[0] == {"id": 1, "context": "", "answers": {"text": [], "answer_start": []}}
    assert found[1]["answers"]["text"] == [""]


# conll


def entities(tags):
    """The entities of valid tags as (type, begin, end); fails if the tags are not valid IOB2."""
    found, previous = [], "O"
    for place, tag in enumerate(tags):
        assert re.fullmatch(r"O|[BI]-[A-Z]+", tag), tag
        if tag.startswith("B-"):
            found.append([tag[2:], place, place + 1])
        elif tag.startswith("I-"):
            assert previous[2:] == tag[2:], tags
            found[-1][2] = place + 1
        previous = tag
    return [tuple(entity) for entity in found]


@pytest.mark.parametrize("policy", ["keep", "drop"])
def test_conll_stays_valid(drop, policy):
    before, shortened, lost = originals("ner.jsonl"), 0, 0
    for seed in range(40):
        found = drop("ner.jsonl", "--schema", "conll", "--rate", 0.4, "--seed", seed, "--on-lost", policy)
        for old, new in zip(before, found, strict=True):
            assert len(new["tokens"]) == len(new["tags"])
            whole = {(kind, *old["tokens"][b:e]) for kind, b, e in entities(old["tags"])}
            for kind, begin, end in entities(new["tags"]):
                words = (kind, *new["tokens"][begin:end])
                if words not in whole:
                    assert policy == "keep"
                    kinds = [w for w in whole if w[0] == kind and set(words) <= set(w)]
                    assert kinds, (words, whole)
                    shortened += 1
            lost += len(entities(new["tags"])) < len(entities(old["tags"]))
    assert lost > 20 and (shortened > 20) == (policy == "keep")


def test_conll_neighbours_do_not_merge(drop):
    """B-X I-X | B-X: without the second B- the two would become one entity."""
    record = {"tokens": [str(i) for i in range(6)], "tags": ["B-X", "I-X", "B-X", "I-X", "O", "B-X"]}
    seen = set()
    for new in drop(lines_of([record])[0], "--schema", "conll", "--rate", 0.5, "--gamma", "inf", "--views", 200):
        seen |= {tuple(new["tokens"][begin:end]) for _, begin, end in entities(new["tags"])}
    assert seen == {("0",), ("1",), ("0", "1"), ("2",), ("3",), ("2", "3"), ("5",)}


def test_conll_mask_keeps_the_length(drop):
    for old, new in zip(originals("ner.jsonl"), drop("ner.jsonl", "--schema", "conll", "--rate", 0.5, "--mask", "[MASK]")):
        assert len(new["tokens"]) == len(old["tokens"]) == len(new["tags"])
        assert all(b in (a, "[MASK]") for a, b in zip(old["tokens"], new["tokens"]))
        entities(new["tags"])
        assert new["tags"] == old["tags"]


# tokenized


def test_tokenized_arrays_stay_parallel(drop):
    before, dropped = originals("tokenized.jsonl"), 0
    for seed in SEEDS:
        found = drop("tokenized.jsonl", "--schema", "tokenized", "--rate", 0.5, "--seed", seed)
        for old, new in zip(before, found, strict=True):
            assert len({len(new[name]) for name in ("input_ids", "attention_mask", "special_tokens_mask")}) == 1
            kept = itertools.compress(new["input_ids"], new["special_tokens_mask"])
            assert list(kept) == list(itertools.compress(old["input_ids"], old["special_tokens_mask"]))
            rest = iter(zip(*(old[name] for name in old)))
            assert all(row in rest for row in zip(*(new[name] for name in old)))  # a subsequence, row by row
            dropped += len(old["input_ids"]) - len(new["input_ids"])
    assert dropped > 500


def test_tokenized_mask_is_a_number(drop):
    for old, new in zip(originals("tokenized.jsonl"), drop("tokenized.jsonl", "--schema", "tokenized", "--rate", 0.5,
                                                           "--mask", 103), strict=True):
        assert [b in (a, 103) for a, b in zip(old["input_ids"], new["input_ids"], strict=True)].count(False) == 0
        assert 103 in new["input_ids"] and new["attention_mask"] == old["attention_mask"]


def test_tokenized_mask_for_each_span(drop):
    ids = list(range(1000, 1100))
    line = lines_of([{"input_ids": ids, "attention_mask": [1] * 100, "special_tokens_mask": [0] * 100}])[0]
    new = drop(line, "--schema", "tokenized", "--spans", "every:10", "--rate", 0.5, "--gamma", "inf", "--mask", 103,
               "--mask-per", "span")[0]
    masked = new["input_ids"].count(103)
    assert 0 < masked < 10 and len(new["input_ids"]) == (10 - masked) * 10 + masked == len(new["attention_mask"])
    assert [i for i in new["input_ids"] if i != 103] == [i for i in ids if i in new["input_ids"]]


# chat


def test_chat_keeps_the_system_and_the_last_answer(drop):
    before = originals("chat.jsonl")
    assert all(new["messages"] == [old["messages"][0], old["messages"][-1]]
               for old, new in zip(before, drop("chat.jsonl", "--schema", "chat", "--rate", 1), strict=True))
    sizes = set()
    for seed in SEEDS:
        for old, new in zip(before, drop("chat.jsonl", "--schema", "chat", "--rate", 0.4, "--seed", seed), strict=True):
            assert new["messages"][0] == old["messages"][0] and new["messages"][-1] == old["messages"][-1]
            turns = iter(old["messages"])
            assert all(turn in turns for turn in new["messages"])
            sizes.add(len(old["messages"]) - len(new["messages"]))
    assert len(sizes) > 2


def test_chat_that_ends_with_the_user(drop):
    turns = [{"content": "a", "role": "user"}, {"role": "system", "content": "b"}, {"role": "user", "content": "c"}]
    assert drop(lines_of([{"messages": turns}])[0], "--schema", "chat", "--rate", 1)[0]["messages"] == [turns[1]]


# Other shapes


def test_plain_text(spandrop):
    before = (EXAMPLES / "sample.txt").read_text(encoding="utf-8").splitlines()
    found = spandrop("drop", EXAMPLES / "sample.txt", "-o", "-", "--text", "--rate", 0.5).stdout.decode().splitlines()
    assert len(found) == len(before) and found != before
    for old, new in zip(before, found):
        place = 0
        for sentence in re.split(r"(?<=[.!?]) ", new):
            place = old.index(sentence.rstrip(), place)  # whole sentences, in order


def test_parallel_arrays(drop):
    tokens = [f"t{i}" for i in range(60)]
    line = lines_of([{"tokens": tokens, "pos": list(range(60)), "deep": [[i, {"i": i}] for i in range(60)], "not": [1]}])[0]
    new = drop(line, "--parallel", "pos,deep", "--rate", 0.5)[0]
    assert 0 < len(new["tokens"]) < 60 and new["not"] == [1]
    assert [int(token[1:]) for token in new["tokens"]] == new["pos"] == [item[0] for item in new["deep"]]
    assert new == drop(line, "--parallel", "pos", "--parallel", "deep", "--rate", 0.5)[0]


def test_field_names(drop):
    record = {"key": 3, "body": "One. Two. Three. Four.", "labels": [{"begin": 5, "end": 8}], "must": [[5, 9]],
              "cuts": [[0, 4], [5, 9], [10, 16]]}
    usual = {"id": 3, "text": record["body"], "annotations": record["labels"], "protected": record["must"],
             "spans": record["cuts"]}
    names = {"--text-field": "body", "--id-field": "key", "--annotations-field": "labels", "--protected-field": "must",
             "--spans-field": "cuts"}
    seen = set()
    for seed in range(8):
        options = ["--spans", "field", "--rate", 0.5, "--seed", seed]
        one = drop(lines_of([record])[0], *options, *itertools.chain(*names.items()))[0]
        assert list(one.values()) == list(drop(lines_of([usual])[0], *options)[0].values())
        begin, end = one["labels"][0]["begin"], one["labels"][0]["end"]
        assert one["body"][begin:end] == "Two"
        begin, end = one["must"][0]
        assert one["body"][begin:end] == "Two."
        assert one["body"].endswith(" Four.")  # in no span
        seen.add(one["body"])
    assert len(seen) > 1


def test_tags_and_tokens_and_answers_fields(drop):
    one = drop(lines_of([{"words": ["a", "b"], "ner": ["B-X", "I-X"]}])[0], "--schema", "conll", "--tokens-field", "words",
               "--tags-field", "ner", "--rate", 1)
    assert one == [{"words": [], "ner": []}]
    line = lines_of([{"context": "One. Two.", "gold": {"text": ["Two"], "answer_start": [5]}}])[0]
    one = drop(line, "--schema", "squad-hf", "--answers-field", "gold", "--rate", 1)
    assert one == [{"context": "Two.", "gold": {"text": ["Two"], "answer_start": [0]}}]


def test_adaptive_spans_share_one_fate(drop):
    """The bigrams that text and question share are one span: all there or none."""
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
    for old in originals("sample.jsonl"):
        line = lines_of([old])[0]
        new = drop(line, "--spans", "word", "--rate", 0.5, "--mask", "\"", "--protect", "none")[0]
        assert len(new["text"]) == len(old["text"]) and new["text"] != old["text"]
        assert all(b in (a, '"') for a, b in zip(old["text"], new["text"]))
        assert [(a["begin"], a["end"]) for a in new["annotations"]] == \
            [(a["begin"], a["end"]) for a in old["annotations"]]
        new = drop(line, "--rate", 0.5, "--gamma", "inf", "--mask", "[…]", "--mask-per", "span", "--protect", "none")[0]
        pieces = [piece for piece in new["text"].split("[…]") if piece]
        assert all(piece in old["text"] for piece in pieces) and len(new["text"]) < len(old["text"])
    done = spandrop("drop", EXAMPLES / "sample.jsonl", "-o", "-", "--mask", "[MASK]", check=False)
    assert done.returncode == 3 and b"one character" in done.stderr


def test_untouched_bytes_stay_untouched(spandrop):
    """What is around the dropped text keeps its spaces, escapes and spellings of numbers."""
    line = (b' {"b":1.50e+1 ,  "text" : "\\u004fne. \\u0054wo.",\t"annotations":[ {"end":8,"k":"\\/","begin":5} ],'
            b'"n":12345678901234567890123,"u":"\\u00e9" } \r\n')
    found = spandrop("drop", "-", "-o", "-", "--protect", "annotations", "--rate", 1, "--quiet", stdin=line).stdout
    assert found == line.replace(b"\\u004fne. ", b"").replace(b'"end":8', b'"end":3').replace(b'"begin":5', b'"begin":0')


def test_examples_with_all_defaults(drop):
    """The protected evidence of the sample is there whatever is drawn."""
    for seed in SEEDS:
        for old, new in zip(originals("sample.jsonl"), drop("sample.jsonl", "--rate", 0.9, "--seed", seed), strict=True):
            assert len(new["text"]) < len(old["text"]) or seed
            for (a, b), (c, d) in zip(old["protected"], new["protected"], strict=True):
                assert old["text"][a:b] == new["text"][c:d]
            assert json.dumps(new["question"]) == json.dumps(old["question"])
