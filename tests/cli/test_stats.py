"""`spandrop stats`: spans and supporting facts of data sets, compared with counts in Python."""

import json
import statistics
import string

import pytest
from corpora import EXAMPLES, data_file


def stats(spandrop, *arguments):
    return json.loads(spandrop("stats", *arguments, "--json").stdout)


def five_numbers(values):
    low, _, high = statistics.quantiles(values, n=4, method="inclusive")
    return pytest.approx(
        {
            "mean": statistics.fmean(values),
            "quartile_1": low,
            "quartile_3": high,
            "min": min(values),
            "max": max(values),
        }
    )


def questions_of_multirc(*files):
    """For each question, the number of sentences and of supporting sentences."""
    items = [item["paragraph"] for file in files for item in json.loads(file.read_text())["data"]]
    return (
        [paragraph["text"].count("<b>Sent ") for paragraph in items for _ in paragraph["questions"]],
        [len(set(question["sentences_used"])) for paragraph in items for question in paragraph["questions"]],
    )


def test_multirc(spandrop):
    file = EXAMPLES / "multirc.json"
    found = stats(spandrop, "multirc", file)
    spans, support = questions_of_multirc(file)
    assert found["spans"] == five_numbers(spans) and found["support"] == five_numbers(support)
    assert found["counts"] == {
        "paragraphs": 2,
        "questions": 3,
        "candidate answers": 8,
        "of them right": 5,
        "skipped": 0,
    }


def test_files_are_counted_as_one(spandrop):
    files = [data_file("multirc/dev_83-fixedIds.json"), data_file("multirc/train_456-fixedIds.json")]
    found = stats(spandrop, "multirc", *files)
    spans, support = questions_of_multirc(*files)
    assert found["spans"] == five_numbers(spans) and found["support"] == five_numbers(support)


def test_hotpotqa(spandrop):
    questions = json.loads((EXAMPLES / "hotpotqa.json").read_text())
    found = stats(spandrop, "hotpotqa", EXAMPLES / "hotpotqa.json")
    assert found["support"] == five_numbers([len(question["supporting_facts"]) for question in questions])
    every = [sum(len(sentences) for _, sentences in question["context"]) for question in questions]
    assert found["sentences of all paragraphs"] == five_numbers(every)
    assert found["counts"]["answers yes or no"] == 1
    assert found["counts"]["of them in supporting facts"] == 2


def test_docred_counts_facts(spandrop):
    documents = json.loads((EXAMPLES / "docred.json").read_text())
    facts = [(len(document["sents"]), len(fact["evidence"])) for document in documents for fact in document["labels"]]
    found = stats(spandrop, "docred", EXAMPLES / "docred.json")
    assert found["counts"]["facts"] == len(facts)
    assert found["spans"] == five_numbers([spans for spans, _ in facts])
    assert found["support"] == five_numbers([evidence for _, evidence in facts])


def test_squad_needs_a_vocabulary(spandrop, tmp_path):
    done = spandrop("stats", "squad", EXAMPLES / "squad.json", check=False)
    assert done.returncode == 2 and b"--vocab" in done.stderr
    vocabulary = tmp_path / "vocab.txt"
    pieces = string.ascii_lowercase + string.digits
    vocabulary.write_text(
        "\n".join(["[UNK]", "[CLS]", "[SEP]", *pieces, *("##" + piece for piece in pieces), *string.punctuation])
    )
    found = stats(spandrop, "squad", EXAMPLES / "squad.json", "--vocab", vocabulary)
    assert found["counts"]["questions"] == 7 and 0 < found["support"]["mean"] < found["spans"]["mean"]


def test_the_outlook_agrees_with_the_theory(spandrop):
    found = stats(spandrop, "docred", EXAMPLES / "docred.json", "--rate", "0.3", "--gamma", "inf")["outlook"]
    documents = json.loads((EXAMPLES / "docred.json").read_text())
    facts = [(len(document["sents"]), len(fact["evidence"])) for document in documents for fact in document["labels"]]
    assert found["gamma"] == "inf"
    assert found["spandrop"]["unchanged"] == pytest.approx(statistics.fmean(0.7**n for n, _ in facts))
    assert found["spandrop"]["noise"] == pytest.approx(statistics.fmean(1 - 0.7**m for _, m in facts))


def test_a_bad_question_is_an_error_or_is_counted(spandrop, tmp_path):
    bad = tmp_path / "bad.json"
    bad.write_text((EXAMPLES / "docred.json").read_text().replace('"h": 7', '"h": 70'))
    done = spandrop("stats", "docred", bad, check=False)
    assert done.returncode == 3 and b"[0].labels[4].h: expected" in done.stderr
    assert stats(spandrop, "docred", bad, "--bad", "skip")["counts"]["skipped"] == 1


def test_help_lists_options_and_examples(spandrop):
    text = spandrop("stats", "--help").stdout.decode()
    assert "Examples:" in text and "--vocab" in text
