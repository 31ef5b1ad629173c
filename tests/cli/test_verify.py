"""spandrop verify: accepts what drop writes, and finds damage of every kind."""

import copy
import gzip
import itertools
import json

import pytest
from corpora import EXAMPLES, HOSTILE, data_file, lines_of, made_records


@pytest.fixture
def verify(spandrop, tmp_path):
    """A function that verifies bytes or records, and returns the report."""

    def as_file(name, content):
        if isinstance(content, (str, bytes)) or not isinstance(content, list):
            if not isinstance(content, bytes):
                return content
        else:
            content = b"".join(lines_of(content))
        (tmp_path / name).write_bytes(content)
        return tmp_path / name

    def run(before, after, *options):
        done = spandrop("verify", as_file("before", before), as_file("after", after), "--json", *options, check=False)
        assert done.returncode in (0, 1), done.stderr.decode()
        report = json.loads(done.stdout)
        assert done.returncode == (0 if report["ok"] else 1)
        assert report["ok"] == (report["problem_count"] == 0)
        return report

    return run


@pytest.fixture
def round_trip(spandrop, verify, tmp_path):
    """A function that drops, verifies the result with the same options, and compares the counts."""

    def run(before, options, drop_only=()):
        if isinstance(before, bytes):
            (tmp_path / "original").write_bytes(before)
            before = tmp_path / "original"
        out, summary = tmp_path / "out", tmp_path / "summary.json"
        spandrop("drop", before, "-o", out, "--quiet", "--summary", summary, *drop_only, *options)
        report = verify(before, out, *options)
        assert report["problems"] == []
        counted = json.loads(summary.read_text())
        assert report["records"] == counted["records"] and report["views"] == counted["written"]
        assert report["spans"] == counted["spans"]
        return report, counted

    return run


# What drop writes is right

POLICIES = [["--on-lost", policy] for policy in ("keep", "drop", "reject")]
MASKS = [[], ["--mask", "é"], ["--mask", "<gone>", "--mask-per", "span"]]
VIEWS = [[], ["--views", "3", "--view-field", "number"]]


@pytest.mark.parametrize("policy", POLICIES, ids=lambda o: o[-1])
@pytest.mark.parametrize("mask", MASKS, ids=["drop", "mask", "mask-span"])
@pytest.mark.parametrize("rule", ["sentence", "word", "char", "paragraph", "every:7", "regex:[a-z]+ "])
def test_texts(round_trip, policy, mask, rule):
    for views, (seed, rate) in itertools.product(VIEWS, enumerate(("0.2", "0.6"))):
        options = [*policy, *mask, "--spans", rule, "--protect", "none", *views]
        report, counted = round_trip(EXAMPLES / "sample.jsonl", options, ["--seed", seed, "--rate", rate])
        fates = {**report["labels"]}
        # One of two equal words may have been dropped; then it cannot be seen which one.
        if rule == "sentence":
            assert fates == counted["annotations"]
            assert report["spans_dropped"] == counted["spans_dropped"]


@pytest.mark.parametrize("unit", ["byte", "code-point", "utf16"])
@pytest.mark.parametrize("mask", MASKS, ids=["drop", "mask", "mask-span"])
def test_units(round_trip, unit, mask):
    def position(text, at):
        part = text[:at]
        return {"byte": len(part.encode()), "code-point": at, "utf16": len(part.encode("utf-16-le")) // 2}[unit]

    records = list(made_records(60))
    for record in records:
        for annotation in record["annotations"]:
            annotation["begin"] = position(record["text"], annotation["begin"])
            annotation["end"] = position(record["text"], annotation["end"])
    for ascii_only in (False, True):
        source = b"".join(lines_of(records, ascii_only))
        for policy, rule in itertools.product(POLICIES, ("sentence", "word")):
            round_trip(source, [*policy, *mask, "--spans", rule, "--offsets", unit], ["--rate", 0.4])


@pytest.mark.parametrize("rule", ["sentence", "word", "char"])
def test_hostile_texts(round_trip, rule):
    records = [{"id": i, "text": text, "\u00e9": text} for i, text in enumerate(HOSTILE)]
    records += [{"id": 1000 + i, "text": text + " " + text} for i, text in enumerate(HOSTILE)]
    for ascii_only in (False, True):
        round_trip(b"".join(lines_of(records, ascii_only)), ["--spans", rule], ["--rate", 0.5, "--seed", 3])


@pytest.mark.parametrize("policy", POLICIES, ids=lambda o: o[-1])
@pytest.mark.parametrize(
    ("file", "options", "masks"),
    [
        ("squad.jsonl", ["--schema", "squad-hf"], MASKS),
        ("squad.jsonl", ["--schema", "squad-hf", "--spans", "adaptive", "--protect", "none"], MASKS),
        ("squad.jsonl", ["--schema", "squad-hf", "--spans", "word", "--protect", "none"], MASKS),
        ("ner.jsonl", ["--schema", "conll"], MASKS),
        ("ner.jsonl", ["--schema", "conll", "--spans", "every:2"], MASKS),
        ("tokenized.jsonl", ["--schema", "tokenized"], [[], ["--mask", "103"], ["--mask", "7", "--mask-per", "span"]]),
        ("chat.jsonl", ["--schema", "chat"], [[]]),
    ],
)
def test_schemas(round_trip, policy, file, options, masks):
    for mask, views, seed in itertools.product(masks, VIEWS, range(3)):
        round_trip(EXAMPLES / file, [*options, *policy, *mask, *views], ["--rate", 0.5, "--seed", seed])


@pytest.mark.parametrize("policy", ["keep", "drop"])
def test_many_equal_tokens_with_tags(round_trip, policy):
    """Every view can be explained in many ways, and only some of them explain the tags."""
    words = ["a", "b"]
    tags = ["O", "B-X", "I-X", "I-Y", "B-Y", "O"]
    records = [
        {
            "id": n,
            "tokens": [words[(n * k + k // 3) % 2] for k in range(30)],
            "tags": [tags[(n + k * (k + n)) % 6] for k in range(30)],
        }
        for n in range(80)
    ]
    options = ["--schema", "conll", "--on-lost", policy, "--views", "4"]
    round_trip(b"".join(lines_of(records)), options, ["--rate", 0.3, "--seed", 5])


@pytest.mark.parametrize("policy", ["keep", "drop"])
@pytest.mark.parametrize("kind", ["BIOES", "BILOU", "numbers"])
def test_other_tags(round_trip, policy, kind):
    """Entities of one to four tokens, some next to each other, in other schemes or as numbers."""
    last, single = ("L", "U") if kind == "BILOU" else ("E", "S")
    names = ["O", *(f"{role}-{type}" for type in "XY" for role in ("B", "I", last, single))]
    records = []
    for n in range(60):
        tags = []
        for k in range(8):
            size, type = (n + k * k) % 5, "XY"[(n + k) % 2]
            tags += ["O"] * (k % 2)
            if size == 1:
                tags.append(f"{single}-{type}")
            elif size > 1:
                tags += [f"B-{type}", *[f"I-{type}"] * (size - 2), f"{last}-{type}"]
        if kind == "numbers":
            tags = [names.index(tag) if i % 7 else -100 for i, tag in enumerate(tags)]
        records.append({"id": n, "tokens": [f"w{i % 9}" for i in range(len(tags))], "tags": tags})
    options = ["--schema", "conll", "--on-lost", policy, "--views", "3"]
    if kind == "numbers":
        options += ["--tag-names", ",".join(names)]
    report, _ = round_trip(b"".join(lines_of(records)), options, ["--rate", 0.3, "--seed", 5])
    assert report["labels"]["cut"] > 100


def test_chats_with_tools(round_trip, verify):
    def record(n):
        turns = [{"from": "system", "value": "s"}, {"from": "human", "value": "q"}]
        for k in range(n % 4 + 1):
            turns += [{"from": "function_call", "value": f"call {k}"}, {"from": "observation", "value": f"seen {k}"}]
            turns += [{"from": "gpt", "value": f"a {k}"}, {"from": "human", "value": f"q {k}"}]
        return {"id": n, "conversations": [*turns, {"from": "gpt", "value": "end"}]}

    records = [record(n) for n in range(50)]
    round_trip(b"".join(lines_of(records)), ["--schema", "sharegpt", "--views", "2"], ["--rate", 0.5])
    torn = json.loads(json.dumps(records))
    del torn[3]["conversations"][2]  # a call without its result
    report = verify(records, torn, "--schema", "sharegpt")
    assert report["problem_count"] == 1


def test_given_spans_and_protected_ranges(round_trip):
    records = []
    for n, record in enumerate(made_records(50)):
        text = record["text"]
        ends = [i + 1 for i, c in enumerate(text) if c == " "]
        pairs = list(itertools.pairwise([0, *ends]))
        records.append({**record, "spans": pairs[n % 2 :: 2], "protected": pairs[n % 3 :: 7]})
    source = b"".join(lines_of(records))
    for policy in POLICIES:
        round_trip(source, ["--spans", "field", *policy], ["--rate", 0.5])
        round_trip(source, ["--spans", "word", "--protect", "none", *policy], ["--rate", 0.5])


def test_parallel_arrays(round_trip):
    records = [
        {
            "id": n,
            "tokens": [f"w{k % 3}" for k in range(12)],
            "pos": list(range(12)),
            "x": [{"k": k} for k in range(12)],
        }
        for n in range(20)
    ]
    for mask in MASKS:
        round_trip(b"".join(lines_of(records)), ["--parallel", "pos,x", *mask], ["--rate", 0.4])


@pytest.mark.parametrize("views", [[], ["--views", "2"]])
def test_plain_text(round_trip, views):
    source = b"One. Two. Three.\n\n  \nAlone.\nA. B. C.\r\n" * 20 + b"The end. No line end."
    for rule, mask in itertools.product(("sentence", "word"), MASKS):
        round_trip(source, ["--text", "--spans", rule, *mask, *views], ["--rate", 0.7])


def test_records_without_ids_are_matched_by_order(round_trip, verify):
    records = [{"text": f"A{n}. B{n}. C{n}. "} for n in range(30)]
    source = b"".join(lines_of(records))
    round_trip(source, [], ["--rate", 0.5])
    round_trip(source, ["--views", "3"], ["--rate", 0.5])
    assert verify(source, b"".join(lines_of(records[:9] + records[10:])))["problem_count"] > 0


@pytest.mark.parametrize("views", [[], ["--views", "2"]], ids=["one", "two"])
@pytest.mark.parametrize("protect", ["none", "field", "annotations"])
@pytest.mark.parametrize("policy", ["keep", "drop", "reject"])
@pytest.mark.parametrize("name", ["squad", "hotpotqa", "multirc", "docred"])
def test_official_files(spandrop, verify, tmp_path, name, policy, protect, views):
    variants = [[]]
    if name in ("squad", "multirc"):
        variants.append(["--split-questions"])
    if name == "squad":
        variants += [["--spans", "word"], ["--split-questions", "--spans", "adaptive"]]
    for variant, seed in itertools.product(variants, range(3)):
        options = ["--format", name, "--on-lost", policy, "--protect", protect, *views, *variant]
        out = tmp_path / "out.json"
        spandrop("drop", EXAMPLES / f"{name}.json", "-o", out, "--rate", 0.5, "--seed", seed, "--quiet", *options)
        assert verify(EXAMPLES / f"{name}.json", out, *options)["problems"] == []


@pytest.mark.parametrize(
    ("file", "options"),
    [
        ("squad/dev-v1.1.json", ["--format", "squad"]),
        ("squad/dev-v1.1.json", ["--format", "squad", "--spans", "word", "--on-lost", "keep"]),
        ("squad/dev-v1.1.json", ["--format", "squad", "--split-questions", "--spans", "adaptive"]),
        ("hotpotqa/hotpot_dev_distractor_subset.json", ["--format", "hotpotqa"]),
        ("multirc/dev_83-fixedIds.json", ["--format", "multirc"]),
        ("multirc/dev_83-fixedIds.json", ["--format", "multirc", "--split-questions"]),
        ("docred/docred_hwe_dev_699.json", ["--format", "docred"]),
        ("docred/redocred_dev_revised.json", ["--format", "docred"]),
    ],
)
@pytest.mark.parametrize("protect", ["none", "annotations"])
def test_real_files(spandrop, verify, tmp_path, file, options, protect):
    before, out, summary = data_file(file), tmp_path / "out.json", tmp_path / "summary.json"
    options = [*options, "--protect", protect, "--views", "2"]
    spandrop("drop", before, "-o", out, "--rate", 0.3, "--quiet", "--summary", summary, *options)
    report = verify(before, out, *options)
    assert report["problems"] == []
    assert report["views"] == json.loads(summary.read_text())["written"]


def test_other_spellings_are_equal(verify):
    """A file of another program: other spacing, escapes and order of members."""
    before = b'{"id":1, "n": 1.0, "meta": {"a": 1, "b": [1e2]}, "text": "Caf\\u00e9. B. \\u00e9."}\n'
    after = '{"text": "B. é.", "meta": {"b": [100], "a": 1}, "n": 1, "id": 1}'.encode()
    assert verify(before, after)["ok"]
    assert not verify(before, after.replace(b"[100]", b"[101]"))["ok"]


def test_any_spans(verify):
    before = [{"id": 1, "text": "The quick brown fox.", "annotations": [{"begin": 4, "end": 9}]}]
    after = [{"id": 1, "text": "quik fox.", "annotations": [{"begin": 0, "end": 4}]}]
    (problem,) = verify(before, after)["problems"]
    assert problem["field"] == "text" and "--spans any" in problem["reason"]
    report = verify(before, after, "--spans", "any")
    assert report["ok"] and report["labels"]["cut"] == 1
    after[0]["annotations"][0]["end"] = 5
    assert not verify(before, after, "--spans", "any")["ok"]


def test_compressed_files_and_standard_input(spandrop, tmp_path):
    before = (EXAMPLES / "sample.jsonl").read_bytes()
    (tmp_path / "before.gz").write_bytes(gzip.compress(before))
    spandrop("drop", EXAMPLES / "sample.jsonl", "-o", tmp_path / "out.jsonl.zst", "--quiet")
    spandrop("verify", tmp_path / "before.gz", tmp_path / "out.jsonl.zst")
    spandrop("verify", "-", tmp_path / "out.jsonl.zst", stdin=before)
    assert spandrop("verify", "-", "-", check=False).returncode == 2


# Damage

ORIGINAL = [
    {
        "id": "a",
        "text": "Rain fell. Ines called. The ramp was closed. Rain stopped. All went home.",
        "annotations": [
            {"begin": 11, "end": 15, "label": "who", "text": "Ines"},
            {"begin": 59, "end": 62, "label": "x"},
        ],
        "protected": [[11, 15]],
        "meta": {"source": [1, 2]},
    },
    {"id": "b", "text": "One. Two. Three.", "annotations": [], "protected": [], "meta": None},
    {"id": "c", "text": "Four. Five. Six.", "annotations": [], "protected": [], "meta": None},
]
AUGMENTED = [
    {
        "view": 0,
        "id": "a",
        "text": "Ines called. Rain stopped. All went home.",
        "annotations": [{"begin": 0, "end": 4, "label": "who", "text": "Ines"}, {"begin": 27, "end": 30, "label": "x"}],
        "protected": [[0, 4]],
        "meta": {"source": [1, 2]},
    },
    {**ORIGINAL[0], "view": 1},
    {"view": 0, "id": "b", "text": "One. Three.", "annotations": [], "protected": [], "meta": None},
    {"view": 1, "id": "b", "text": "", "annotations": [], "protected": [], "meta": None},
    {"view": 0, "id": "c", "text": "Five. Six.", "annotations": [], "protected": [], "meta": None},
    {"view": 1, "id": "c", "text": "Four. Five. Six.", "annotations": [], "protected": [], "meta": None},
]


def set_text(number, text):
    def damage(records):
        records[number]["text"] = text

    return damage


def set_first(*path_and_value):
    *path, key, value = path_and_value

    def damage(records):
        place = records[0]
        for part in path:
            place = place[part]
        place[key] = value

    return damage


def swap(i, k):
    def damage(records):
        records[i], records[k] = records[k], records[i]

    return damage


DAMAGE = {
    "shifted label": (
        set_first("annotations", 0, {"begin": 1, "end": 5, "label": "who", "text": "nes "}),
        "annotations[0]",
    ),
    "label at the wrong word": (set_first("annotations", 1, {"begin": 31, "end": 35, "label": "x"}), "annotations[1]"),
    "label off by one": (set_first("annotations", 1, "end", 31), "annotations[1]"),
    "label past the end": (set_first("annotations", 1, "end", 3000), "annotations[1]"),
    "swapped labels": (lambda r: r[0]["annotations"].reverse(), "annotations[0]"),
    "lost label": (lambda r: r[0]["annotations"].pop(), "annotations"),
    "added label": (lambda r: r[2]["annotations"].append({"begin": 0, "end": 3}), "annotations"),
    "changed text of a label": (set_first("annotations", 0, "text", "Inez"), "annotations[0].text"),
    "changed member of a label": (set_first("annotations", 0, "label", "whom"), "annotations[0].label"),
    "added member of a label": (set_first("annotations", 1, "score", 1), "annotations[1].score"),
    "shifted protected range": (set_first("protected", [[0, 5]]), "protected[0]"),
    "changed byte of the text": (set_text(2, "One, Three."), "text"),
    "changed case": (set_text(2, "One. three."), "text"),
    "missing half of a span": (set_text(2, "One. ree."), "text"),
    "missing white space": (set_text(2, "One.Three."), "text"),
    "added white space": (set_text(2, "One. Three. "), "text"),
    "reordered sentences": (set_text(4, "Six. Five. "), "text"),
    "duplicated sentence": (set_text(4, "Five. Five. Six."), "text"),
    "dropped protected span": (
        lambda r: r[0].update(
            text="Rain stopped. All went home.",
            annotations=[{"begin": 0, "end": 0, "label": "who", "text": ""}, {"begin": 14, "end": 17, "label": "x"}],
            protected=[],
        ),
        "text",
    ),
    "changed field": (set_first("meta", {"source": [1, 3]}), "meta"),
    "other type": (set_first("meta", {"source": ["1", 2]}), "meta"),
    "missing field": (lambda r: r[0].pop("meta"), "meta"),
    "added field": (set_first("extra", 1), "extra"),
    "missing list": (lambda r: r[3].pop("annotations"), "annotations"),
    "tokens instead of a text": (lambda r: r[2].update(tokens=[r[2].pop("text")]), None),
    "wrong id": (set_first("id", "z"), None),
    "id of another type": (lambda r: r[2].update(id=7), None),
    "missing id": (lambda r: r[2].pop("id"), "id"),
    "swapped records": (swap(2, 4), None),
    "texts of two records swapped": (lambda r: (r[2].update(text="Four. Six."), r[4].update(text="One. Two.")), "text"),
    "missing view": (lambda r: r.pop(3), None),
    "missing record": (lambda r: (r.pop(2), r.pop(2)), None),
    "truncated file": (lambda r: (r.pop(), r.pop()), None),
    "truncated in the views of a record": (lambda r: r.pop(), None),
    "duplicated view": (lambda r: r.insert(3, r[2]), None),
    "view with the number of another": (lambda r: r[3].update(view=0), "view"),
    "view without a number": (lambda r: r[3].pop("view"), "view"),
    "record of another file": (lambda r: r.append({"view": 0, "id": "d", "text": "New."}), None),
}


def test_the_undamaged_file_is_right(verify):
    report = verify(ORIGINAL, AUGMENTED, "--view-field", "view")
    assert report["problems"] == []
    assert {key: report[key] for key in ("records", "views", "missing", "views_per_record", "spans")} == {
        "records": 3,
        "views": 6,
        "missing": 0,
        "views_per_record": [2, 2],
        "spans": 22,
    }
    assert report["spans_dropped"] == 2 + 1 + 3 + 1 and report["unchanged"] == 2 and report["became_empty"] == 1
    assert report["labels"] == {"kept": 2, "shifted": 2, "cut": 0, "gone": 0, "removed": 0}


@pytest.mark.parametrize("name", DAMAGE)
def test_damage_is_found(verify, name):
    damage, field = DAMAGE[name]
    records = copy.deepcopy(AUGMENTED)
    damage(records)
    report = verify(ORIGINAL, records, "--view-field", "view")
    assert not report["ok"]
    for problem in report["problems"]:
        assert problem["reason"] and problem["file"] and problem["line"] > 0
    if field is not None:
        assert any(problem.get("field", "").startswith(field) for problem in report["problems"]), report["problems"]


@pytest.mark.parametrize(
    ("line", "reason"), [(b"{", "JSON"), (b'{"id": "b"}', "text"), (b'{"id": "b", "text": "\xff"}', "")]
)
def test_unreadable_records_are_problems(verify, line, reason):
    lines = lines_of(AUGMENTED)
    lines[2] = line + b"\n"
    problems = verify(ORIGINAL, b"".join(lines), "--view-field", "view")["problems"]
    assert problems[0]["line"] == 3 and reason in problems[0]["reason"]
    assert len(problems) == 1


TOKENS = [
    {"id": n, "tokens": ["a", "b", "c", "d"], "tags": ["B-X", "I-X", "O", "B-Y"], "p": [1, 2, 3, 4]} for n in (1, 2)
]
FEWER_TOKENS = [{"id": n, "tokens": ["b", "d"], "tags": ["B-X", "B-Y"], "p": [2, 4]} for n in (1, 2)]
TOKEN_DAMAGE = {
    "lost tag": {"tags": ["B-X"]},
    "changed tag": {"tags": ["B-X", "I-Y"]},
    "tag that continues nothing": {"tags": ["I-X", "B-Y"]},
    "removed entity": {"tags": ["O", "B-Y"]},
    "parallel array of the wrong length": {"p": [2, 4, 5]},
    "changed value of a parallel array": {"p": [2, 3]},
    "parallel array that was not shortened": {"p": [1, 2, 3, 4]},
    "changed token": {"tokens": ["b", "D"]},
    "token of another type": {"tokens": ["b", 4]},
    "reordered tokens": {"tokens": ["d", "b"], "tags": ["B-Y", "B-X"], "p": [4, 2]},
    "missing array": {"p": None},
}


@pytest.mark.parametrize("name", TOKEN_DAMAGE)
def test_damage_of_tokens_is_found(verify, name):
    options = ["--schema", "conll", "--parallel", "p"]
    assert verify(TOKENS, FEWER_TOKENS, *options)["problems"] == []
    records = copy.deepcopy(FEWER_TOKENS)
    records[1].update(TOKEN_DAMAGE[name])
    records[1] = {key: value for key, value in records[1].items() if value is not None}
    report = verify(TOKENS, records, *options)
    assert report["problems"][0]["line"] == 2


def test_policies(verify):
    before = [{"id": 1, "text": "A b. C d.", "annotations": [{"begin": 2, "end": 3}, {"begin": 5, "end": 6}]}]
    empty = [{"id": 1, "text": "C d.", "annotations": [{"begin": 0, "end": 0}, {"begin": 0, "end": 1}]}]
    removed = [{"id": 1, "text": "C d.", "annotations": [{"begin": 0, "end": 1}]}]
    for policy, right in [
        ("keep", [True, False]),
        ("drop", [False, True]),
        ("reject", [False] * 2),
        ("error", [False] * 2),
    ]:
        assert [verify(before, after, "--on-lost", policy)["ok"] for after in (empty, removed)] == right


def test_masks_are_checked(verify):
    before = [{"id": 1, "text": "A b. C d. E.", "annotations": [{"begin": 5, "end": 6}]}]
    masked = [{"id": 1, "text": "_____C d. E.", "annotations": [{"begin": 5, "end": 6}]}]
    assert verify(before, masked, "--mask", "_")["spans_dropped"] == 1
    assert not verify(before, masked)["ok"]
    for text in ("____C d. E.", "___ _C d. E.", "__b. C d. E.", "C d. E."):
        assert not verify(before, [{**masked[0], "text": text}], "--mask", "_")["ok"]


OFFICIAL_DAMAGE = {
    "squad": [
        (b'"answer_start": 20', b'"answer_start": 21'),
        (b'"question": "', b'"question": "Not: '),
        (b'"context": "', b'"context": "x'),
        (b'"id": "', b'"id": "z'),
        (b'"title": "', b'"title": "z'),
    ],
    "hotpotqa": [
        (b'"answer": "', b'"answer": "z'),
        (b'"_id": "', b'"_id": "z'),
        (b'"question": "', b'"question": "z'),
        (b'"type": "', b'"type": "z'),
    ],
    "multirc": [
        (b'"isAnswer": true', b'"isAnswer": false'),
        (b'"question": "', b'"question": "z'),
        (b"Sent 2: </b>", b"Sent 2: </b>z"),
        (b'"id": "', b'"id": "z'),
    ],
    "docred": [(b'"title": "', b'"title": "z'), (b'"type": "', b'"type": "z'), (b'"r": "', b'"r": "z')],
}


@pytest.mark.parametrize("name", OFFICIAL_DAMAGE)
def test_damage_of_official_files_is_found(spandrop, verify, name):
    before = EXAMPLES / f"{name}.json"
    after = spandrop("drop", before, "-o", "-", "--format", name, "--rate", 0.3, "--seed", 1, "--quiet").stdout
    assert verify(before, after, "--format", name)["ok"]
    for old, new in OFFICIAL_DAMAGE[name]:
        assert after.count(old) or old.startswith(b'"answer_start'), old
        if after.count(old):
            report = verify(before, after.replace(old, new, 1), "--format", name)
            assert not report["ok"], old
    assert not verify(before, after[: len(after) // 2], "--format", name)["ok"]


def official(name, change):
    """The example with a change of its parsed content."""
    content = json.loads((EXAMPLES / f"{name}.json").read_bytes())
    change(content)
    return json.dumps(content).encode()


def damage_evidence(content):
    fact = next(f for d in content for f in d["labels"] if f["evidence"])
    fact["evidence"][0] += 1 if fact["evidence"][0] == 0 else -1


def damage_facts(content):
    fact = content[0]["supporting_facts"][0]
    fact[1] += 1 if fact[1] == 0 else -1


def damage_used(content):
    used = content["data"][0]["paragraph"]["questions"][0]["sentences_used"]
    used[0] += 1 if used[0] == 0 else -1


def damage_answers(content):
    question = content["data"][0]["paragraphs"][0]["qas"][0]
    question["answers"] = question["answers"][:-1] or [{"text": "", "answer_start": 0}]


def drop_entity(content):
    content[0]["vertexSet"][0][0]["pos"] = [0, 1]


@pytest.mark.parametrize(
    ("name", "change", "path"),
    [
        ("docred", damage_evidence, "labels"),
        ("docred", drop_entity, "vertexSet"),
        ("hotpotqa", damage_facts, "supporting_facts"),
        ("multirc", damage_used, "sentences_used"),
        ("squad", damage_answers, "answers"),
        ("squad", lambda c: c["data"][0]["paragraphs"].pop(), ""),
        ("hotpotqa", lambda c: c.pop(), ""),
        ("hotpotqa", lambda c: c[0]["context"].reverse(), "context"),
        ("multirc", lambda c: c["data"][0]["paragraph"]["questions"].pop(), "questions"),
        ("docred", lambda c: c[0]["sents"].append(["New", "."]), "sents"),
    ],
)
def test_damage_of_labels_in_official_files_is_found(verify, name, change, path):
    before = EXAMPLES / f"{name}.json"
    assert verify(before, official(name, lambda _: None), "--format", name)["ok"]
    report = verify(before, official(name, change), "--format", name, "--protect", "none")
    assert not report["ok"]
    assert any(path in problem.get("field", "") for problem in report["problems"]), report["problems"]


# The command


def test_problems_are_printed(spandrop, tmp_path):
    (tmp_path / "before.jsonl").write_bytes(b"".join(lines_of(ORIGINAL)))
    records = [copy.deepcopy(record) for record in ORIGINAL for _ in range(6)]
    for record in records:
        record["text"] = record["text"].upper()
    (tmp_path / "after.jsonl").write_bytes(b"".join(lines_of(records)))
    done = spandrop("verify", "before.jsonl", "after.jsonl", cwd=tmp_path, check=False)
    lines = done.stderr.decode().splitlines()
    assert done.returncode == 1
    assert lines[0].startswith("after.jsonl:1: record a: text: expected the original with whole spans removed")
    assert lines[10] == "..." and lines[-1] == "spandrop: 18 problems in after.jsonl"
    quiet = spandrop("verify", "before.jsonl", "after.jsonl", "--quiet", cwd=tmp_path, check=False)
    assert quiet.stderr.decode().splitlines() == lines[-1:]


@pytest.mark.parametrize(
    "options",
    [["--spans", "nonsense"], ["--mask-per", "span"], ["--views", "0"], ["--format", "docred", "--mask", "_"], ["--format", "docred", "--text-field", "x"],
     ["--format", "squad", "--spans", "adaptive"], ["--format", "hotpotqa", "--spans", "word"], ["--schema", "nothing"]],
)  # fmt: skip
def test_wrong_command_lines(spandrop, options):
    done = spandrop("verify", EXAMPLES / "sample.jsonl", EXAMPLES / "sample.jsonl", *options, check=False)
    assert done.returncode == 2


def test_missing_files(spandrop, tmp_path):
    done = spandrop("verify", EXAMPLES / "sample.jsonl", tmp_path / "nothing", check=False)
    assert done.returncode == 1 and b"nothing" in done.stderr


def test_missing_records_can_be_allowed(verify):
    report = verify(ORIGINAL, AUGMENTED[:3], "--view-field", "view", "--allow-missing")
    assert report["ok"] and report["missing"] == 1 and report["views_per_record"] == [1, 2]


def test_invalid_records_of_the_original(verify):
    before = lines_of(ORIGINAL)
    before.insert(1, b'{"id": "bad"}\n')
    (problem,) = verify(b"".join(before), AUGMENTED, "--view-field", "view")["problems"]
    assert problem["line"] == 2 and problem["id"] == "bad"
    report = verify(b"".join(before), AUGMENTED, "--view-field", "view", "--bad", "skip")
    assert report["ok"] and report["bad"] == 1


def test_a_problem_is_found_after_a_long_gap(verify):
    records = [{"id": n, "text": f"A{n}. B{n}."} for n in range(3000)]
    kept = records[:5] + records[700:]
    report = verify(records, kept)
    assert report["problem_count"] == 695 and report["missing"] == 695
    assert verify(records, kept, "--allow-missing")["ok"]


def test_schema_keeps_the_view_field(drop):
    (first, *_) = drop("squad.jsonl", "--schema", "squad-hf", "--view-field", "view")
    assert first["view"] == 0
