"""Extractive question answering with Hugging Face's Trainer: every epoch drops other sentences of the context."""

import tempfile

import datasets
import spandrop.transformers
import tiny
import transformers
from spandrop.torch import SpanDropCollator, token_spans

import spandrop

rows = tiny.records("squad.jsonl")
tokenizer = tiny.tokenizer(row["context"] for row in rows)

contexts = [row["context"] for row in rows]
encoded = tokenizer(
    [row["question"] for row in rows], contexts, truncation="only_second", max_length=512, return_offsets_mapping=True
)
encoded["id"] = [row["id"] for row in rows]
encoded["spans"] = token_spans(encoded, contexts, "sentence", sequence=1)
answers = [row["answers"] for row in rows]
encoded["start_positions"] = [
    encoded.char_to_token(i, answer["answer_start"][0], sequence_index=1) for i, answer in enumerate(answers)
]
encoded["end_positions"] = [
    encoded.char_to_token(i, answer["answer_start"][0] + len(answer["text"][0]) - 1, sequence_index=1)
    for i, answer in enumerate(answers)
]
del encoded["offset_mapping"]
data = datasets.Dataset.from_dict(dict(encoded))

# Never drops the sentence of the answer, the question or special tokens.
collator = SpanDropCollator(spandrop.SpanDrop(rate=0.3, spans="field"), tokenizer=tokenizer)

with tempfile.TemporaryDirectory() as folder:
    arguments = tiny.arguments(folder, steps=4)
    arguments.remove_unused_columns = False  # the collator needs `id` and `spans`, which the model does not accept
    trainer = transformers.Trainer(
        transformers.BertForQuestionAnswering(tiny.config()), arguments, train_dataset=data, data_collator=collator
    )
    spandrop.transformers.attach(trainer)  # new drops in every epoch, and none in evaluation
    trainer.remove_callback(transformers.PrinterCallback)
    trainer.train()

batch = collator([data[0]])
start, end = batch["start_positions"][0], batch["end_positions"][0]
print(f"{len(data[0]['input_ids'])} tokens, now {batch['input_ids'].shape[1]}")
print("answer:", tokenizer.decode(batch["input_ids"][0][start : end + 1]), "-", answers[0]["text"][0])
