"""SQuAD's paragraphs as JSON Lines, with one annotation each."""

import json

from corpus import python_loop


def records(path):
    """One record per paragraph; the annotation is the first answer to its first question."""
    with open(path, encoding="utf-8") as file:
        articles = json.load(file)["data"]
    paragraphs = [paragraph for article in articles for paragraph in article["paragraphs"]]
    return [record_of(number, paragraph) for number, paragraph in enumerate(paragraphs)]


def record_of(number, paragraph):
    """The record of one paragraph."""
    question = paragraph["qas"][0]
    answer = question["answers"][0]
    begin = answer["answer_start"]
    annotation = {"begin": begin, "end": begin + len(answer["text"]), "text": answer["text"]}
    return {
        "id": f"paragraph-{number}",
        "text": paragraph["context"],
        "question": question["question"],
        "annotations": [annotation],
    }


def with_spans(record):
    """The record with its sentences in the field `spans`."""
    return {**record, "spans": python_loop.sentences(record["text"])}


def write(path, all_records, copies):
    """Write `copies` copies of the records, each with its own id."""
    with open(path, "w", encoding="utf-8") as out:
        for copy in range(copies):
            for record in all_records:
                named = {**record, "id": f"{record['id']}-{copy}"}
                out.write(json.dumps(named, ensure_ascii=False) + "\n")
