"""Scores on real files equal those of the official scripts, to 1e-9."""

import json

import pytest
from corpora import data_file

GOLD = {
    "squad": "squad/dev-v1.1.json",
    "hotpotqa": "hotpotqa/hotpot_dev_distractor_subset.json",
    "multirc": "multirc/dev_83-fixedIds.json",
    "docred": "docred/docred_hwe_dev_699.json",
}
TRAIN = "docred/redocred_dev_revised.json"


def near(scores):
    return pytest.approx(scores, rel=0, abs=1e-9)


@pytest.fixture
def score(spandrop, tmp_path):
    def run(name, predictions, *options):
        if not hasattr(predictions, "read_bytes"):
            file = tmp_path / "predictions.json"
            file.write_text(json.dumps(predictions))
            predictions = file
        done = spandrop("score", name, "--gold", data_file(GOLD[name]), "--pred", predictions, "--json", *options)
        return json.loads(done.stdout)

    return run


@pytest.fixture
def training(tmp_path):
    """Options with the two training files that the reference used."""
    distant = tmp_path / "distant.json"
    distant.write_text(json.dumps(json.loads(data_file(TRAIN).read_bytes())[:250]))
    return ["--train-facts", data_file(TRAIN), "--distant-facts", distant]


def reference(name):
    return data_file(f"reference/{name}")


def gold_of(name):
    return json.loads(data_file(GOLD[name]).read_bytes())


def items_of(path):
    return {item["id"]: item for item in map(json.loads, path.read_text().split("\n")[:-1])}


def test_squad(score, tmp_path):
    expected = json.loads(reference("squad/expected.json").read_bytes())
    file = tmp_path / "items.jsonl"
    found = score("squad", reference("squad/predictions.json"), "--per-item", file)
    assert found["scores"] == near(expected["scores"])
    assert (found["items"], found["missing"]["count"]) == (expected["n_gold"], expected["n_unanswered"])
    assert found["extra"]["count"] == expected["n_predictions"] - expected["n_gold"] + expected["n_unanswered"]
    items = items_of(file)
    for line in reference("squad/per_item.jsonl").read_text().splitlines():
        item = json.loads(line)
        assert (items[item["id"]]["em"], items[item["id"]]["f1"]) == near((item["em"], item["f1"]))


def test_hotpotqa(score, tmp_path):
    expected = json.loads(reference("hotpotqa/expected.json").read_bytes())
    file = tmp_path / "items.jsonl"
    found = score("hotpotqa", reference("hotpotqa/predictions.json"), "--per-item", file)
    assert found["scores"] == near(expected["scores"])
    assert found["missing_answer"]["count"] == expected["n_missing_answer"]
    assert found["missing_sp"]["count"] == expected["n_missing_sp"]
    items = items_of(file)
    for line in reference("hotpotqa/per_item.jsonl").read_text().splitlines():
        item = json.loads(line)
        measures = {key: value for key, value in item.items() if isinstance(value, float)}
        assert {key: items[item["id"]][key] for key in measures} == near(measures)


@pytest.mark.parametrize("edge", ["", "_edge"])
def test_multirc(score, edge):
    expected = json.loads(reference(f"multirc/expected{edge}.json").read_bytes())
    found = score("multirc", reference(f"multirc/predictions{edge}.json"))
    assert found["scores"] == near(expected["scores"])
    assert (found["items"], found["missing"]["count"]) == (
        expected["n_gold_questions"],
        expected["n_questions_skipped"],
    )


def test_docred(score, training, tmp_path):
    expected = json.loads(reference("docred/expected.json").read_bytes())
    file = tmp_path / "items.jsonl"
    found = score("docred", reference("docred/predictions.json"), *training, "--per-item", file)
    assert found["scores"] == near(expected["scores"])
    items, internals = items_of(file).values(), expected["internals"]
    for ours, theirs in [
        ("correct", "correct_re"),
        ("correct_evidence", "correct_evidence"),
        ("submitted_evidence", "pred_evi"),
        ("gold", "tot_relations"),
        ("gold_evidence", "tot_evidences"),
        ("correct_in_train_annotated", "correct_in_train_annotated"),
        ("correct_in_train_distant", "correct_in_train_distant"),
    ]:
        assert sum(item[ours] for item in items) == internals[theirs], ours
    assert sum(item["submitted"] for item in items) + found["extra"]["count"] == internals["n_submitted_dedup"]


def squad_predictions(answer):
    return {q["id"]: answer(q) for a in gold_of("squad")["data"] for p in a["paragraphs"] for q in p["qas"]}


def hotpotqa_predictions(answer, facts):
    questions = gold_of("hotpotqa")
    return {
        "answer": {q["_id"]: answer(q) for q in questions},
        "sp": {} if facts is None else {q["_id"]: facts(q) for q in questions},
    }


def multirc_predictions(label):
    return [
        {"pid": p["id"], "qid": str(i), "scores": [label(a) for a in q["answers"]]}
        for p in gold_of("multirc")["data"]
        for i, q in enumerate(p["paragraph"]["questions"])
    ]


def docred_predictions(evidence):
    return [
        {"title": d["title"], "h_idx": f["h"], "t_idx": f["t"], "r": f["r"], "evidence": evidence(f)}
        for d in gold_of("docred")
        for f in d["labels"]
    ]


TRIVIAL = {
    ("squad", "first_gold_answer"): lambda: squad_predictions(lambda q: q["answers"][0]["text"]),
    ("squad", "last_gold_answer"): lambda: squad_predictions(lambda q: q["answers"][-1]["text"]),
    ("squad", "all_empty_string"): lambda: squad_predictions(lambda q: ""),
    ("squad", "no_predictions"): dict,
    ("hotpotqa", "gold"): lambda: hotpotqa_predictions(lambda q: q["answer"], lambda q: q["supporting_facts"]),
    ("hotpotqa", "gold_answer_no_sp_dict_entries"): lambda: hotpotqa_predictions(lambda q: q["answer"], None),
    ("hotpotqa", "all_yes_empty_sp"): lambda: hotpotqa_predictions(lambda q: "yes", lambda q: []),
    ("multirc", "gold"): lambda: multirc_predictions(lambda a: int(a["isAnswer"])),
    ("multirc", "all_zeros"): lambda: multirc_predictions(lambda a: 0),
    ("multirc", "all_ones"): lambda: multirc_predictions(lambda a: 1),
    ("docred", "gold"): lambda: docred_predictions(lambda f: f["evidence"]),
    ("docred", "gold_without_evidence"): lambda: docred_predictions(lambda f: []),
}


@pytest.mark.parametrize("name, case", TRIVIAL, ids="-".join)
def test_trivial_predictions(score, request, name, case):
    expected = json.loads(reference("trivial.json").read_bytes())
    options = request.getfixturevalue("training") if name == "docred" else []
    assert score(name, TRIVIAL[name, case](), *options)["scores"] == near(expected[name][case])


def test_every_trivial_case_is_tested():
    expected = json.loads(reference("trivial.json").read_bytes())
    assert set(TRIVIAL) == {(name, case) for name in expected for case in expected[name]}
