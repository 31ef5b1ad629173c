"""Beta-SpanDrop on sentences with the answer's position updated, as a competent researcher would write it."""

import json
import random
import re

SENTENCE_END = re.compile(r"[.!?][\"')\]]*\s+")


def sentences(text):
    """Ranges of sentences, including the white space after them."""
    spans, begin = [], 0
    for match in SENTENCE_END.finditer(text):
        spans.append((begin, match.end()))
        begin = match.end()
    if begin < len(text):
        spans.append((begin, len(text)))
    return spans


def draw(n, rate=0.1, gamma=1.0):
    """For each of n spans, whether it is kept."""
    drop_rate = random.betavariate(gamma, gamma * (1 - rate) / rate)
    return [random.random() >= drop_rate for _ in range(n)]


def drop(record, spans, keep):
    """The record without the dropped spans; an annotation that is only partly kept is removed."""
    text = record["text"]
    annotations = []
    for annotation in record["annotations"]:
        shift, whole = 0, True
        for (begin, end), kept in zip(spans, keep):
            if begin >= annotation["end"]:
                break
            if not kept:
                if end > annotation["begin"]:
                    whole = False
                    break
                shift += end - begin
        if whole:
            annotations.append({**annotation, "begin": annotation["begin"] - shift, "end": annotation["end"] - shift})
    kept_text = "".join(text[begin:end] for (begin, end), kept in zip(spans, keep) if kept)
    return {**record, "text": kept_text, "annotations": annotations}


def run(source, target):
    """File to file."""
    with open(source, encoding="utf-8") as lines, open(target, "w", encoding="utf-8") as out:
        for line in lines:
            record = json.loads(line)
            spans = sentences(record["text"])
            out.write(json.dumps(drop(record, spans, draw(len(spans))), ensure_ascii=False) + "\n")
