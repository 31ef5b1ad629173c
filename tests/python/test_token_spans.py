"""Convert sentences of a text to spans of its tokens, with the offsets of any tokenizer."""

import pytest
from spandrop.torch import token_spans

import spandrop


def test_token_spans():
    """Sentences of the second text, with a tokenizer made here."""
    from tokenizers import Tokenizer, models, pre_tokenizers, processors
    from transformers import PreTrainedTokenizerFast

    words = Tokenizer(models.WordLevel({"[UNK]": 0, "[CLS]": 1, "[SEP]": 2}, "[UNK]"))
    words.pre_tokenizer = pre_tokenizers.Whitespace()
    words.post_processor = processors.BertProcessing(("[SEP]", 2), ("[CLS]", 1))
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=words, unk_token="[UNK]", cls_token="[CLS]", sep_token="[SEP]")
    contexts = ["It rained. We stayed at home!", ""]
    encoded = tokenizer(["Why? Who?", "What?"], contexts, return_offsets_mapping=True)
    first, second = token_spans(encoded, contexts, sequence=1)
    assert first == [-1] * 6 + [0] * 3 + [1] * 5 + [-1]
    assert second == [-1] * 5
    windows = tokenizer(
        ["Why?"],
        contexts[:1],
        truncation="only_second",
        max_length=9,
        stride=1,
        return_overflowing_tokens=True,
        return_offsets_mapping=True,
    )
    assert token_spans(windows, contexts[:1], sequence=1)[1] == [-1] * 4 + [1] * 4 + [-1]


def spaced_tokenizer(trim):
    """Tokens that include the space before a word, as in GPT-2, Llama and T5, with and without it in the offsets."""
    from tokenizers import Tokenizer, models, pre_tokenizers, processors
    from transformers import PreTrainedTokenizerFast

    words = Tokenizer(models.WordLevel({"?": 0}, "?"))
    words.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    words.post_processor = processors.ByteLevel(trim_offsets=trim)
    return PreTrainedTokenizerFast(tokenizer_object=words, unk_token="?")


@pytest.mark.parametrize("trim", [False, True])
def test_tokens_with_a_leading_space(trim):
    texts = ["It rained.  We stayed. ", "\n Yes."]
    encoded = spaced_tokenizer(trim)(texts, return_offsets_mapping=True)
    spans = token_spans(encoded, texts)
    for text, row, places in zip(texts, spans, encoded["offset_mapping"], strict=True):
        for number, (begin, end) in zip(row, places, strict=True):
            words = text[begin:end].split()
            assert not words or number == (words[0] in ("We", "stayed", ".") and begin > 10), (text, begin, end)


def test_wrong_calls():
    texts, tokenizer = ["It rained. We stayed."], spaced_tokenizer(True)
    pairs = tokenizer(["Why?"], texts, return_offsets_mapping=True)
    with pytest.raises(ValueError, match="expected sequence=0 or sequence=1 for pairs of texts"):
        token_spans(pairs, texts)
    with pytest.raises(ValueError, match="expected sequence to be 0 or 1, got 2"):
        token_spans(pairs, texts, sequence=2)
    with pytest.raises(
        ValueError, match="row 0: expected the text that was encoded, got a text of 4 characters for tokens up to 21"
    ):
        token_spans(pairs, ["Why?"], sequence=1)
    with pytest.raises(ValueError, match="expected the texts of 1 rows, got 2"):
        token_spans(pairs, texts * 2, sequence=1)
    with pytest.raises(ValueError, match="return_offsets_mapping=True, got BatchEncoding"):
        token_spans(tokenizer(texts), texts)
    with pytest.raises(ValueError, match="got dict"):
        token_spans({"offset_mapping": []}, texts)
    with pytest.raises(ValueError, match="expected a list of texts"):
        token_spans(tokenizer(texts[0], return_offsets_mapping=True), texts[0])


def test_texts_split_into_words():
    """Offsets restart at each word, so the words are needed."""
    words = [["It", "rained.", "We", "stayed", "at", "home!"], ["Yes."], []]
    encoded = spaced_tokenizer(True)(words, is_split_into_words=True, return_offsets_mapping=True)
    spans = [0, 0, 1, 1, 1, 1]
    expected = [[spans[word] for word in encoded.word_ids(0)], [0] * len(encoded["input_ids"][1]), []]
    assert token_spans(encoded, words) == expected
    with pytest.raises(ValueError, match="row 0: .* for texts that were split into words, pass the lists of words"):
        token_spans(encoded, [" ".join(listed) for listed in words])
    with pytest.raises(ValueError, match="row 0: expected the words that were encoded, got only 2 words"):
        token_spans(encoded, [words[0][:2], *words[1:]])


def test_words_that_are_one_token_each():
    """All offsets begin at 0, which never happens in a text."""
    words = ["It", "rained", ".", "We", "stayed", "."]
    encoded = spaced_tokenizer(True)([words], is_split_into_words=True, return_offsets_mapping=True)
    assert token_spans(encoded, [words]) == [[0, 0, 0, 1, 1, 1]]
    with pytest.raises(ValueError, match="for texts that were split into words, pass the lists of words"):
        token_spans(encoded, [" ".join(words)])


def test_pairs_of_words():
    """The words of the other text are not counted."""
    question, context = "who said that it rained all day".split(), ["We", "stayed.", "Yes."]
    encoded = spaced_tokenizer(True)([question], [context], is_split_into_words=True, return_offsets_mapping=True)
    spans = token_spans(encoded, [context], sequence=1)[0]
    assert spans == [
        -1 if which == 0 else [0, 0, 1][word] for which, word in zip(encoded.sequence_ids(0), encoded.word_ids(0))
    ]


def test_one_character_that_becomes_two_words():
    """A tokenizer can split one character into several words with the same position. This is not a list of words."""
    from tokenizers import normalizers, pre_tokenizers

    tokenizer = spaced_tokenizer(True)
    tokenizer.backend_tokenizer.normalizer = normalizers.NFKC()
    tokenizer.backend_tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    text = "Take \u3231. We stayed."
    encoded = tokenizer([text], return_offsets_mapping=True)
    starts = [begin for begin, _ in encoded["offset_mapping"][0]]
    assert any(a == b for a, b in zip(starts, starts[1:]))
    assert token_spans(encoded, [text])[0] == [int(begin > 7) for begin in starts]


def windows_of(texts):
    """Rows of at most four tokens, several per text."""
    return spaced_tokenizer(True)(
        texts, truncation=True, max_length=4, return_overflowing_tokens=True, return_offsets_mapping=True
    )


def test_one_text_per_window():
    """As in many scripts, which repeat the question and the context of each window."""
    texts = ["It rained. We stayed at home.", "Yes.", "No. It was dry. Who called? Nobody called."]
    encoded = windows_of(texts)
    owners = encoded["overflow_to_sample_mapping"]
    assert owners == sorted(owners) and len(owners) > len(texts)
    expected = token_spans(encoded, texts)
    assert token_spans(encoded, [texts[owner] for owner in owners]) == expected
    for row, owner in enumerate(owners):
        sentences = [span[0] for span in spandrop.segment(texts[owner])]
        for number, (_, end) in zip(expected[row], encoded["offset_mapping"][row], strict=True):
            assert sentences[number][0] < end <= sentences[number][1]


def test_texts_that_contradict_the_windows():
    texts = ["It rained. We stayed at home.", "Yes. It was dry. Who called?"]
    encoded = windows_of(texts)
    owners = encoded["overflow_to_sample_mapping"]
    with pytest.raises(
        ValueError,
        match=rf"expected the 2 texts that were encoded, or one text for each of their {len(owners)} windows, got 3",
    ):
        token_spans(encoded, [*texts, "No."])
    swapped = [texts[1 - owner] for owner in owners]
    swapped[0] = texts[0]
    with pytest.raises(ValueError, match="row 1: expected the text of row 0, because overflow_to_sample_mapping"):
        token_spans(encoded, swapped)
