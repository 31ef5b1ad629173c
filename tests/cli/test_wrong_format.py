"""A file in another format is named as such, with the option that reads it. Messages about wrong values say what to do."""

import gzip
import io
import json
import zipfile

import pytest
import zstd_library
from corpora import EXAMPLES, lines_of


def zipped():
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as made:
        made.writestr("a", "b")
    return file.getvalue()


@pytest.mark.parametrize(
    "content, hint",
    [
        (b"PAR1\x15\x04\x15\n\x15", "This is a Parquet file; read it with `python -m spandrop drop`"),
        (zipped(), "This is a zip file"),
        (b"BZh91AY&SY", "bzip2 -dc FILE | spandrop drop -"),
        (b"\xfd7zXZ\x00", "xz -dc FILE | spandrop drop -"),
        ('{"text": "A."}\n'.encode("utf-16"), "This is UTF-16"),
        (b'[{"text": "A."}, {"text": "B."}]', "This is a JSON array, not JSON Lines; convert it with jq -c '.[]'"),
        (b'[\n  {"text": "A."}\n]', "This is a JSON array"),
        (b'{\n  "text": "A."\n}', "This is a JSON object on several lines, not JSON Lines; convert it with jq -c ."),
        (b"id,text,label\n1,A. B.,0\n", "This looks like CSV or TSV"),
        (b"id\ttext\n1\tA. B.\n", "This looks like CSV or TSV"),
        (b"The ferry was late, again.\n", "If this is plain text, read it with --text"),
        ("Caf\u00e9".encode(), "If this is plain text, read it with --text"),
        ((EXAMPLES / "squad.json").read_bytes(), "--format squad"),
        (json.dumps(json.loads((EXAMPLES / "squad.json").read_bytes())).encode(), "read it with --format squad"),
        (json.dumps(json.loads((EXAMPLES / "hotpotqa.json").read_bytes())).encode(), "read it with --format hotpotqa"),
        (json.dumps(json.loads((EXAMPLES / "multirc.json").read_bytes())).encode(), "read it with --format multirc"),
        (json.dumps(json.loads((EXAMPLES / "docred.json").read_bytes())).encode(), "read it with --format docred"),
        ((EXAMPLES / "chat.jsonl").read_bytes(), "--schema chat"),
        (b'{"conversations": []}', "--schema sharegpt"),
        ((EXAMPLES / "squad.jsonl").read_bytes(), "--schema squad-hf"),
        ((EXAMPLES / "tokenized.jsonl").read_bytes(), "--schema tokenized"),
        (b'{"body": "A. B."}', "Name the fields of your records, as in --text-field NAME"),
    ],
)
def test_the_format_is_named(spandrop, tmp_path, content, hint):
    (tmp_path / "in").write_bytes(content)
    done = spandrop("drop", tmp_path / "in", "-o", tmp_path / "out", check=False)
    message = done.stderr.decode(errors="replace")
    assert done.returncode == 3 and f"{tmp_path / 'in'}:1: " in message and hint in message, message
    assert len(message) < 600 and [path.name for path in tmp_path.iterdir()] == ["in"]


def test_only_the_first_line_tells_the_format(spandrop):
    lines = b'{"text": "A."}\nThe ferry was late.\n'
    done = spandrop("drop", "-", "-o", "-", stdin=lines, check=False)
    assert done.returncode == 3 and b"input:2: expected a JSON object" in done.stderr and b"--text" not in done.stderr


@pytest.mark.parametrize("pack", [gzip.compress, zstd_library.compress], ids=["gzip", "zstd"])
@pytest.mark.parametrize("name", ["in.jsonl", "in.txt", "in"])
def test_compression_is_recognised_without_its_suffix(spandrop, tmp_path, pack, name):
    (tmp_path / name).write_bytes(pack(b'{"text": "A. B."}\n'))
    assert spandrop("drop", tmp_path / name, "-o", "-", "--rate", 0).stdout == b'{"text": "A. B."}\n'


@pytest.mark.parametrize(
    "unit, length, end, hint",
    [("code-point", 3, 4, True), ("code-point", 3, 6, False), ("utf16", 3, 4, True), ("byte", 5, 6, False)],
)
def test_positions_past_the_end_name_the_unit_and_the_length(spandrop, unit, length, end, hint):
    line = lines_of([{"text": "h\u00e9\u00f4", "annotations": [{"begin": 0, "end": end}]}])[0]
    done = spandrop("drop", "-", "-o", "-", "--offsets", unit, stdin=line, check=False)
    name = {"code-point": "code points", "utf16": "UTF-16 units", "byte": "bytes"}[unit]
    assert f"annotations[0]: expected a range within the {length} {name} of the text, got 0 to {end}" in (
        done.stderr.decode()
    )
    assert (b"name it with --offsets" in done.stderr) == hint


@pytest.mark.parametrize(
    "options, message",
    [
        (["--spans", "every:0"], "expected every:K with a number K of at least 1, got every:0"),
        (["--spans", "adaptive:1"], "expected adaptive:N with a number N of at least 2, got adaptive:1"),
        (["--rate", "2"], "expected rate in [0, 1], got 2"),
        (["--spans", "nothing"], "expected sentence, word"),
        (["--view", str(2**64 - 1)], "expected view numbers up to"),
    ],
)
def test_no_names_of_functions(spandrop, options, message):
    done = spandrop("drop", "-", "-o", "-", *options, stdin=b'{"text": "A."}', check=False)
    assert done.returncode == 2 and done.stderr.decode().startswith(f"spandrop: {message}")


def test_a_rule_for_texts_is_not_blamed_on_the_field_of_spans(spandrop):
    done = spandrop("drop", "-", "-o", "-", "--spans", "word", stdin=b'{"tokens": ["a"]}', check=False)
    assert done.stderr == b"spandrop: standard input:1: expected spans every:K or field for tokens, got word\n"


@pytest.mark.parametrize("letter", ["x", "\u00e9", "\U0001f600"])
def test_long_ids_are_shortened(spandrop, tmp_path, letter):
    (tmp_path / "in").write_bytes(lines_of([{"id": letter * 1000}, {"id": 1, "text": "A."}])[0])
    done = spandrop("drop", tmp_path / "in", "-o", tmp_path / "out", check=False)
    assert f"in:1: record {letter * 60}...: missing field" in done.stderr.decode()
    done = spandrop("drop", tmp_path / "in", "-o", tmp_path / "out", "--bad", "skip", check=False)
    assert json.loads((tmp_path / "out.bad.jsonl").read_text())["id"] == letter * 1000  # for programs


def test_a_view_field_with_a_schema(drop):
    views = drop("squad.jsonl", "--schema", "squad-hf", "--view-field", "view", "--views", 2)
    assert [view["view"] for view in views[:4]] == [0, 1, 0, 1]


@pytest.mark.parametrize(
    "option",
    [
        *(f"--{name}-field" for name in ("text", "id", "annotations", "protected", "spans", "tags", "view")),
        *("--parallel", "--tag-names", "--protect", "--on-lost", "--offsets"),
    ],
)
def test_options_about_fields_are_refused_with_plain_text(spandrop, option):
    value = {"--protect": "field", "--on-lost": "keep", "--offsets": "byte"}.get(option, "x")
    done = spandrop("drop", "-", "-o", "-", "--text", option, value, check=False)
    assert done.returncode == 2 and f"{option} cannot be used with --text" in done.stderr.decode()


@pytest.mark.parametrize(
    "options, message",
    [
        (["--schema", "conll", "--spans", "word"], "expected spans every:K or field for tokens, got word"),
        (["--schema", "chat", "--spans", "sentence"], "expected spans every:K or field for tokens"),
        (["--text-field", "", "--spans", "adaptive"], "expected spans every:K or field for tokens"),
        (["--schema", "squad-hf", "--parallel", "x"], "expected a field for the tokens, because parallel arrays"),
        (["--schema", "squad-hf", "--tags-field", "x"], "expected a field for the tokens, because tags"),
        (["--schema", "squad-hf", "--mask", "ab"], "expected one character to mask"),
        (["--spans", "field", "--spans-field", ""], "expected a field for the spans"),
        (["--spans", "adaptive", "--question-field", ""], "expected a field for the question"),
    ],
)
def test_options_that_no_record_can_satisfy(spandrop, options, message):
    """Known before any record is read, also with --bad skip."""
    done = spandrop("drop", "-", "-o", "-", "--bad", "skip", "--bad-file", "x", *options, check=False)
    assert done.returncode == 2 and done.stderr.decode().startswith(f"spandrop: {message}"), done.stderr
