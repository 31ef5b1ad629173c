"""How fast is uncased WordPiece, compared with Hugging Face's tokenizers and BlingFire?"""

import json
import subprocess

import numpy
from harness import Section, Skipped, check, compare, cpu_of, interleave
from wordpiece import blingfire_ids, huggingface


def read_paragraphs(setting):
    """The texts of SQuAD train."""
    articles = json.loads(setting.squad().read_text(encoding="utf-8"))["data"]
    return [paragraph["context"] for article in articles for paragraph in article["paragraphs"]]


def write_texts(path, texts):
    """Write the texts for the program and return their size in bytes."""
    encoded = [text.encode() for text in texts]
    offsets = numpy.cumsum([0, *map(len, encoded)], dtype=numpy.int64)
    with open(path, "wb") as file:
        numpy.array([len(encoded)], dtype=numpy.int64).tofile(file)
        offsets.tofile(file)
        file.write(b"".join(encoded))
    return int(offsets[-1])


def check_tokens(directory, texts, tokenizer, model, longest):
    """Compare every id and offset with tokenizers'; return for how many texts BlingFire's ids differ."""
    ids = numpy.fromfile(directory / "ids", dtype=numpy.int32)
    offsets = numpy.fromfile(directory / "offsets", dtype=numpy.int32).reshape(-1, 2)
    rows = numpy.fromfile(directory / "rows", dtype=numpy.int64)
    check(len(rows) == len(texts) + 1 and len(ids) == len(offsets) == rows[-1], "number of texts and tokens")
    theirs = huggingface.encode(tokenizer, texts)
    for begin, end, found in zip(rows[:-1], rows[1:], theirs, strict=True):
        check(found.ids == ids[begin:end].tolist(), "ids of tokenizers")
        check(numpy.array_equal(numpy.array(found.offsets), offsets[begin:end]), "offsets of tokenizers")
    others = blingfire_ids.encode(model, texts, longest)
    return sum(
        not numpy.array_equal(other, ids[begin + 1 : end - 1])
        for begin, end, other in zip(rows[:-1], rows[1:], others, strict=True)
    )


def run(setting):
    """All paragraphs in memory."""
    vocabulary = setting.data / "vocab/bert-uncased-vocab.txt"
    if not vocabulary.exists():
        raise Skipped("vocab/bert-uncased-vocab.txt is missing from the folder in SPANDROP_DATA")
    texts = read_paragraphs(setting)[: 500 if setting.quick else None]
    source = setting.scratch / "texts"
    size = write_texts(source, texts)
    program = setting.built("wordpiece_benchmark")
    subprocess.run([program, "check", vocabulary, source, setting.scratch], check=True)
    tokenizer, model = huggingface.make(vocabulary), blingfire_ids.make()
    longest = max(map(len, texts))  # a token has at least one character
    different = check_tokens(setting.scratch, texts, tokenizer, model, longest)

    def ours():
        seconds = subprocess.run(
            [program, "time", vocabulary, source, "5"], check=True, capture_output=True, text=True
        ).stdout
        return size / float(seconds) / 1e6

    def speed(function):
        return size / cpu_of(function) / 1e6

    speeds = interleave(
        {
            "ours": ours,
            "encode_batch": lambda: speed(lambda: huggingface.encode(tokenizer, texts)),
            "blingfire": lambda: speed(lambda: blingfire_ids.encode(model, texts, longest)),
        },
        2 if setting.quick else 5,
    )
    what = "ids and offsets"
    return Section(
        "WordPiece: texts to token ids",
        [
            f"The {len(texts):,} paragraphs of SQuAD train in memory, {size / 1e6:.1f} MB, with the vocabulary of "
            "uncased BERT. Speeds are MB of text per second of CPU time, with one thread. SpanDrop is called from "
            "C++: `WordPiece::encode` into reused arrays of ids, type ids, and offsets in code points.",
            "tokenizers creates an object for each text, with all properties of its tokens. BlingFire returns only "
            "ids, from its own model.",
            "Checked first: all ids and offsets equal those of tokenizers. BlingFire returns different ids for "
            f"{different:,} of the paragraphs.",
        ],
        [
            compare(what, speeds, "ours", "tokenizers, encode_batch", "encode_batch", "MB/s", 20),
            compare(what, speeds, "ours", "BlingFire, text_to_ids", "blingfire", "MB/s", 1),
        ],
    )
