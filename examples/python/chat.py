"""Conversations: drop turns, but never the system message or the last answer."""

import json
import pathlib

import spandrop

folder = pathlib.Path(__file__).resolve().parent.parent
rows = [json.loads(line) for line in (folder / "chat.jsonl").read_text(encoding="utf-8").splitlines()]
aug = spandrop.SpanDrop(rate=0.5, seed=1)

for row in rows:
    turns = row["messages"]
    answers = [i for i, turn in enumerate(turns) if turn["role"] == "assistant"]
    protected = [(i, i + 1) for i, turn in enumerate(turns) if turn["role"] == "system" or i in answers[-1:]]
    left = aug(turns, protected=protected, id=row.get("id")).tokens
    print(" ".join(turn["role"] for turn in turns), "->", " ".join(turn["role"] for turn in left))
