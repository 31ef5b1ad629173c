"""`spandrop tokenize` compared with Hugging Face's tokenizers, on real and random texts."""

import hashlib
import json
import random
import unicodedata

import pytest
import tokenizers
from corpora import data_file, lines_of, parsed

# Capital letters of Unicode 16 and 17. Older versions of ICU do not lower-case them; docs/wordpiece.md lists them.
NEW_CAPITALS = {
    0x1C89,
    0xA7CB,
    0xA7CC,
    0xA7CE,
    0xA7D2,
    0xA7D4,
    0xA7DA,
    0xA7DC,
    *range(0x10D50, 0x10D66),
    *range(0x16EA0, 0x16EB9),
}


@pytest.fixture
def ours(spandrop, tmp_path):
    """A function that returns pairs of ids and offsets for texts."""

    def run(texts, vocabulary, *options):
        source = tmp_path / "in.jsonl"
        source.write_bytes(b"".join(lines_of(({"text": text} for text in texts), ascii_only=True)))
        done = spandrop("tokenize", source, "-o", "-", "--vocab", vocabulary, "--quiet", *options)
        return [(record["ids"], record["offsets"]) for record in parsed(done.stdout)]

    return run


def theirs(tokenizer, texts, add_special_tokens=False):
    return [
        (found.ids, [list(pair) for pair in found.offsets])
        for found in tokenizer.encode_batch(texts, add_special_tokens=add_special_tokens)
    ]


def expect_equal(texts, found, expected):
    assert len(found) == len(expected) == len(texts)
    for text, one, other in zip(texts, found, expected):
        assert one == other, ascii(text)


@pytest.fixture(scope="module")
def every_character(tmp_path_factory):
    """A vocabulary that has each character of many scripts as a word and as a piece.

    So the ids show what became of each character. With BERT's own vocabulary most would be [UNK].
    """
    blocks = [
        (0x21, 0x3400),
        (0xA000, 0xAC00),
        (0xF900, 0x12000),
        (0x16000, 0x17000),
        (0x1D000, 0x1D300),
        (0x1E000, 0x1F000),
        (0x2B800, 0x2B940),
    ]
    characters = [chr(code) for begin, end in blocks for code in range(begin, end)]
    characters = [character for character in characters if not character.isspace()]
    path = tmp_path_factory.mktemp("vocabulary") / "vocab.txt"
    path.write_text(
        "\n".join(
            ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *characters, *("##" + character for character in characters)]
        )
        + "\n",
        encoding="utf-8",
    )
    return path, characters


def test_every_character(ours, every_character):
    path, characters = every_character
    characters = [character for character in characters if ord(character) not in NEW_CAPITALS]
    texts = [*characters, *(f"x{character}y" for character in characters)]
    tokenizer = tokenizers.BertWordPieceTokenizer(str(path))
    expect_equal(texts, ours(texts, path, "--no-special"), theirs(tokenizer, texts))


def test_only_new_capitals_may_differ(ours, every_character):
    """An ICU that knows them lower-cases them, as tokenizers does; an older one keeps them."""
    path, _ = every_character
    texts = [chr(code) for code in sorted(NEW_CAPITALS)]
    expected = theirs(tokenizers.BertWordPieceTokenizer(str(path)), texts)
    vocabulary = path.read_text(encoding="utf-8").split("\n")
    for text, (ids, offsets), (lower, places) in zip(texts, ours(texts, path, "--no-special"), expected):
        assert offsets == places == [[0, 1]]
        assert ids == lower or [vocabulary[number] for number in ids] == [text]


def random_texts(count, characters, seed):
    """Marks that are decomposed or reordered, spaces and special characters, with letters between them."""
    rng = random.Random(seed)
    marks = [
        character
        for character in characters
        if ord(character) not in NEW_CAPITALS
        and (
            unicodedata.combining(character)
            or unicodedata.decomposition(character)
            or unicodedata.category(character) in ("Mn", "Mc", "Me", "Cf")
        )
    ]
    usual = [
        "a",
        "B",
        " ",
        ".",
        "\t",
        "\u00e9",
        "\u00c9",
        "\uac01",
        "\u6f22",
        "[SEP]",
        "[MASK]",
        "[sep]",
        "\u200b",
        "\x00",
        "\x0b",
        "\u2028",
        "the",
        "1,5",
        "\ufffd",
        "\ue000",
        "\U0001f600",
    ]

    def part():
        kind = rng.random()
        if kind < 0.4:
            return rng.choice(marks)
        if kind < 0.6:
            while (code := rng.randrange(0x110000)) in NEW_CAPITALS or 0xD800 <= code < 0xE000:
                pass
            return chr(code)
        return rng.choice(usual)

    return ["".join(part() for _ in range(rng.randint(1, 14))) for _ in range(count)]


def test_random_texts(ours, every_character):
    path, characters = every_character
    texts = random_texts(30_000, characters, seed=1)
    tokenizer = tokenizers.BertWordPieceTokenizer(str(path))
    expect_equal(texts, ours(texts, path), theirs(tokenizer, texts, add_special_tokens=True))


def test_long_words_and_texts(ours, every_character):
    path, _ = every_character
    texts = [
        unit * count
        for unit in ("a", "A1", "\u00e9", "\uac01", "e\u0301\u0323", "a\u200b", "\u0344\u0323", "\u6f22")
        for count in (1, 32, 33, 34, 49, 50, 51, 99, 100, 101, 4000)
    ]
    tokenizer = tokenizers.BertWordPieceTokenizer(str(path))
    expect_equal(texts, ours(texts, path), theirs(tokenizer, texts, add_special_tokens=True))


def test_tokenizer_json_saved_by_tokenizers(ours, every_character, tmp_path):
    path, characters = every_character
    tokenizer = tokenizers.BertWordPieceTokenizer(str(path))
    tokenizer.add_special_tokens(["<e\u00e9>", "[SEP]x"])
    tokenizer.save(str(tmp_path / "tokenizer.json"))
    texts = [*random_texts(1_000, characters, seed=2), "a<e\u00e9>b[SEP]x[SEP] <e\u00e9", "\u00e9<e\u00e9>\u00e9"]
    expect_equal(texts, ours(texts, tmp_path / "tokenizer.json"), theirs(tokenizer, texts, add_special_tokens=True))


@pytest.fixture(scope="module")
def bert():
    return data_file("vocab/bert-uncased-vocab.txt")


def test_hard_strings(ours, bert):
    records = parsed(data_file("reference/wordpiece/hard_strings.jsonl").read_bytes())
    texts = [record["text"] for record in records]
    assert len(texts) == 306
    expect_equal(texts, ours(texts, bert, "--no-special"), [(record["ids"], record["offsets"]) for record in records])


def sha256(numbers):
    return hashlib.sha256(b"".join(number.to_bytes(4, "little") for number in numbers)).hexdigest()


def test_squad_dev(ours, bert):
    """Hashes of all ids and offsets, for the complete file and per article."""
    expected = json.loads(data_file("reference/wordpiece/squad_dev_hashes.json").read_text())
    articles = json.loads(data_file("squad/dev-v1.1.json").read_text(encoding="utf-8"))["data"]
    kinds = {
        "paragraphs": lambda paragraph: [paragraph["context"]],
        "questions": lambda paragraph: [question["question"] for question in paragraph["qas"]],
    }
    for kind, texts_of in kinds.items():
        by_article = [
            [text for paragraph in article["paragraphs"] for text in texts_of(paragraph)] for article in articles
        ]
        found = iter(ours([text for texts in by_article for text in texts], bert, "--no-special"))
        all_ids, all_offsets = [], []
        for texts, article in zip(by_article, expected["per_article"], strict=True):
            part = [next(found) for _ in texts]
            ids = [number for one, _ in part for number in one]
            offsets = [number for _, pairs in part for pair in pairs for number in pair]
            assert {
                "strings": len(texts),
                "tokens": len(ids),
                "ids_sha256": sha256(ids),
                "offsets_sha256": sha256(offsets),
            } == article[kind], article["title"]
            all_ids += ids
            all_offsets += offsets
        assert len(all_ids) == expected[kind]["tokens"]
        assert sha256(all_ids) == expected[kind]["ids_sha256"]
        assert sha256(all_offsets) == expected[kind]["offsets_sha256"]
