"""WordPiece gives the same tokens as Hugging Face's tokenizers."""

import pickle

import corpora
import numpy
import pytest
import tokenizers
from tokenizers import decoders, models, normalizers, pre_tokenizers, processors

import spandrop

PIECES = [
    "[PAD]",
    "[UNK]",
    "[CLS]",
    "[SEP]",
    "[MASK]",
    *"abcdefghijklmnopqrstuvwxyz0123456789.,!?'-",
    *(f"##{c}" for c in "abcdefghijklmnopqrstuvwxyz0123456789"),
    "the",
    "and",
    "alpha",
    "##pha",
    "beta",
    "gam",
    "##ma",
    "na",
    "##ive",
    "elan",
    "語",
    "мир",
    "м",
    "##ир",
    "ss",
]


@pytest.fixture(scope="module")
def reference():
    made = tokenizers.Tokenizer(models.WordPiece({piece: i for i, piece in enumerate(PIECES)}, unk_token="[UNK]"))
    made.normalizer = normalizers.BertNormalizer(lowercase=True)
    made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    made.decoder = decoders.WordPiece()
    made.add_special_tokens(PIECES[:5])
    made.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    return made


@pytest.fixture(scope="module")
def words():
    return spandrop.WordPiece.from_tokens(PIECES)


TEXTS = [record["text"] for record in corpora.made_records(60)] + corpora.HOSTILE + ["a [MASK] b", "Straße [SEP]"]


@pytest.mark.parametrize("paired", [False, True])
@pytest.mark.parametrize("max_length", [None, 12])
def test_equal_to_tokenizers(words, reference, paired, max_length):
    if max_length:
        reference.enable_truncation(max_length)
    else:
        reference.no_truncation()
    pairs = TEXTS[::-1] if paired else None
    encoded = words.encode(TEXTS, pairs, max_length=max_length)
    for i, text in enumerate(TEXTS):
        theirs = reference.encode(text, pairs[i]) if paired else reference.encode(text)
        row = slice(encoded.offsets[i], encoded.offsets[i + 1])
        assert encoded.values[row].tolist() == theirs.ids
        assert encoded.places[row].tolist() == [list(pair) for pair in theirs.offsets]
        assert encoded.type_ids[row].tolist() == theirs.type_ids


def test_encoded_batches_can_be_dropped(words):
    encoded = words.encode(TEXTS)
    special = numpy.isin(encoded.values, [2, 3])
    batch = spandrop.SpanDrop(rate=0.5).drop_ragged(encoded.values, encoded.offsets, never_drop=special)
    assert (batch.values[batch.offsets[:-1]] == 2).all() and (batch.values[batch.offsets[1:] - 1] == 3).all()
    assert len(batch.values) < len(encoded.values)


def test_files_copies_and_errors(words, tmp_path):
    (tmp_path / "vocab.txt").write_text("\n".join(PIECES) + "\n", encoding="utf-8")
    assert spandrop.WordPiece(tmp_path / "vocab.txt") == words == pickle.loads(pickle.dumps(words))
    with pytest.raises(ValueError, match=r"\[UNK\]"):
        spandrop.WordPiece.from_tokens(["a"])
    with pytest.raises(TypeError, match="expected a list of str, got a str"):
        words.encode("text")
    with pytest.raises(TypeError, match="texts: expected a str, got None"):
        words.encode([None])
    with pytest.raises(ValueError, match="a second text for each of the 2, got 1"):
        words.encode(["a", "b"], ["c"])
    with pytest.raises(ValueError, match="longest_first"):
        words.encode(["a"], max_length=5, truncation="all")
    with pytest.raises(ValueError, match="surrogates"):
        words.encode(["\ud800"])
    with pytest.raises(FileNotFoundError):
        spandrop.WordPiece("no such file")
    assert words.encode([]).offsets.tolist() == [0]


def test_reads_tokenizer_json(reference, words, tmp_path):
    reference.no_truncation()
    file = tmp_path / "tokenizer.json"
    reference.save(str(file))
    read = spandrop.WordPiece(file)
    ours, theirs = read.encode(TEXTS, TEXTS[::-1]), words.encode(TEXTS, TEXTS[::-1])
    assert all((a == b).all() for a, b in zip(ours, theirs, strict=True))
    assert read == pickle.loads(pickle.dumps(read)) and read != words
    file.write_text(file.read_text(encoding="utf-8").replace("BertNormalizer", "NFC"), encoding="utf-8")
    with pytest.raises(ValueError, match=r'tokenizer.json: /normalizer/type: expected "BertNormalizer", got "NFC"'):
        spandrop.WordPiece(file)
    file.write_text("{", encoding="utf-8")
    with pytest.raises(ValueError, match="tokenizer.json: "):
        spandrop.WordPiece(file)
