"""Scores of random files equal those of a slow, obvious Python version, which defines how text is normalised."""

import collections
import json
import random
import re
import string

import pytest

CHARACTERS = (
    list("aantheTHE  ..'-_\"xyZ019")
    + ["the ", " an", " a ", "yes", "no"]
    + list("éÉßİıſΣσςΑΟ\u0301\u0345\u00ad\u200b\u2013\u2014“”’€£½²٣Ⅷ中한あ𝒜😀ʰªº\u00a0\u3000\u2028\u0085\x1c\x1f\x0b\t")
)


def words(rng, most=8):
    return "".join(rng.choices(CHARACTERS, k=rng.randint(1, most)))


def normalised(text):
    kept = "".join(c for c in text.lower() if c not in string.punctuation)
    return re.sub(r"\b(?:a|an|the)\b", " ", kept).split()


def overlap(prediction, gold, special=()):
    """Exact match, F1, precision, recall."""
    ours, theirs = normalised(prediction), normalised(gold)
    if ours != theirs and ({" ".join(ours), " ".join(theirs)} & set(special)):
        return 0, 0, 0, 0
    return measures(
        ours == theirs, (collections.Counter(ours) & collections.Counter(theirs)).total(), len(ours), len(theirs)
    )


def measures(exact, same, ours, theirs):
    if same == 0:
        return int(exact), 0, 0, 0
    return int(exact), 2 * same / (ours + theirs), same / ours, same / theirs


def f1(same, ours, theirs):
    return 2 * same / (ours + theirs) if same else 0


@pytest.fixture
def score(spandrop, tmp_path):
    """A function that returns the scores and the items for gold and predictions."""

    def run(name, gold, predictions, *options):
        files = [tmp_path / file for file in ("gold.json", "predictions.json", "items.jsonl")]
        for file, content in zip(files, (gold, predictions)):
            file.write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")
        done = spandrop(
            "score", name, "--gold", files[0], "--pred", files[1], "--per-item", files[2], "--json", *options
        )
        items = {item["id"]: item for item in map(json.loads, files[2].read_text(encoding="utf-8").split("\n")[:-1])}
        return json.loads(done.stdout)["scores"], items

    return run


def mean(rows, column):
    return sum(row[column] for row in rows) / len(rows)


def test_squad(score):
    rng = random.Random(1)
    answers = {f"q{i}": [words(rng) for _ in range(rng.randint(1, 3))] for i in range(4000)}
    predictions = {}
    for key, golds in answers.items():
        kind = rng.random()
        if kind < 0.9:
            predictions[key] = words(rng) if kind < 0.5 else rng.choice(golds).upper() + rng.choice(["", ".", " a", "́"])
    questions = [
        {"id": key, "question": "?", "answers": [{"text": text, "answer_start": 0} for text in golds]}
        for key, golds in answers.items()
    ]
    found, items = score(
        "squad", {"data": [{"title": "t", "paragraphs": [{"context": "c", "qas": questions}]}]}, predictions
    )
    expected = {}
    for key, golds in answers.items():
        each = [overlap(predictions[key], gold) for gold in golds] if key in predictions else [(0, 0)]
        expected[key] = max(row[0] for row in each), max(row[1] for row in each)
        assert (items[key]["em"], items[key]["f1"]) == pytest.approx(expected[key], abs=1e-12), (
            predictions.get(key),
            golds,
        )
    rows = list(expected.values())
    assert found == pytest.approx({"exact_match": 100 * mean(rows, 0), "f1": 100 * mean(rows, 1)}, abs=1e-9)
    assert 10 < found["exact_match"] < found["f1"] < 90


def test_hotpotqa(score):
    rng = random.Random(2)

    def fact():
        return [rng.choice(["A", "a", "Ä"]), rng.randint(0, 3)]

    gold, answers, facts = [], {}, {}
    for i in range(2000):
        answer = rng.choice([words(rng, 4), "yes", "no", "No!", "no answer"])
        gold.append(
            {
                "_id": f"q{i}",
                "question": "?",
                "answer": answer,
                "context": [],
                "supporting_facts": [fact() for _ in range(rng.randint(0, 4))],
            }
        )
        if rng.random() < 0.9:
            answers[f"q{i}"] = answer if rng.random() < 0.3 else rng.choice([words(rng, 4), "yes", "no", "noanswer"])
        if rng.random() < 0.9:
            facts[f"q{i}"] = (
                gold[-1]["supporting_facts"] if rng.random() < 0.3 else [fact() for _ in range(rng.randint(0, 4))]
            )
    found, items = score("hotpotqa", gold, {"answer": answers, "sp": facts})
    rows = []
    for question in gold:
        key, zero = question["_id"], (0, 0, 0, 0)
        answer = overlap(answers[key], question["answer"], ("yes", "no", "noanswer")) if key in answers else zero
        support = zero
        if key in facts:
            ours, theirs = ({tuple(fact) for fact in some} for some in (facts[key], question["supporting_facts"]))
            support = measures(ours == theirs, len(ours & theirs), len(ours), len(theirs))
        precision, recall = answer[2] * support[2], answer[3] * support[3]
        joint = (
            answer[0] * support[0],
            2 * precision * recall / (precision + recall) if precision + recall else 0,
            precision,
            recall,
        )
        rows.append((*answer, *support, *joint))
        assert list(items[key].values())[1:] == pytest.approx(rows[-1], abs=1e-12), question
    names = [part + name for part in ("", "sp_", "joint_") for name in ("em", "f1", "prec", "recall")]
    assert found == pytest.approx({name: mean(rows, i) for i, name in enumerate(names)}, abs=1e-9)
    assert min(found.values()) > 0.05


def test_multirc(score):
    rng = random.Random(3)
    gold, predictions, rows = [], [], []
    for p in range(150):
        questions = []
        for q in range(rng.randint(1, 6)):
            labels = [rng.random() < 0.4 for _ in range(rng.randint(1, 6))]
            questions.append(
                {
                    "question": "?",
                    "sentences_used": [],
                    "idx": str(90 - q),
                    "answers": [{"text": "", "isAnswer": label} for label in labels],
                }
            )
            if rng.random() < 0.85:
                length = len(labels) + rng.choice([0, 0, 0, 1, -1])
                scores = [rng.choice([0, 1, True, False]) for _ in range(length)] + rng.choice([[], [], [0.5, 0.5]])
                predictions.append({"pid": f"p{p}", "qid": str(q), "scores": scores})
                right = sum(a * b for a, b in zip(labels, scores))
                wrong = sum(abs(a - b) for a, b in zip(labels, scores))
                rows.append(
                    (
                        right / sum(scores) if sum(scores) else 1,
                        right / sum(labels) if sum(labels) else 1,
                        wrong <= 0,
                        wrong <= 1,
                        right,
                        sum(scores),
                        sum(labels),
                    )
                )
        gold.append({"id": f"p{p}", "paragraph": {"text": "<b>Sent 1: </b>x<br>", "questions": questions}})
    rng.shuffle(predictions)
    found, items = score("multirc", {"data": gold}, predictions)
    p, r, right = mean(rows, 0), mean(rows, 1), mean(rows, 4)
    assert found == pytest.approx(
        {
            "per_question_P": p,
            "per_question_R": r,
            "F1m": 2 * p * r / (p + r),
            "EM0": mean(rows, 2),
            "EM1": mean(rows, 3),
            "dataset_P": right / mean(rows, 5),
            "dataset_R": right / mean(rows, 6),
            "F1a": f1(right, mean(rows, 5), mean(rows, 6)),
        },
        abs=1e-9,
    )
    assert sum(item["answered"] for item in items.values()) == len(predictions) < len(items)


def docred_document(rng, title):
    entities = [
        [{"name": rng.choice("ABCDE"), "type": "X", "sent_id": 0, "pos": [0, 1]} for _ in range(rng.randint(1, 3))]
        for _ in range(4)
    ]
    triples = {
        (rng.randrange(4), rng.randrange(4), rng.choice(["P1", "P2", "P3"])): rng.sample(range(4), rng.randint(0, 3))
        for _ in range(rng.randint(0, 8))
    }
    labels = [{"h": h, "t": t, "r": r, "evidence": evidence} for (h, t, r), evidence in triples.items()]
    return {"title": title, "sents": [["x"]] * 4, "vertexSet": entities, "labels": labels}


def test_docred(score, tmp_path):
    rng = random.Random(4)
    gold = [docred_document(rng, f"d{i}") for i in range(120)]
    train = [docred_document(rng, "same title") for _ in range(3)]
    (tmp_path / "train.json").write_text(json.dumps(train))
    predictions = []
    for _ in range(1500):
        fact = {
            "title": f"d{rng.randrange(130)}",
            "h_idx": rng.randrange(5),
            "t_idx": rng.randrange(4),
            "r": rng.choice(["P1", "P2", "P3", "Na"]),
        }
        if rng.random() < 0.9:
            fact["evidence"] = [rng.randrange(5) for _ in range(rng.randint(0, 3))]
        predictions.append(fact)

    found, items = score("docred", gold, predictions, "--train-facts", tmp_path / "train.json")
    seen = {
        (head["name"], tail["name"], label["r"])
        for d in train
        for label in d["labels"]
        for head in d["vertexSet"][label["h"]]
        for tail in d["vertexSet"][label["t"]]
    }
    truth = {
        (d["title"], label["h"], label["t"], label["r"]): set(label["evidence"]) for d in gold for label in d["labels"]
    }
    entities = {d["title"]: d["vertexSet"] for d in gold}
    submitted = {}
    for fact in predictions:
        submitted.setdefault((fact["title"], fact["h_idx"], fact["t_idx"], fact["r"]), set(fact.get("evidence", [])))
    right = submitted.keys() & truth.keys()
    known = sum(
        any((head["name"], tail["name"], r) in seen for head in entities[title][h] for tail in entities[title][t])
        for title, h, t, r in right
    )
    evidence = sum(len(truth[key] & submitted[key]) for key in right)
    offered = sum(len(some) for key, some in submitted.items() if key[0] in entities)
    precision, recall = (len(right) - known) / (len(submitted) - known), len(right) / len(truth)
    assert 0 < known < len(right) < len(submitted) < len(predictions)
    assert found == pytest.approx(
        {
            "RE_F1": f1(len(right), len(submitted), len(truth)),
            "Evi_F1": f1(evidence, offered, sum(map(len, truth.values()))),
            "RE_ignore_annotated_F1": 2 * precision * recall / (precision + recall),
        },
        abs=1e-9,
    )
    assert sum(item["correct_in_train_annotated"] for item in items.values()) == known
