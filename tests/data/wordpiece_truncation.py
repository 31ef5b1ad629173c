"""Writes wordpiece_truncation.json: how many tokens of long texts Hugging Face's tokenizers keeps.

    .venv/bin/python tests/data/wordpiece_truncation.py > tests/data/wordpiece_truncation.json

Each row is [strategy, tokens in the first text, tokens in the second text (null if there is none), max_length
including special tokens, [tokens kept of the first, of the second] or null if tokenizers raises an error].
"""

import json

import tokenizers

LONGEST = 4
STRATEGIES = ("longest_first", "only_first", "only_second")


def rows():
    vocabulary = {token: number for number, token in enumerate(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "a", "b"])}
    tokenizer = tokenizers.BertWordPieceTokenizer(vocabulary)
    for strategy in STRATEGIES:
        for first in range(LONGEST + 1):
            for second in (None, *range(LONGEST + 1)):
                added = 2 if second is None else 3
                for max_length in range(added, added + 2 * LONGEST + 1):
                    tokenizer.enable_truncation(max_length, strategy=strategy)
                    try:
                        ids = tokenizer.encode("a " * first, None if second is None else "b " * second).ids
                        kept = [ids.count(4), ids.count(5)]
                    except Exception:  # tokenizers raises no more specific class
                        kept = None
                    yield [strategy, first, second, max_length, kept]


if __name__ == "__main__":
    print("[\n" + ",\n".join(json.dumps(row) for row in rows()) + "\n]")
