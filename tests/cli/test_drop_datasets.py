"""`spandrop drop --format` reads and writes the official files of data sets."""

import gzip
import json

import pytest
from corpora import EXAMPLES, data_file

FORMATS = ["squad", "hotpotqa", "multirc", "docred"]
REAL = [
    ("squad", "squad/dev-v1.1.json"),
    ("squad", "squad/train-v1.1.json"),
    ("hotpotqa", "hotpotqa/hotpot_dev_distractor_subset.json"),
    ("hotpotqa", "hotpotqa/hotpot_train_distractor_subset.json"),
    ("multirc", "multirc/dev_83-fixedIds.json"),
    ("multirc", "multirc/train_456-fixedIds.json"),
    ("docred", "docred/docred_hwe_dev_699.json"),
    ("docred", "docred/redocred_dev_revised.json"),
]


def example(name):
    return EXAMPLES / f"{name}.json"


def dropped(spandrop, path, name, *options):
    return spandrop("drop", path, "-o", "-", "--format", name, "--quiet", *options).stdout


@pytest.mark.parametrize("name", FORMATS)
def test_rate_0_reproduces_the_file(spandrop, name):
    assert dropped(spandrop, example(name), name, "--rate", "0") == example(name).read_bytes()


@pytest.mark.parametrize("name, file", REAL)
def test_rate_0_reproduces_real_files(spandrop, name, file):
    path = data_file(file)
    assert dropped(spandrop, path, name, "--rate", "0") == path.read_bytes()


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("options", [[], ["--protect", "none"], ["--protect", "none", "--on-lost", "keep"]])
def test_the_output_can_be_read_again(spandrop, tmp_path, name, options):
    out = tmp_path / "out.json"
    out.write_bytes(dropped(spandrop, example(name), name, "--rate", "0.5", "--views", "5", *options))
    assert out.read_bytes() != example(name).read_bytes()
    assert dropped(spandrop, out, name, "--rate", "0") == out.read_bytes()


@pytest.mark.parametrize("name", FORMATS)
def test_the_output_depends_on_the_seed_but_not_on_threads(spandrop, name):
    one = dropped(spandrop, example(name), name, "--rate", "0.5", "--threads", "1")
    assert one == dropped(spandrop, example(name), name, "--rate", "0.5", "--threads", "4")
    assert one != dropped(spandrop, example(name), name, "--rate", "0.5", "--seed", "2")


def test_ids_of_views_are_unique_and_traceable(spandrop):
    source = json.loads(example("squad").read_text())
    ids = [
        question["id"]
        for article in source["data"]
        for paragraph in article["paragraphs"]
        for question in paragraph["qas"]
    ]
    made = json.loads(dropped(spandrop, example("squad"), "squad", "--views", "3"))
    made = [
        question["id"]
        for article in made["data"]
        for paragraph in article["paragraphs"]
        for question in paragraph["qas"]
    ]
    assert sorted(made) == sorted(id + mark for id in ids for mark in ("", "#1", "#2"))


def test_views_equal_those_of_separate_runs(spandrop):
    both = json.loads(dropped(spandrop, example("hotpotqa"), "hotpotqa", "--rate", "0.5", "--views", "2"))
    runs = [
        json.loads(dropped(spandrop, example("hotpotqa"), "hotpotqa", "--rate", "0.5", "--view", view))
        for view in (0, 1)
    ]
    assert [both[0::2], both[1::2]] == runs


def test_ids_that_would_clash_are_refused(spandrop, tmp_path):
    file = tmp_path / "in.json"
    file.write_text(example("docred").read_text().replace('"title": "Tarn Works"', '"title": "Elin Dahl#1"'))
    done = spandrop("drop", file, "-o", "-", "--format", "docred", "--views", "2", check=False)
    assert done.returncode == 3 and b"Elin Dahl#1 twice" in done.stderr and not done.stdout


def test_each_question_can_have_its_own_paragraph(spandrop):
    made = json.loads(
        dropped(spandrop, example("squad"), "squad", "--split-questions", "--spans", "adaptive", "--rate", "0.4")
    )
    paragraphs = [paragraph for article in made["data"] for paragraph in article["paragraphs"]]
    assert len(paragraphs) == 7
    for paragraph in paragraphs:
        (question,) = paragraph["qas"]
        assert question["start_source"] == "exact"  # a field that is not part of the format
        for answer in question["answers"]:
            start = answer["answer_start"]
            assert paragraph["context"][start : start + len(answer["text"])] == answer["text"]
    assert len({paragraph["context"] for paragraph in paragraphs}) > 3


def test_only_supporting_sentences_remain_at_rate_1(spandrop):
    made = json.loads(dropped(spandrop, example("docred"), "docred", "--rate", "1", "--gamma", "inf"))
    source = json.loads(example("docred").read_text())
    assert [len(document["sents"]) for document in made] == [4, 4, 0]
    for before, after in zip(source, made):
        assert [(fact["r"], len(fact["evidence"])) for fact in before["labels"]] == [
            (fact["r"], len(fact["evidence"])) for fact in after["labels"]
        ]


def test_a_bad_record_is_reported_with_its_path(spandrop, tmp_path):
    bad = tmp_path / "bad.json"
    source = json.loads(example("squad").read_text())
    source["data"][0]["paragraphs"][0]["qas"][2]["answers"][0]["answer_start"] += 1
    bad.write_text(json.dumps(source))
    out = tmp_path / "out.json"
    done = spandrop("drop", bad, "-o", out, "--format", "squad", check=False)
    assert done.returncode == 3 and not out.exists()
    assert b'bad.json: data[0].paragraphs[0].qas[2].answers[0].answer_start: expected "' in done.stderr
    assert b'" at this position, got "' in done.stderr


def test_bad_records_are_skipped_and_listed(spandrop, tmp_path):
    source = json.loads(example("squad").read_text())
    source["data"][0]["paragraphs"][0]["qas"][1]["answers"][1]["answer_start"] = 0
    source["data"][1]["paragraphs"][0]["context"] = 7
    bad, out = tmp_path / "bad.json", tmp_path / "out.json"
    bad.write_text(json.dumps(source))
    spandrop("drop", bad, "-o", out, "--format", "squad", "--rate", "0", "--bad", "skip")
    del source["data"][0]["paragraphs"][0]["qas"][1]
    del source["data"][1]["paragraphs"][0]
    assert json.loads(out.read_text()) == source
    listed = [json.loads(line) for line in (tmp_path / "out.json.bad.jsonl").read_text().splitlines()]
    assert [line["path"] for line in listed] == [
        "data[0].paragraphs[0].qas[1].answers[1].answer_start",
        "data[1].paragraphs[0].context",
    ]
    # If the list cannot be written there must be no output, because a rerun would skip it.
    out.unlink()
    done = spandrop(
        "drop",
        bad,
        "-o",
        out,
        "--format",
        "squad",
        "--bad",
        "skip",
        "--bad-file",
        tmp_path / "absent/list",
        check=False,
    )
    assert done.returncode == 1 and b"absent/list" in done.stderr and not out.exists()


@pytest.mark.parametrize("name", FORMATS)
def test_broken_files_are_refused(spandrop, tmp_path, name):
    whole = example(name).read_bytes()
    for content in [
        b"",
        b"{",
        b"null",
        b"[[",
        whole[:-5],
        whole + b"x",
        whole.replace(b":", b";", 1),
        whole.replace(b"a", b"\xff", 1),
    ]:
        bad = tmp_path / "bad.json"
        bad.write_bytes(content)
        done = spandrop("drop", bad, "-o", tmp_path / "out.json", "--format", name, "--bad", "skip", check=False)
        assert done.returncode == 3 and b"bad.json: expected" in done.stderr, done.stderr
        assert not (tmp_path / "out.json").exists()


def test_compressed_files_and_directories(spandrop, tmp_path):
    packed = tmp_path / "squad.json.gz"
    packed.write_bytes(gzip.compress(example("squad").read_bytes()))
    plain = dropped(spandrop, example("squad"), "squad", "--rate", "0.5")
    (tmp_path / "out").mkdir()
    spandrop("drop", packed, "-o", tmp_path / "out/", "--format", "squad", "--rate", "0.5")
    assert gzip.decompress((tmp_path / "out/squad.json.gz").read_bytes()) == plain


@pytest.mark.parametrize(
    "options, words",
    [
        (["--format", "squad2"], ["squad2", "hotpotqa"]),
        (["--format", "squad", "--mask", "_"], ["--mask cannot be used with --format"]),
        (["--format", "squad", "--text-field", "x"], ["--text-field cannot be used with --format"]),
        (["--format", "squad", "--schema", "chat"], ["--schema"]),
        (["--format", "squad", "--spans", "adaptive"], ["--split-questions", "adaptive"]),
        (["--format", "docred", "--spans", "word"], ["sentences as spans of docred", "word"]),
        (["--format", "docred", "--split-questions"], ["docred"]),
        (["--split-questions"], ["--format"]),
    ],
)
def test_incompatible_options_are_refused(spandrop, options, words):
    done = spandrop("drop", example("squad"), "-o", "-", *options, check=False)
    assert done.returncode == 2 and all(word in done.stderr.decode() for word in words), done.stderr


def test_files_are_not_joined(spandrop):
    done = spandrop("drop", example("squad"), example("squad"), "-o", "-", "--format", "squad", check=False)
    assert done.returncode == 2 and b"cannot be joined" in done.stderr
