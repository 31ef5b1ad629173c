"""What the program says of bad records can be read by other programs."""

import json


def test_messages_cut_no_character_in_two(spandrop, tmp_path):
    for padding in ("", "a", "aa"):
        text = padding + "和紙は重ねて一晩おき、ゆっくりと水を搾ってから乾かす。"
        record = {"context": text, "answers": {"text": ["水を搾ってから乾かす。"], "answer_start": [0]}}
        (tmp_path / "in.jsonl").write_text(json.dumps(record, ensure_ascii=False) + "\n")
        spandrop("drop", tmp_path / "in.jsonl", "-o", tmp_path / "out.jsonl", "--schema", "squad-hf", "--bad", "skip")
        bad = json.loads((tmp_path / "out.jsonl.bad.jsonl").read_text())
        assert bad["field"] == "answers.answer_start[0]"
        start = bad["reason"].split('"')[1]
        assert text.startswith(start)

    (tmp_path / "in.jsonl").write_text(f'{{"text": "a", "annotations": [{{"begin": "{text}", "end": 1}}]}}\n')
    spandrop("drop", tmp_path / "in.jsonl", "-o", tmp_path / "out.jsonl", "--bad", "skip")
    assert text[:10] in json.loads((tmp_path / "out.jsonl.bad.jsonl").read_text())["reason"]


def test_options_that_are_not_utf8_are_refused(spandrop):
    for option in ("--mask", "--view-field"):
        done = spandrop("drop", "-", "-o", "-", option, b"\xff".decode(errors="surrogateescape"), check=False)
        assert done.returncode == 2 and b"UTF-8" in done.stderr
