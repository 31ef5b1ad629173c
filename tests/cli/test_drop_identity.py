"""Rate 0 reproduces the input, byte for byte."""

import gzip
import json

import pytest
import zstd_library
from corpora import HOSTILE, data_file, lines_of, squad_paragraphs, squad_records

SPANS = ["sentence", "word", "char"]


def top_level_slices(name):
    """Each element of the JSON array in a file: its value, and its raw text on one line."""
    raw = data_file(name).read_text(encoding="utf-8")
    decoder, place = json.JSONDecoder(), raw.index("[") + 1
    while True:
        while raw[place] in " \t\r\n,":
            place += 1
        if raw[place] == "]":
            return
        value, end = decoder.raw_decode(raw, place)
        yield value, raw[place:end].replace("\n", " ").replace("\r", " ")
        place = end


def with_text(text, raw_object, ascii_only):
    """A raw JSON object in bytes with a text as its first field; the object's own escapes are unchanged."""
    assert raw_object.startswith("{")
    first = f'{{"text": {json.dumps(text, ensure_ascii=ascii_only)}, '
    return (first + raw_object[1:].lstrip() + "\n").encode()


def docred(name, ascii_only):
    for document, raw in top_level_slices(name):
        yield with_text(" ".join(token for sentence in document["sents"] for token in sentence), raw, ascii_only)


def docred_tokens(name, ascii_only):
    """The tokens of each document with the entity mentions as annotations and the sentences as spans."""
    for document in json.loads(data_file(name).read_text(encoding="utf-8")):
        begins = [0]
        for sentence in document["sents"]:
            begins.append(begins[-1] + len(sentence))
        mentions = [mention for entity in document["vertexSet"] for mention in entity]
        yield lines_of(
            [
                {
                    "id": document["title"],
                    "tokens": [token for sentence in document["sents"] for token in sentence],
                    "spans": [list(pair) for pair in zip(begins, begins[1:])],
                    "annotations": [
                        {"begin": begins[m["sent_id"]] + m["pos"][0], "end": begins[m["sent_id"]] + m["pos"][1]}
                        for m in mentions
                    ],
                }
            ],
            ascii_only,
        )[0]


def hotpotqa(name, ascii_only):
    for question, raw in top_level_slices(name):
        yield with_text("\n\n".join("".join(sentences) for _, sentences in question["context"]), raw, ascii_only)


def multirc(name, ascii_only):
    for paragraph, raw in top_level_slices(name):
        yield with_text(paragraph["paragraph"]["text"], raw, ascii_only)


def squad(name, ascii_only):
    return lines_of(squad_records(name), ascii_only)


def squad_questions(name, ascii_only):
    for paragraph in squad_paragraphs(name):
        context = json.dumps(paragraph["context"], ensure_ascii=ascii_only).encode()
        for question in paragraph["qas"]:
            answers = {
                "text": [a["text"] for a in question["answers"]],
                "answer_start": [a["answer_start"] for a in question["answers"]],
            }
            rest = {"id": question["id"], "question": question["question"], "answers": answers}
            yield b'{"context": ' + context + b", " + lines_of([rest], ascii_only)[0][1:]


def whole_file(name, ascii_only):
    """Any other JSON file as one record: all of it as the text, and again as a raw field."""
    raw = data_file(name).read_text(encoding="utf-8").replace("\n", " ")
    yield f'{{"text": {json.dumps(raw, ensure_ascii=ascii_only)}, "raw": {raw}}}\n'.encode()


def json_lines(name, ascii_only):
    for line in data_file(name).read_text(encoding="utf-8").split("\n"):
        if line:
            yield f'{{"text": {json.dumps(line, ensure_ascii=ascii_only)}, "raw": {line}}}\n'.encode()


SOURCES = [
    (squad, "squad/train-v1.1.json", 18896, SPANS),
    (squad, "squad/dev-v1.1.json", 2067, SPANS),
    (squad_questions, "squad/train-v1.1.json", 87599, []),
    (squad_questions, "squad/dev-v1.1.json", 10570, []),
    (hotpotqa, "hotpotqa/hotpot_dev_distractor_subset.json", 1807, SPANS),
    (hotpotqa, "hotpotqa/hotpot_train_distractor_subset.json", 102, SPANS),
    (multirc, "multirc/train_456-fixedIds.json", 456, SPANS),
    (multirc, "multirc/dev_83-fixedIds.json", 83, SPANS),
    (docred, "docred/docred_hwe_dev_699.json", 699, SPANS),
    (docred, "docred/redocred_dev_revised.json", 500, SPANS),
    (docred_tokens, "docred/docred_hwe_dev_699.json", 699, ["field", "every:3"]),
    (docred_tokens, "docred/redocred_dev_revised.json", 500, ["field", "every:3"]),
    (whole_file, "docred/rel_info.json", 1, SPANS),
    (whole_file, "reference/docred/predictions.json", 1, SPANS),
    (whole_file, "reference/squad/predictions.json", 1, SPANS),
    (json_lines, "reference/squad/per_item.jsonl", None, SPANS),
    (json_lines, "reference/hotpotqa/pairs.jsonl", None, SPANS),
    (json_lines, "reference/wordpiece/hard_strings.jsonl", None, SPANS),
]


@pytest.mark.parametrize("ascii_only", [False, True], ids=["utf8", "escaped"])
@pytest.mark.parametrize("source, name, count, rules", SOURCES, ids=lambda value: getattr(value, "__name__", None))
def test_real_data(spandrop, tmp_path, source, name, count, rules, ascii_only):
    content = b"".join(source(name, ascii_only))
    assert content.count(b"\n") == count or count is None and content.count(b"\n") > 1
    if source is docred:
        assert content.count(b"\\u") > 2000
    (tmp_path / "in.jsonl").write_bytes(content)
    for rule in rules or ["sentence"]:
        shape = ["--schema", "squad-hf"] if source is squad_questions else []
        found = spandrop("drop", tmp_path / "in.jsonl", "-o", "-", "--rate", 0, "--spans", rule, "--quiet", *shape)
        assert found.stdout == content, rule


def test_vocabulary_as_plain_text(spandrop):
    path = data_file("vocab/bert-uncased-vocab.txt")
    for rule in SPANS:
        found = spandrop("drop", path, "-o", "-", "--text", "--rate", 0, "--spans", rule, "--quiet").stdout
        assert found == path.read_bytes()


HOSTILE_LINES = [
    *lines_of(({"id": i, "text": text} for i, text in enumerate(HOSTILE)), ascii_only=True),
    *lines_of({"text": text, "annotations": [{"begin": 0, "end": len(text)}]} for text in HOSTILE),
    b'  {  "text" :  "spaces . Around" ,  "x":1.0E+2,"y":-0.0,"z":123456789012345678901234567890 } \t\n',
    b'{"x":{"text":"not this"},"t\\u0065xt":"an escaped key. Two"}\n',
    b'{"text":"lone \\ud800 surrogates. \\udc00\\ud800\\ud800\\udc00 and \\uD83D\\uDE00"}\n',
    b'{"text":"\\/ \\u002f \\b\\f\\n\\r\\t \\u00E9\\u00e9","same":1,"same":2}\n',
]


@pytest.mark.parametrize("rule", [*SPANS, "paragraph", "every:2", "regex:\\s+", "adaptive"])
def test_hostile_unicode(spandrop, rule):
    content = b"".join(HOSTILE_LINES)
    arguments = ["drop", "-", "-o", "-", "--spans", rule, "--quiet"]
    assert spandrop(*arguments, "--rate", 0, stdin=content).stdout == content
    # Rate 1 changes the output, so rate 0 did not just copy records that it could not read.
    emptied = spandrop(*arguments, "--rate", 1, stdin=content).stdout
    assert emptied != content and emptied.count(b"\n") == content.count(b"\n")


@pytest.mark.parametrize("line_end", [b"\n", b"\r\n"], ids=["lf", "crlf"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "bom"])
@pytest.mark.parametrize("last", [True, False], ids=["ended", "unended"])
@pytest.mark.parametrize("options", [[], ["--text"]], ids=["json", "text"])
def test_line_ends(spandrop, line_end, mark, last, options):
    lines = [b'{"text": "One. Two."}', b"", b" \t ", b'{"text": "Three."}', b"", b'{"text": "Four. Five."}']
    content = mark + line_end.join(lines) + (line_end if last else b"")
    assert spandrop("drop", "-", "-o", "-", "--rate", 0, *options, stdin=content).stdout == content
    views = spandrop("drop", "-", "-o", "-", "--rate", 0, "--views", 2, *options, stdin=content).stdout
    assert views.count(b"Three") == 2
    assert all(line.count(b"{") <= 1 for line in views.split(b"\n"))


def test_several_inputs_are_one_sequence_of_lines(spandrop, tmp_path):
    (tmp_path / "a").write_bytes(b'\xef\xbb\xbf{"text": "A."}')
    (tmp_path / "b").write_bytes(b"")
    (tmp_path / "c").write_bytes(b'\xef\xbb\xbf{"text": "C."}\r\n{"text": "D."}')
    found = spandrop("drop", *(tmp_path / name for name in "abc"), "-o", "-", "--rate", 0).stdout
    assert found == b'\xef\xbb\xbf{"text": "A."}\n{"text": "C."}\r\n{"text": "D."}'


PACKED = {
    "": (lambda content: content, lambda stored: stored),
    ".gz": (gzip.compress, gzip.decompress),
    ".zst": (zstd_library.compress, zstd_library.decompress),
}


@pytest.mark.parametrize("source", PACKED, ids=lambda name: name or "plain")
@pytest.mark.parametrize("target", PACKED, ids=lambda name: name or "plain")
def test_compressed(spandrop, tmp_path, source, target):
    content = b"".join(HOSTILE_LINES) * 200  # several blocks
    assert len(content) > 3 << 20
    (tmp_path / f"in.jsonl{source}").write_bytes(PACKED[source][0](content))
    spandrop("drop", tmp_path / f"in.jsonl{source}", "-o", tmp_path / f"out.jsonl{target}", "--rate", 0)
    stored = (tmp_path / f"out.jsonl{target}").read_bytes()
    assert PACKED[target][1](stored) == content
    assert target == "" or len(stored) < len(content) / 3


def test_several_gzip_members_and_zstd_frames(spandrop):
    lines = HOSTILE_LINES[-4:]
    for pack in (gzip.compress, zstd_library.compress):
        stored = b"".join(pack(line) for line in lines)
        assert spandrop("drop", "-", "-o", "-", "--rate", 0, stdin=stored).stdout == b"".join(lines)
