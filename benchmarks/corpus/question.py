"""How fast is a corpus augmented, file to file, compared with typical Python code?"""

import json

import orjson
from corpus import nlpaug_delete, orjson_copy, python_loop, squad_lines
from harness import Section, check, compare, cpu_of, interleave, run_program

MASK = "\u2588"  # in no text of SQuAD


class Ours:
    """The command with one thread."""

    def __init__(self, setting):
        self.setting = setting

    def drop(self, source, target, *options):
        """Run the command and return its CPU seconds, including start-up and fsync."""
        return run_program(
            self.setting.program, "drop", source, "-o", target, "--threads", 1, "--on-lost", "drop", "--quiet", *options
        ).cpu

    def dropped(self, source, *options):
        """The records that the command writes."""
        target = self.setting.scratch / "checked.jsonl"
        self.drop(source, target, *options)
        with open(target, "rb") as lines:
            return [orjson.loads(line) for line in lines]


def check_identity(ours, source, rules):
    """Rate 0 reproduces the file byte for byte."""
    target = ours.setting.scratch / "checked.jsonl"
    for rule in rules:
        ours.drop(source, target, "--spans", rule, "--rate", 0)
        check(target.read_bytes() == source.read_bytes(), f"{source.name} and rate 0 with {rule}")


def check_given_spans(ours, source, records):
    """Given our spans and our mask, the Python loop makes the same records.

    The mask comes from the same draw with --mask, which keeps all positions.
    """
    masked = ours.dropped(source, "--spans", "field", "--mask", MASK)
    dropped = ours.dropped(source, "--spans", "field")
    for record, mask, our in zip(records, masked, dropped, strict=True):
        spans = record["spans"]
        keep = [mask["text"][begin:end] == record["text"][begin:end] for begin, end in spans]
        theirs = python_loop.drop(record, spans, keep)
        check(
            (our["text"], our["annotations"]) == (theirs["text"], theirs["annotations"]),
            f"the Python loop and {our['id']}",
        )


def check_sentences(ours, source, records, rule):
    """Unmasked text is kept text, and a kept annotation has the same text at its new position."""
    masked = ours.dropped(source, "--spans", rule, "--mask", MASK)
    dropped = ours.dropped(source, "--spans", rule)
    changed = 0
    for record, mask, our in zip(records, masked, dropped, strict=True):
        check(our["text"] == mask["text"].replace(MASK, ""), f"mask and drop of {our['id']}")
        changed += our["text"] != record["text"]
        for annotation in our["annotations"]:
            check(
                our["text"][annotation["begin"] : annotation["end"]] == annotation["text"],
                f"the annotation of {our['id']}",
            )
    check(changed > len(records) / 20, f"--spans {rule} drops something")


def run(setting):
    """Sentences, given spans and words."""
    ours = Ours(setting)
    scratch = setting.scratch
    records = squad_lines.records(setting.squad())[: 1_000 if setting.quick else None]
    given = [squad_lines.with_spans(record) for record in records]
    copies = 1 if setting.quick else 8
    once, once_given = scratch / "once.jsonl", scratch / "once_given.jsonl"
    plain, plain_given = scratch / "plain.jsonl", scratch / "given.jsonl"
    squad_lines.write(once, records, 1)
    squad_lines.write(once_given, given, 1)
    squad_lines.write(plain, records, copies)
    squad_lines.write(plain_given, given, copies)

    check_identity(ours, once, ["sentence", "word"])
    check_identity(ours, once_given, ["field"])
    check_given_spans(ours, once_given, given)
    check_sentences(ours, once, records, "sentence")
    check_sentences(ours, once, records, "word")
    orjson_copy.run(once, scratch / "copied.jsonl")
    with open(scratch / "copied.jsonl", "rb") as lines:
        check(
            [orjson.loads(line) for line in lines] == [{**record, "id": f"{record['id']}-0"} for record in records],
            "orjson's copy",
        )

    def megabytes(path):
        return path.stat().st_size / 1e6

    target = scratch / "out.jsonl"
    some = records[:: max(1, len(records) // 400)]
    some_megabytes = sum(len(json.dumps(record, ensure_ascii=False).encode()) for record in some) / 1e6
    texts = [record["text"] for record in some]
    check(sum(map(len, nlpaug_delete.run(texts))) < sum(map(len, texts)), "nlpaug deletes words")
    speeds = interleave(
        {
            "sentence": lambda: megabytes(plain) / ours.drop(plain, target, "--spans", "sentence"),
            "field": lambda: megabytes(plain_given) / ours.drop(plain_given, target, "--spans", "field"),
            "word": lambda: megabytes(plain) / ours.drop(plain, target, "--spans", "word"),
            "loop": lambda: megabytes(once) / cpu_of(lambda: python_loop.run(once, target)),
            "orjson": lambda: megabytes(plain) / cpu_of(lambda: orjson_copy.run(plain, target)),
            "orjson given": lambda: megabytes(plain_given) / cpu_of(lambda: orjson_copy.run(plain_given, target)),
            "nlpaug": lambda: some_megabytes / cpu_of(lambda: nlpaug_delete.run(texts)),
        },
        2 if setting.quick else 7,
    )
    return Section(
        "Corpus: JSON Lines, file to file",
        [
            f"The {len(records):,} paragraphs of SQuAD train with one annotation each, repeated {copies} times: "
            f"{megabytes(plain):.0f} MB ({megabytes(plain_given):.0f} MB with spans in the record). The command is "
            "`spandrop drop --threads 1 --on-lost drop`, including start-up, reading, writing and fsync. Speeds are "
            "MB of input per second of CPU time.",
            "The Python competitors run in a warm interpreter. The Python loop processes the paragraphs only once. "
            f"nlpaug gets only {len(texts)} texts, in memory and without JSON; its speed counts the bytes of their "
            "JSON records.",
            "Checked first: at rate 0, the output equals the input. Given our spans and our mask, the Python loop "
            "produces the same text and annotations for every record. Kept annotations have the same text at their "
            "new position. orjson's copy equals the input. nlpaug's result cannot be compared, because it "
            "tokenises and rejoins the text.",
        ],
        [
            compare("sentence spans", speeds, "sentence", "Python loop (json, re, random)", "loop", "MB/s", 5),
            compare("sentence spans", speeds, "sentence", "orjson loads and dumps, no drop", "orjson", "MB/s", 0.7),
            compare(
                "spans in the record", speeds, "field", "orjson loads and dumps, no drop", "orjson given", "MB/s", 2
            ),
            compare("word spans", speeds, "word", "nlpaug RandomWordAug(action='delete')", "nlpaug", "MB/s", 50),
        ],
    )
