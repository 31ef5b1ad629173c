"""Writes wordpiece_truncation.json: what Hugging Face's tokenizers keeps of texts that are too long.

    .venv/bin/python tests/data/wordpiece_truncation.py > tests/data/wordpiece_truncation.json

A row is [strategy, tokens of the first text, of the second (null: there is none), max_length with the added
tokens, [kept of the first, kept of the second] or null where tokenizers refuses].
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
                    except Exception:  # the class that tokenizers raises
                        kept = None
                    yield [strategy, first, second, max_length, kept]


if __name__ == "__main__":
    print("[\n" + ",\n".join(json.dumps(row) for row in rows()) + "\n]")
