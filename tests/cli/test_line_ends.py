"""Each record is written on its own line, whatever line ends the inputs have."""

import pytest

MARK = b"\xef\xbb\xbf"


@pytest.fixture
def drop(spandrop, tmp_path):
    """A function that drops inputs with the given contents into one output and returns its bytes."""

    def run(*contents, options=("--rate", 0)):
        names = []
        for i, content in enumerate(contents):
            names.append(tmp_path / f"{i}.jsonl")
            names[-1].write_bytes(content)
        return spandrop("drop", *names, "-o", "-", "--quiet", *options).stdout

    return run


def test_views_of_a_last_line_without_a_line_end(drop):
    record = b'{"text": "A b. C d."}'
    assert drop(record, options=("--rate", 0, "--views", 3)) == b"\n".join([record] * 3)
    assert drop(record + b"\r\n", options=("--rate", 0, "--views", 2)) == (record + b"\r\n") * 2
    assert drop(b"A b.", options=("--rate", 0, "--views", 2, "--text")) == b"A b.\nA b."


def test_inputs_without_a_last_line_end_are_not_joined(drop):
    a, b = b'{"text": "A."}', b'{"text": "B."}'
    assert drop(a, b) == a + b"\n" + b
    assert drop(a, b"", b + b"\n", a) == a + b"\n" + b + b"\n" + a


@pytest.mark.parametrize("name", ["out.jsonl", "out.jsonl.gz", "out.jsonl.zst"])
def test_a_skipped_record_leaves_no_empty_line(spandrop, tmp_path, name):
    """No line end is added after a skipped last record that has none."""
    a, b = b'{"text": "A."}', b'{"text": "B."}'
    for i, content in enumerate([b"bad", a, b"bad", b]):
        (tmp_path / f"{i}.jsonl").write_bytes(content)
    inputs = [tmp_path / f"{i}.jsonl" for i in range(4)]
    spandrop("drop", *inputs, "-o", tmp_path / name, "--rate", 0, "--bad", "skip", "--quiet")
    assert spandrop("drop", tmp_path / name, "-o", "-", "--rate", 0, "--quiet").stdout == a + b"\n" + b


def test_only_the_first_byte_order_mark_is_kept(drop):
    a = b'{"text": "A."}\n'
    assert drop(MARK + a) == MARK + a
    assert drop(MARK + a, MARK + a) == MARK + a + a
    assert drop(a, MARK + a) == a + a


def test_blank_lines_are_kept(drop):
    text = b'\n{"text": "A."}\r\n\r\n \t\n{"text": "B."}\n\n'
    assert drop(text) == text


def test_a_list_of_bad_records_is_not_shared_by_the_files_of_a_directory(spandrop, tmp_path):
    done = spandrop(
        "drop", __file__, "-o", f"{tmp_path}/out/", "--bad", "skip", "--bad-file", tmp_path / "bad", check=False
    )
    assert done.returncode == 2 and b"--bad-file" in done.stderr
    assert not (tmp_path / "out").exists()


def test_views_of_a_last_line_that_ends_with_a_carriage_return_are_lines(spandrop):
    line = b'{"text": "A. B."}\r'
    written = spandrop("drop", "-", "-o", "-", "--views", "2", "--rate", "0", "--quiet", stdin=line).stdout
    assert written == b'{"text": "A. B."}\n' + line


def test_a_byte_order_mark_before_an_invalid_record_is_no_line(spandrop, tmp_path):
    """The first of two inputs has only an invalid record, so that the mark is all that is written of it."""
    (tmp_path / "a").write_bytes(MARK + b'{"text": 1}\n')
    (tmp_path / "b").write_bytes(b'{"text": "A."}\n')
    out = tmp_path / "out.jsonl"
    spandrop("drop", tmp_path / "a", tmp_path / "b", "-o", out, "--bad", "skip", "--quiet")
    assert out.read_bytes() == MARK + b'{"text": "A."}\n'
