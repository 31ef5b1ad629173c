"""Named entities: drop words with all their pieces, and keep the tags valid."""

import tiny
import transformers
from spandrop.torch import SpanDropCollator

import spandrop

rows = tiny.records("ner.jsonl")
names = ["O", *sorted({tag for row in rows for tag in row["tags"]} - {"O"})]
names += ["I-" + name[2:] for name in names if name.startswith("B-") and "I-" + name[2:] not in names]
tokenizer = tiny.tokenizer(" ".join(row["tokens"]) for row in rows)


def encode(row):
    """Tokenise a row. The first piece of each word gets the word's tag, the others -100."""
    encoded = tokenizer(row["tokens"], is_split_into_words=True)
    words = encoded.word_ids()
    first = [word is not None and word != before for word, before in zip(words, [None, *words])]
    return {
        "id": row["id"],
        "input_ids": encoded["input_ids"],
        "word_ids": words,
        "labels": [names.index(row["tags"][word]) if begins else -100 for word, begins in zip(words, first)],
    }


data = [encode(row) for row in rows]

# With on_lost="drop", an entity that is only partly kept is removed.
collator = SpanDropCollator(
    spandrop.SpanDrop(rate=0.3, seed=1, spans="field", on_lost="drop"),
    tokenizer=tokenizer,
    spans="word_ids",
    tags=names,
)

model = transformers.BertForTokenClassification(tiny.config(num_labels=len(names)))
loss = model(**collator(data)).loss
loss.backward()

[left] = collator.drop_examples(data[:1])
tags = [names[label] for label in left["labels"] if label >= 0]
print(tokenizer.decode(left["input_ids"], skip_special_tokens=True))
print(" ".join(tags))
