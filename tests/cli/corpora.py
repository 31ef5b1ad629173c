"""Corpora shared by several tests: real ones from SPANDROP_DATA, and generated ones."""

import json
import os
import pathlib
import random

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
DATA = pathlib.Path(os.environ.get("SPANDROP_DATA", ROOT.parent / "shared/data"))

HOSTILE = [
    "",
    " ",
    "\t\n\r",
    "\0",
    "a\0b. C\0d.",
    "\\",
    '"',
    '\\"\\\\',
    "/\b\f\n\r\t\x7f\x1f",
    "e\u0301. E\u0301\u0323\u0301!",
    "👩‍👩‍👧‍👦🏳️‍🌈 🇩🇪🇫🇷. 👍🏽",
    "\ufeffBOM inside. \ufeff",
    "שלום עולם. مرحبا بالعالم! \u202eabc\u202c",
    "ไม่มีช่องว่าง คำไทย",
    "日本語。文です！终于",
    "नमस्ते। दुनिया",
    "\u2028line\u2029paragraph\u0085next\x0b\x0c",
    "𝒳𝒴 𐍈. \U0010ffff\ufffe\uffff",
    "Z̷̢̛a̵l̶g̷o̸ " * 3,
    "ß İ ı ſ ﬁ",
    'Dr. Who vs. Mr. U.S.A. at 3.14 p.m. "Yes." (No.) ...',
    "\u00ad\u200b\u2060\u180e",
    "\ud7ff\ue000\uf8ff",
    '{"text": "inner"}\n[1, 2]',
    "x" * 5000,
    ". " * 500,
    "가각힣 \u1100\u1161\u11a8.",
]


def data_file(name):
    """The path of a file in SPANDROP_DATA; skips the test if the file is missing."""
    path = DATA / name
    if not path.exists():
        pytest.skip(f"no {name} in SPANDROP_DATA")
    return path


def squad_paragraphs(name):
    """Yields each paragraph of a SQuAD file."""
    for article in json.loads(data_file(name).read_text(encoding="utf-8"))["data"]:
        yield from article["paragraphs"]


def squad_records(name, prefix=""):
    """Each paragraph with all its answers as annotations; `prefix` is prepended to the text."""
    for number, paragraph in enumerate(squad_paragraphs(name)):
        annotations = []
        for question in paragraph["qas"]:
            for answer in question["answers"]:
                begin = answer["answer_start"] + len(prefix)
                annotations.append({"begin": begin, "end": begin + len(answer["text"]), "question": question["id"]})
        yield {"id": f"{name}/{number}", "text": prefix + paragraph["context"], "annotations": annotations}


def made_records(count, seed=1, sentences=8):
    """Generated records in several scripts, with ids and annotations; deterministic."""
    rng = random.Random(seed)
    words = "alpha Beta gamma élan naïve Straße мир 語 😀 x1 3.5 and of the".split()
    for number in range(count):
        text, annotations = "", []
        for _ in range(rng.randint(1, sentences)):
            for word in rng.choices(words, k=rng.randint(2, 9)):
                if rng.random() < 0.2:
                    annotations.append({"begin": len(text), "end": len(text) + len(word), "word": word})
                text += word + " "
            text = text[:-1] + ". "
        yield {"id": f"made-{seed}-{number}", "text": text, "annotations": annotations}


def lines_of(records, ascii_only=False):
    """The records as JSON lines in bytes, each with its line end."""
    return [(json.dumps(record, ensure_ascii=ascii_only) + "\n").encode() for record in records]


def parsed(raw):
    """The records of JSON Lines in bytes. Only \\n ends a line, because texts may contain other line ends."""
    return [json.loads(line) for line in raw.split(b"\n") if line.strip()]


def example_records(name):
    """The records of a file in examples/."""
    return parsed((EXAMPLES / name).read_bytes())
