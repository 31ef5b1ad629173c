"""Beta-SpanDrop on the sentences of SQuAD's official file, as a competent researcher would write it."""

import json
import re

from corpus.python_loop import draw

SENTENCE = re.compile(r"[^.!?]+[.!?]*[ \n]*|[.!?]+[ \n]*")
WORD = re.compile(r"\w+|[^\w\s]")


def sentences(text):
    """Ranges of sentences, including the white space after them."""
    return [match.span() for match in SENTENCE.finditer(text)]


def bigrams(words):
    return set(zip(words, words[1:]))


def protected(paragraph, spans):
    """For each span, whether it touches an answer or a bigram of a question."""
    text = paragraph["context"]
    asked = set()
    for question in paragraph["qas"]:
        asked |= bigrams(WORD.findall(question["question"].lower()))
    marks = [False] * len(spans)
    ranges = [
        (answer["answer_start"], answer["answer_start"] + len(answer["text"]))
        for question in paragraph["qas"]
        for answer in question["answers"]
    ]
    words = list(WORD.finditer(text))
    folded = [word.group().lower() for word in words]
    for i in range(len(words) - 1):
        if (folded[i], folded[i + 1]) in asked:
            ranges.append((words[i].start(), words[i + 1].end()))
    for number, (begin, end) in enumerate(spans):
        marks[number] = any(first < end and begin < last for first, last in ranges)
    return marks


def drop(paragraph, spans, keep):
    """The paragraph without the dropped spans, with its answers updated; no answer is lost."""
    text = paragraph["context"]
    questions = []
    for question in paragraph["qas"]:
        answers = []
        for answer in question["answers"]:
            start = answer["answer_start"]
            shift = sum(end - begin for (begin, end), kept in zip(spans, keep) if not kept and end <= start)
            answers.append({**answer, "answer_start": start - shift})
        questions.append({**question, "answers": answers})
    context = "".join(text[begin:end] for (begin, end), kept in zip(spans, keep) if kept)
    return {**paragraph, "context": context, "qas": questions}


def run(source, target):
    """File to file."""
    with open(source, encoding="utf-8") as file:
        dataset = json.load(file)
    for article in dataset["data"]:
        for i, paragraph in enumerate(article["paragraphs"]):
            spans = sentences(paragraph["context"])
            keep = [kept or needed for kept, needed in zip(draw(len(spans)), protected(paragraph, spans))]
            article["paragraphs"][i] = drop(paragraph, spans, keep)
    with open(target, "w", encoding="utf-8") as file:
        file.write(json.dumps(dataset, ensure_ascii=False))  # json.dump takes twice as long
