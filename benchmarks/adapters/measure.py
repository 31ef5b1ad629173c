"""Times the adapters and the tools they extend, and prints JSON. Requires torch and datasets."""

import collections
import cProfile
import functools
import json
import pathlib
import pstats
import random
import sys
import tempfile
import time

import datasets
import numpy
import torch
import transformers
from spandrop.datasets import Augment
from spandrop.torch import SpanDropCollator, pad

import spandrop

ROWS, LENGTH = 32, 512
DROP = spandrop.SpanDrop(rate=0.1)
SPECIAL = [101, 102]


def make_examples():
    """Questions of 20 tokens with their contexts, as lists, like a tokenizer's output."""
    generator = numpy.random.default_rng(1)
    return [
        {
            "id": str(row),
            "input_ids": [101, *generator.integers(1000, 30000, LENGTH - 2).tolist(), 102],
            "attention_mask": [1] * LENGTH,
            "token_type_ids": [0] * 20 + [1] * (LENGTH - 20),
            "start_positions": 100,
            "end_positions": 103,
        }
        for row in range(ROWS)
    ]


def milliseconds(function, times):
    """CPU time of a call."""
    start = time.process_time()
    for _ in range(times):
        function()
    return (time.process_time() - start) / times * 1e3


def collators(repetitions, times):
    """Milliseconds of each collator, in turn: ours with and without drops, drops only, and a transformers collator."""
    examples = make_examples()
    unnamed = [{name: value for name, value in example.items() if name != "id"} for example in examples]
    own = SpanDropCollator(DROP, special_tokens=SPECIAL, only="token_type_ids")
    tokenizer = transformers.BertTokenizerFast(
        vocab={"[PAD]": 0, "[UNK]": 100, "[CLS]": 101, "[SEP]": 102, "[MASK]": 103}
    )
    theirs = transformers.DataCollatorWithPadding(tokenizer)
    wrapped = SpanDropCollator(DROP, theirs, special_tokens=SPECIAL, only="token_type_ids")
    calls = {
        "own": lambda: own(examples),
        "own plain": lambda: own.plain(examples),
        "examples": lambda: wrapped.drop_examples(examples),
        "theirs": lambda: theirs(unnamed),
    }
    ours, other = own(examples), wrapped(examples)
    if any(not torch.equal(ours[name], other[name]) for name in other):
        raise SystemExit("the batch differs from the one that transformers pads")
    if any(not torch.equal(pad(unnamed)[name], value) for name, value in theirs(unnamed).items()):
        raise SystemExit("without drops, the batch differs from the one that transformers pads")
    rounds = [{name: milliseconds(call, times) for name, call in calls.items()} for _ in range(repetitions)]
    return {name: [one[name] for one in rounds] for name in calls}


def step(rows, length):
    """CPU seconds of a training step of the encoder in train_squad.py."""
    model = transformers.BertForQuestionAnswering(
        transformers.BertConfig(hidden_size=384, num_hidden_layers=6, num_attention_heads=12, intermediate_size=1536)
    )
    optimizer = torch.optim.AdamW(model.parameters())
    batch = {
        name: value[:rows, :length] if value.ndim > 1 else value[:rows].clamp(max=length - 1)
        for name, value in SpanDropCollator(DROP, special_tokens=SPECIAL).plain(make_examples()).items()
    }
    start = time.process_time()
    model(**batch).loss.backward()
    optimizer.step()
    return time.process_time() - start


def texts_of(squad, rows):
    """One row per question, with its context and answers."""
    articles = json.loads(pathlib.Path(squad).read_text(encoding="utf-8"))["data"]
    return [
        {
            "id": question["id"],
            "question": question["question"],
            "context": paragraph["context"],
            "answers": {
                "text": [answer["text"] for answer in question["answers"]],
                "answer_start": [answer["answer_start"] for answer in question["answers"]],
            },
        }
        for article in articles
        for paragraph in article["paragraphs"]
        for question in paragraph["qas"]
    ][:rows]


def shuffled(rows):
    """The same, shuffled: a context hardly ever occurs twice in a row."""
    return random.Random(1).sample(rows, len(rows))


def tokens_of(rows):
    """Rows like the output of a tokenizer."""
    generator = numpy.random.default_rng(2)
    return [
        {
            "id": str(row),
            "input_ids": generator.integers(1000, 30000, LENGTH).tolist(),
            "attention_mask": [1] * LENGTH,
            "token_type_ids": [0] * LENGTH,
        }
        for row in range(rows)
    ]


def share(whole, aug, form, file):
    """CPU seconds of our function and of all of datasets.map."""
    ours = 0.0

    def timed(batch):
        nonlocal ours
        if form == "python":  # the data set converts a column to lists on access
            [batch[name] for name in aug.columns.used(aug.drop, batch.keys())]
        start = time.process_time()
        made = aug(batch)
        ours += time.process_time() - start
        return made

    data = whole.with_format("arrow") if form == "arrow" else whole
    start = time.process_time()
    data.map(timed, batched=True, load_from_cache_file=False, new_fingerprint="timed", cache_file_name=file)
    return ours, time.process_time() - start


def profile(whole, aug, file):
    """Where datasets.map spends its time: parts and their shares in percent, largest first."""
    profiler = cProfile.Profile()
    profiler.runcall(
        whole.map, aug, batched=True, load_from_cache_file=False, new_fingerprint="profiled", cache_file_name=file
    )
    found = pstats.Stats(profiler)
    parts = collections.Counter()
    for (path, _, function), (_, _, own, _, _) in found.stats.items():
        package = next((name for name in ("spandrop", "datasets", "pyarrow", "numpy") if f"/{name}/" in path), "")
        parts[f"{package or 'Python'}: {function}" if own > 0.02 * found.total_tt else "the rest"] += own
    return [[name, 100 * seconds / found.total_tt] for name, seconds in parts.most_common()]


def maps(squad, quick):
    """The share of our function in datasets.map, for texts and tokens, and where the rest of the time goes."""
    tokens = Augment(DROP, tokens="input_ids", parallel=("attention_mask", "token_type_ids"))
    cases = {"tokens": (lambda: tokens_of(200 if quick else 10_000), tokens)}
    if squad:
        texts = functools.partial(texts_of, squad, 1_000 if quick else 50_000)
        cases |= {
            name: (make, Augment(DROP, text="context", answers="answers"))
            for name, make in (("texts", texts), ("texts shuffled", lambda: shuffled(texts())))
        }
    found, profiles = {}, {}
    with tempfile.TemporaryDirectory() as folder:
        for case, (make, aug) in cases.items():
            records = make()
            # From a file, so that results are written to files too.
            datasets.Dataset.from_list(records).save_to_disk(f"{folder}/{case}")
            whole = datasets.load_from_disk(f"{folder}/{case}")
            records.clear()  # otherwise the garbage collector scans them repeatedly
            for form in ("python", "arrow"):
                found[f"{case}, format {form}"] = [
                    share(whole, aug, form, f"{folder}/made.arrow") for _ in range(1 if quick else 5)
                ]
            profiles[case] = profile(whole, aug, f"{folder}/made.arrow")
    return found, profiles


def main():
    squad, quick = sys.argv[1], sys.argv[2] == "quick"
    torch.set_num_threads(1)
    datasets.disable_progress_bars()
    found, profiles = maps(squad, quick)
    result = {
        "collators": collators(3 if quick else 20, 2 if quick else 20),
        "step": step(*(2, 64) if quick else (ROWS, LENGTH)),
        "map": found,
        "profiles": profiles,
    }
    print(json.dumps(result))


if __name__ == "__main__":
    main()
