"""Tags of tokens in every scheme, as strings and as numbers. Tags that cannot be read are errors."""

import random

import pytest
from corpora import lines_of

SCHEMES = {"BIO": ("B", "I", "I", "B"), "BIOES": ("B", "I", "E", "S"), "BILOU": ("B", "I", "L", "U")}
NAMES = {
    scheme: ["O", *(f"{letter}-{kind}" for kind in ("PER", "LOC") for letter in dict.fromkeys(letters))]
    for scheme, letters in SCHEMES.items()
}


def tags_of(entities, size, scheme):
    """The tags of entities given as (type, tokens)."""
    first, inside, last, single = SCHEMES[scheme]
    tags = ["O"] * size
    for kind, (*before, end) in entities:
        letters = [first, *[inside] * (len(before) - 1), last] if before else [single]
        for token, letter in zip((*before, end), letters, strict=True):
            tags[token] = f"{letter}-{kind}"
    return tags


def random_record(chance, scheme):
    """A record whose tokens are their own places, and its entities."""
    entities, size = [], 0
    while size < 12:
        length = chance.randrange(1, 5)
        if chance.random() < 0.7:
            entities.append((chance.choice(["PER", "LOC"]), range(size, size + length)))
        size += length
    return {"tokens": list(range(size)), "tags": tags_of(entities, size, scheme)}, entities


@pytest.mark.parametrize("policy", ["keep", "drop"])
@pytest.mark.parametrize("kind", ["strings", "numbers"])
@pytest.mark.parametrize("scheme", SCHEMES)
def test_tags_stay_valid(drop, scheme, kind, policy):
    """The remaining tokens of an entity are tagged like a whole one, also next to another entity."""
    chance, cut = random.Random(1), 0
    names = NAMES[scheme]
    options = ["--tag-names", ",".join(names)] if kind == "numbers" else []
    for _ in range(10):
        record, entities = random_record(chance, scheme)
        written = {**record, "tags": [names.index(tag) for tag in record["tags"]] if options else record["tags"]}
        for new in drop(
            lines_of([written])[0],
            *("--schema", "conll", "--rate", 0.4, "--gamma", "inf", "--views", 20, "--on-lost", policy, *options),
        ):
            left = new["tokens"]
            kept = [(name, [left.index(i) for i in tokens if i in left], len(tokens)) for name, tokens in entities]
            expected = [
                (name, places) for name, places, size in kept if places and (policy == "keep" or len(places) == size)
            ]
            tags = [names[tag] for tag in new["tags"]] if options else new["tags"]
            assert tags == tags_of(expected, len(left), scheme)
            cut += any(0 < len(places) < size for _, places, size in kept)
    assert cut > 50


def test_letters_without_a_type(drop):
    record = {"tokens": list(range(5)), "tags": ["B", "I", "I", "O", "B"]}
    views = drop(lines_of([record])[0], "--schema", "conll", "--rate", 0.5, "--gamma", "inf", "--views", 50)
    first = {tuple(new["tags"]) for new in views if new["tokens"][:2] == [1, 2]}
    assert first and all(tags[:2] == ("B", "I") for tags in first)


def test_a_negative_number_is_no_tag(drop):
    """Pieces of a word after the first have -100, which the loss ignores."""
    record = {"input_ids": [7, 8, 9, 10], "labels": [1, -100, 2, -100]}
    options = ["--schema", "tokenized", "--tags-field", "labels", "--tag-names", "O,B-X,I-X", "--gamma", "inf"]
    views = drop(lines_of([record])[0], *options, "--rate", 0.5, "--views", 60)
    seen = {tuple(zip(new["input_ids"], new["labels"], strict=True)) for new in views}
    assert ((9, 1), (10, -100)) in seen  # I-X became B-X
    assert ((8, -100), (10, -100)) in seen
    for new in seen:
        tags = dict(new)
        assert tags.get(7, 1) == 1
        assert 9 not in tags or tags[9] == (2 if 7 in tags else 1)
    removed = drop(lines_of([record])[0], *options, "--rate", 0.5, "--views", 60, "--on-lost", "drop")
    whole = [new for new in removed if len(new["labels"]) == 4]
    assert all(set(new["labels"]) <= {0, -100} for new in removed if new not in whole)


@pytest.mark.parametrize(
    "tags, options, message",
    [
        ([1, 2], [], "tags[0]: expected a tag such as B-PER, got the number 1; name the tags in the order of their"),
        (
            [1, 9],
            ["--tag-names", "O,B-X,I-X"],
            "tags[1]: expected a number below 3, one for each of --tag-names, got 9",
        ),
        ([1.5, 0], ["--tag-names", "O,B-X,I-X"], "tags[0]: expected a tag such as B-PER, or its number, got 1.5"),
        (["O", 1], ["--tag-names", "O,B-X,I-X"], "tags[1]: expected a string, like the tags before it, got 1"),
        ([1, "O"], ["--tag-names", "O,B-X,I-X"], 'tags[1]: expected a number, like the tags before it, got "O"'),
        (["O", "B-Y"], ["--tag-names", "O,B-X,I-X"], 'tags[1]: expected one of the names in --tag-names, got "B-Y"'),
        (
            ["NOUN", "O"],
            [],
            'tags[0]: expected a tag such as B-PER, I-PER or O, got "NOUN"; name other arrays with --par',
        ),
        (["B_X", "O"], [], "tags[0]: expected a tag such as"),
        (["", "O"], [], "tags[0]: expected a tag such as"),
        ([None, "O"], [], "tags[0]: expected a tag such as"),
        ([True, "O"], [], "tags[0]: expected a tag such as"),
        (["E-X", "U-X"], [], "tags: expected tags of one scheme, BIO, BIOES or BILOU, got E-, U-"),
        (["I-X", "E-X"], [], "tags: expected tags of one scheme, BIO, BIOES or BILOU, got I-, E-"),
    ],
)
def test_tags_that_cannot_be_read(spandrop, tags, options, message):
    line = lines_of([{"id": "r", "tokens": ["a", "b"], "tags": tags}])[0]
    done = spandrop("drop", "-", "-o", "-", "--schema", "conll", *options, stdin=line, check=False)
    assert done.returncode == 3 and not done.stdout
    assert f"standard input:1: record r: {message}" in done.stderr.decode()


@pytest.mark.parametrize(
    "options, message",
    [
        (["--tag-names", "O,PER"], "expected O or tags such as B-PER and I-PER, got PER"),
        (["--tag-names", "O,I-X"], "expected a tag B-X because there is a tag I-X, got none"),
        (["--tag-names", "B-X,I-X"], "expected a tag O, got none"),
        (["--tag-names", "O,B-X,E-X"], "expected a tag S-X because there is a tag B-X, got none"),
        (["--tag-names", "O,B-X,L-X,S-X"], "expected tags of one scheme, BIO, BIOES or BILOU, got B-, S-, L-"),
        (["--tag-names", "O,B-X,B-X"], "expected each tag once, got B-X twice"),
    ],
)
def test_wrong_names(spandrop, options, message):
    done = spandrop("drop", "-", "-o", "-", "--schema", "conll", *options, check=False)
    assert done.returncode == 2 and done.stderr.decode().startswith(f"spandrop: {message}")
    done = spandrop("drop", "-", "-o", "-", *options, check=False)
    assert done.returncode == 2 and b"--tag-names requires --tags-field" in done.stderr


def test_names_decide_the_scheme(drop):
    """A record that happens to have no E- and no S-, because its text was cut before the end of an entity."""
    record = {"tokens": [0, 1], "tags": ["B-X", "I-X"]}
    options = ["--schema", "conll", "--tag-names", "O,B-X,I-X,E-X,S-X", "--rate", 0.5, "--gamma", "inf", "--views", 20]
    seen = {tuple(new["tags"]) for new in drop(lines_of([record])[0], *options)}
    assert seen == {("B-X", "I-X"), ("S-X",), ()}


def test_annotations_as_lists(drop):
    text = "One. Two. Three."
    record = {"text": text, "annotations": [[0, 3, "A"], [5, 8, {"b": [1]}], [10, 15]], "protected": [[5, 9]]}
    seen = set()
    for new in drop(lines_of([record])[0], "--rate", 0.5, "--gamma", "inf", "--views", 30, "--on-lost", "drop"):
        for begin, end, *rest in new["annotations"]:
            assert rest == {"One": ["A"], "Two": [{"b": [1]}], "Three": []}[new["text"][begin:end]]
        seen.add(len(new["annotations"]))
    assert seen == {1, 2, 3}


@pytest.mark.parametrize("label, words", [("[0]", "fewer than two"), ('["a", 1]', "annotations[0][0]"), ("7", "array")])
def test_wrong_lists(spandrop, label, words):
    done = spandrop("drop", "-", "-o", "-", stdin=b'{"text": "a", "annotations": [%s]}' % label.encode(), check=False)
    assert done.returncode == 3 and words in done.stderr.decode()
