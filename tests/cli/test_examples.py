"""The files in examples/ match their description in examples/README.md. Does not need the program."""

import json
import pathlib
import re

import pytest

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples"
SENTENCE_END = re.compile(r"[.!?。]")


def lines(name):
    raw = (EXAMPLES / name).read_bytes()
    assert raw.endswith(b"\n") and b"\r" not in raw and b"\n\n" not in raw
    return raw.decode("utf-8").splitlines()


def records(name):
    return [json.loads(line) for line in lines(name)]


SAMPLE = records("sample.jsonl")


@pytest.mark.parametrize(
    "name, count, fields",
    [
        ("ferry.jsonl", 1, {"id", "text", "annotations"}),
        ("sample.jsonl", 12, {"id", "domain", "text", "question", "annotations", "protected"}),
        ("squad.jsonl", 6, {"id", "title", "context", "question", "answers"}),
        ("ner.jsonl", 6, {"id", "tokens", "tags"}),
        ("tokenized.jsonl", 4, {"input_ids", "attention_mask", "special_tokens_mask"}),
        ("chat.jsonl", 4, {"id", "messages"}),
    ],
)
def test_count_fields_and_ids(name, count, fields):
    found = records(name)
    assert len(found) == count
    assert all(set(record) == fields for record in found)
    if "id" in fields:
        assert len({record["id"] for record in found}) == count


@pytest.mark.parametrize("record", SAMPLE, ids=lambda record: record["id"])
def test_sample_record(record):
    text, protected = record["text"], record["protected"]
    assert text == text.strip()
    assert 12 <= len(re.findall(r"[.!?](?=\s|$)|。", text)) <= 25
    if not record["id"].startswith("craft"):  # Japanese has no spaces to count words by
        assert 250 <= len(text.split()) <= 500

    for annotation in record["annotations"]:
        begin, end = annotation["begin"], annotation["end"]
        assert 0 <= begin < end <= len(text)
        assert text[begin:end] == annotation["text"]
        assert annotation["label"] in ("answer", "entity")
    begins = [annotation["begin"] for annotation in record["annotations"]]
    assert begins == sorted(begins)

    assert protected
    for begin, end in protected:
        assert 0 <= begin < end <= len(text)
        sentence = text[begin:end]
        assert sentence == sentence.strip() and SENTENCE_END.match(sentence[-1])
        assert begin == 0 or text[begin - 1].isspace() or text[begin - 1] == "。"
        assert end == len(text) or text[end].isspace() or sentence[-1] == "。"
    assert all(first[1] <= second[0] for first, second in zip(protected, protected[1:]))

    answers = [annotation for annotation in record["annotations"] if annotation["label"] == "answer"]
    assert answers
    for answer in answers:
        assert any(begin <= answer["begin"] and answer["end"] <= end for begin, end in protected)


def test_sample_covers_domains_scripts_and_escapes():
    assert len({record["domain"] for record in SAMPLE}) == 12
    assert sum(not record["text"].isascii() for record in SAMPLE) == 8
    assert any(max(record["text"]) > "\uffff" for record in SAMPLE)  # UTF-16 needs two units
    assert any("\u200d" in record["text"] for record in SAMPLE)  # several code points, one grapheme
    escaped = [line for line in lines("sample.jsonl") if "\\u" in line]
    assert len(escaped) == 1 and escaped[0].isascii() and "\\ud83d" in escaped[0]


def test_sample_questions_share_words_with_the_evidence():
    for record in SAMPLE:
        words = re.findall(r"\w+", record["question"].casefold())
        evidence = " ".join(record["text"][begin:end] for begin, end in record["protected"])
        found = re.findall(r"\w+", evidence.casefold())
        if not record["id"].startswith("craft"):
            assert set(zip(words, words[1:])) & set(zip(found, found[1:])), record["id"]


def test_plain_text_has_one_document_per_line():
    found = lines("sample.txt")
    assert len(found) == 6
    assert all(line == line.strip() for line in found)


def test_squad_answers_match_the_context_at_their_start():
    for record in records("squad.jsonl"):
        texts, starts = record["answers"]["text"], record["answers"]["answer_start"]
        assert len(texts) == len(starts) >= 1
        for text, start in zip(texts, starts):
            assert record["context"][start : start + len(text)] == text


def test_ner_tags_are_valid_bio():
    for record in records("ner.jsonl"):
        assert len(record["tokens"]) == len(record["tags"]) >= 20
        previous = "O"
        for token, tag in zip(record["tokens"], record["tags"]):
            assert token and not re.search(r"\s", token)
            assert re.fullmatch(r"O|[BI]-[A-Z]+", tag)
            if tag.startswith("I-"):
                assert previous[2:] == tag[2:], (record["id"], token)
            previous = tag


def test_tokenized_arrays_are_parallel():
    for record in records("tokenized.jsonl"):
        ids, attention, special = (record[name] for name in ("input_ids", "attention_mask", "special_tokens_mask"))
        assert len(ids) == len(attention) == len(special) >= 20
        assert all(0 <= token < 30522 for token in ids)
        assert special == [int(token in (0, 101, 102)) for token in ids]
        assert attention == [int(token != 0) for token in ids]
        assert ids[0] == 101


def test_chats_begin_with_a_system_message_and_end_with_an_answer():
    for record in records("chat.jsonl"):
        roles = [message["role"] for message in record["messages"]]
        assert 7 <= len(roles) <= 11
        assert roles == ["system"] + ["user", "assistant"] * (len(roles) // 2)
        assert all(message["content"] for message in record["messages"])


def test_vocabulary():
    tokens = lines("vocab.txt")
    assert len(tokens) == len(set(tokens)) == 85
    assert tokens[:5] == ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
