"""Text classification with a DataLoader: every epoch drops different tokens, in every worker."""

import tiny
import torch
from spandrop.torch import SpanDropCollator

import spandrop

rows = tiny.records("sample.jsonl")
domains = sorted({row["domain"] for row in rows})
tokenizer = tiny.tokenizer(row["text"] for row in rows)
data = [
    {"id": row["id"], "input_ids": tokenizer(row["text"])["input_ids"], "labels": domains.index(row["domain"])}
    for row in rows
]

# SpanDrop adds two lines: this collator, and set_epoch below.
collator = SpanDropCollator(spandrop.SpanDrop(rate=0.2), tokenizer=tokenizer)

loader = torch.utils.data.DataLoader(data, batch_size=4, collate_fn=collator, num_workers=1, persistent_workers=True)
torch.manual_seed(0)
embedding = torch.nn.Embedding(1000, 32, padding_idx=0)
head = torch.nn.Linear(32, len(domains))
optimizer = torch.optim.Adam([*embedding.parameters(), *head.parameters()], lr=0.01)
for epoch in range(5):
    collator.set_epoch(epoch)
    tokens = 0
    for batch in loader:
        mean = embedding(batch["input_ids"]).sum(1) / batch["attention_mask"].sum(1, keepdim=True)
        loss = torch.nn.functional.cross_entropy(head(mean), batch["labels"])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        tokens += int(batch["attention_mask"].sum())
    print(f"epoch {epoch}: {tokens} of {sum(len(example['input_ids']) for example in data)} tokens")
