"""`spandrop tokenize`: its output, and the behaviour it shares with drop."""

import gzip
import json

import pytest
from corpora import EXAMPLES, HOSTILE, example_records, lines_of, made_records, parsed

VOCABULARY = EXAMPLES / "vocab.txt"
TOKENS = VOCABULARY.read_text(encoding="utf-8").splitlines()
IDS = {token: number for number, token in enumerate(TOKENS)}


@pytest.fixture
def tokenize(spandrop):
    """A function that tokenises JSON lines and returns the finished process."""

    def run(lines, *options, check=True):
        return spandrop("tokenize", "-", "-o", "-", "--vocab", VOCABULARY, *options, stdin=lines, check=check)

    return run


def test_ids_and_offsets(tokenize):
    done = tokenize(b'{"id": "a", "text": "Caf\\u00e9s, [MASK]!"}\n', "--quiet")
    assert done.stderr == b""
    assert (
        done.stdout
        == (
            json.dumps(
                {
                    "id": "a",
                    "ids": [IDS[token] for token in ["[CLS]", "caf", "##es", ",", "[MASK]", "!", "[SEP]"]],
                    "offsets": [[0, 0], [0, 3], [3, 5], [5, 6], [7, 13], [13, 14], [0, 0]],
                }
            )
            + "\n"
        ).encode()
    )


def test_without_special_tokens(tokenize):
    (record,) = parsed(tokenize(b'{"text": "The [SEP]"}', "--no-special").stdout)
    assert record == {"ids": [IDS["the"], IDS["[SEP]"]], "offsets": [[0, 3], [4, 9]]}


def test_the_id_is_copied_verbatim(tokenize):
    lines = b'{"text": "", "id": 1.50e2}\r\n\n{"id": "\\u0061\\"", "tokens": 3, "text": ""}\n{"id": null, "text": ""}'
    shown = tokenize(lines, "--no-special").stdout
    empty = b'"ids": [], "offsets": []}'
    assert shown == b'{"id": 1.50e2, ' + empty + b'\r\n\n{"id": "\\u0061\\"", ' + empty + b"\n{" + empty


def test_hostile_texts(tokenize):
    records = parsed(tokenize(b"".join(lines_of({"text": text} for text in HOSTILE)), "--no-special").stdout)
    assert len(records) == len(HOSTILE)
    for text, record in zip(HOSTILE, records):
        assert len(record["ids"]) == len(record["offsets"])
        ends = [end for _, end in record["offsets"]]
        assert ends == sorted(ends) and all(begin < end for begin, end in record["offsets"])
        assert not ends or ends[-1] <= len(text)


def test_threads_files_and_compression(spandrop, tmp_path):
    lines = lines_of(made_records(6_000))
    (tmp_path / "in.jsonl").write_bytes(b"".join(lines[:3_500]))
    (tmp_path / "more.jsonl.gz").write_bytes(gzip.compress(b"".join(lines[3_500:])))
    outputs = []
    for threads, name in ((1, "1.jsonl"), (3, "3.jsonl"), (2, "2.jsonl.gz")):
        spandrop(
            "tokenize",
            tmp_path / "in.jsonl",
            tmp_path / "more.jsonl.gz",
            "-o",
            tmp_path / name,
            "--vocab",
            VOCABULARY,
            "--threads",
            threads,
            "--quiet",
        )
        content = (tmp_path / name).read_bytes()
        outputs.append(gzip.decompress(content) if name.endswith(".gz") else content)
    assert outputs[0] == outputs[1] == outputs[2]
    assert [record["id"] for record in parsed(outputs[0])] == [json.loads(line)["id"] for line in lines]


def test_summary(spandrop, tmp_path):
    done = spandrop(
        "tokenize",
        EXAMPLES / "sample.jsonl",
        "-o",
        tmp_path / "out.jsonl",
        "--vocab",
        VOCABULARY,
        "--summary",
        tmp_path / "summary.json",
    )
    summary = json.loads((tmp_path / "summary.json").read_text())
    records = parsed((tmp_path / "out.jsonl").read_bytes())
    assert summary["records"] == len(records) == len(example_records("sample.jsonl"))
    assert summary["tokens"] == sum(len(record["ids"]) for record in records)
    assert summary["bytes_written"] == (tmp_path / "out.jsonl").stat().st_size
    assert summary["bytes_read"] == (EXAMPLES / "sample.jsonl").stat().st_size
    rows = [line.split(None, 1) for line in done.stderr.decode().splitlines()]
    assert rows[0] == ["records", f"{summary['records']:,}"] and rows[1] == ["tokens", f"{summary['tokens']:,}"]


def test_bad_records(tokenize, tmp_path):
    lines = b'{"text": "a"}\n{"id": 4, "text": 5}\n{"text": "b"}\n'
    done = tokenize(lines, check=False)
    assert (done.returncode, done.stderr) == (3, b"spandrop: standard input:2: record 4: text: expected a string\n")
    done = tokenize(lines, "--bad", "skip", "--bad-file", tmp_path / "bad.jsonl")
    assert len(parsed(done.stdout)) == 2 and b"2 (1 invalid record skipped)" in done.stderr
    assert parsed((tmp_path / "bad.jsonl").read_bytes())[0]["line"] == 2
    done = tokenize(b'{"tokens": [1]}\n', check=False)
    assert (done.returncode, done.stderr) == (3, b"spandrop: standard input:1: missing field `text`\n")


def test_resuming_a_directory_requires_the_same_vocabulary(spandrop, tmp_path):
    (tmp_path / "a.jsonl").write_bytes(b'{"text": "a"}\n')
    (tmp_path / "b.jsonl").write_bytes(b'{"text": "b"}\n')
    copy, other = tmp_path / "copy.txt", tmp_path / "other.txt"
    copy.write_bytes(VOCABULARY.read_bytes())
    other.write_bytes(VOCABULARY.read_bytes() + b"word\n")

    def run(name, vocabulary, *options, check=True):
        return spandrop(
            "tokenize", tmp_path / name, "-o", f"{tmp_path}/out/", "--vocab", vocabulary, *options, check=check
        )

    run("a.jsonl", VOCABULARY)
    assert b"1 output already finished" in run("a.jsonl", copy).stderr
    for vocabulary, options in ((other, []), (copy, ["--no-special"])):
        done = run("b.jsonl", vocabulary, *options, check=False)
        assert done.returncode == 1 and b"made with other options" in done.stderr
    run("b.jsonl", copy)
    assert (tmp_path / "out/b.jsonl").exists()


def test_wrong_usage_and_files(spandrop, tmp_path):
    source = tmp_path / "in.jsonl"
    source.write_bytes(b'{"text": "a"}\n')
    done = spandrop("tokenize", source, "-o", "-", check=False)
    assert done.returncode == 2 and b"--vocab is required" in done.stderr
    done = spandrop("tokenize", source, "-o", "-", "--vocab", tmp_path / "absent.txt", check=False)
    assert done.returncode == 1 and b"cannot open" in done.stderr
    wrong = tmp_path / "wrong.txt"
    wrong.write_text("a\nb\n")
    done = spandrop("tokenize", source, "-o", "-", "--vocab", wrong, check=False)
    assert done.returncode == 1
    assert done.stderr.decode() == f"spandrop: {wrong}: [vocabulary] expected a token [UNK], got none\n"


def test_help_lists_options_and_examples(spandrop):
    shown = spandrop("tokenize", "--help").stdout.decode()
    for option in ("--vocab", "--no-special", "--threads", "--bad", "--summary", "--quiet"):
        assert option in shown
    assert "spandrop tokenize corpus.jsonl -o tokens.jsonl --vocab vocab.txt" in shown and "Exit codes" in shown
