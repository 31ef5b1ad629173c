"""How fast is the official file of a data set read and augmented, compared with Python?"""

import json
import subprocess

from datasets import python_drop
from harness import Section, check, compare, cpu_of, interleave, run_program

RULE = "regex:" + python_drop.SENTENCE.pattern


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def paragraphs(dataset):
    for article in dataset["data"]:
        yield from article["paragraphs"]


def count(dataset):
    """Articles, paragraphs, questions, answers."""
    asked = [question for paragraph in paragraphs(dataset) for question in paragraph["qas"]]
    return (
        f"{len(dataset['data'])} {sum(1 for _ in paragraphs(dataset))} {len(asked)} "
        f"{sum(len(question['answers']) for question in asked)}\n"
    )


def kept_spans(text, spans, shortened):
    """Which spans are in the shortened text, recognised by their content."""
    keep, at = [], 0
    for begin, end in spans:
        keep.append(shortened.startswith(text[begin:end], at))
        at += (end - begin) if keep[-1] else 0
    check(at == len(shortened), "the kept sentences are the new context")
    return keep


def check_drop(before, after):
    """Given the sentences we kept, the Python loop makes the same file."""
    changed = 0
    for old, new in zip(paragraphs(before), paragraphs(after), strict=True):
        spans = python_drop.sentences(old["context"])
        keep = kept_spans(old["context"], spans, new["context"])
        check(python_drop.drop(old, spans, keep) == new, f"the paragraph {old['context'][:40]}")
        changed += not all(keep)
    check(changed > 100, "the drop drops something")


def check_protection(before, after):
    """At rate 1, when only protected spans remain: both protect the same, except for words such as don't."""
    sentences = differences = 0
    for old, new in zip(paragraphs(before), paragraphs(after), strict=True):
        spans = python_drop.sentences(old["context"])
        keep = kept_spans(old["context"], spans, new["context"])
        sentences += len(spans)
        differences += sum(a != b for a, b in zip(keep, python_drop.protected(old, spans)))
    check(differences < 0.02 * sentences, f"what is protected: {differences} of {sentences}")
    return differences / sentences


def run(setting):
    """Reading, and dropping sentences."""
    source = setting.squad()
    target = setting.scratch / "out.json"
    reader = setting.built("read_squad")

    def ours(*options):
        return run_program(
            setting.program, "drop", source, "-o", target, "--format", "squad", "--threads", 1, "--quiet", *options
        ).cpu

    dataset = load(source)
    check(
        subprocess.run([reader, source], capture_output=True, text=True).stdout == count(dataset), "counts of the file"
    )
    ours("--rate", 0)
    check(target.read_bytes() == source.read_bytes(), "rate 0 reproduces the file")
    ours("--spans", RULE)
    check_drop(dataset, load(target))
    ours("--spans", RULE, "--rate", 1, "--gamma", "inf")
    differences = check_protection(dataset, load(target))
    del dataset

    megabytes = source.stat().st_size / 1e6
    speeds = interleave(
        {
            "read": lambda: megabytes / run_program(reader, source, stdout=subprocess.DEVNULL).cpu,
            "json": lambda: megabytes / cpu_of(lambda: load(source)),
            "drop": lambda: megabytes / ours(),
            "regex": lambda: megabytes / ours("--spans", RULE),
            "loop": lambda: megabytes / cpu_of(lambda: python_drop.run(source, target)),
        },
        1 if setting.quick else 5,
    )
    return Section(
        "Data sets: official files",
        [
            f"SQuAD train, {megabytes:.0f} MB. Speeds are MB of input per second of CPU time, including start-up "
            "of our programs; Python runs in a warm interpreter. Our reader validates all of the JSON, every "
            "answer's position and every id. Both programs that drop keep sentences that touch an answer or a "
            "bigram of a question, update the answers and write an official file.",
            "Checked first: both readers find the same numbers of articles, paragraphs, questions and answers. At "
            "rate 0, the output equals the input. Given the sentences that we kept, the Python loop produces the "
            f"same paragraphs and answers. Both protect the same sentences, except for {100 * differences:.1f} % of "
            "them, where words such as *don't* are split differently.",
        ],
        [
            compare("read and index", speeds, "read", "json.load alone", "json", "MB/s", 5),
            compare("drop sentences", speeds, "drop", "Python loop (json, re, random)", "loop", "MB/s", 10),
            compare(
                "drop with the loop's sentence pattern",
                speeds,
                "regex",
                "Python loop (json, re, random)",
                "loop",
                "MB/s",
            ),
        ],
    )
