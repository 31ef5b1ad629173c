"""Prints a record before and after a drop, with its labels: in colour on a terminal, otherwise with marks.

Usage: show_record.py BEFORE AFTER MASKED   (JSON Lines; the first record of each is shown)

MASKED is the same draw with --mask: where it differs from BEFORE, text was dropped.
"""

import json
import os
import sys
import textwrap

STYLES = {  # name: (colour, opening mark, closing mark)
    "dropped": ("\033[9;31m", "[-", "-]"),
    "annotation": ("\033[1;33m", "<", ">"),
    "protected": ("\033[32m", "{", "}"),
}
ENDS_COLOUR = "\033[0m"


def first_record(path):
    with open(path, encoding="utf-8") as lines:
        return json.loads(next(lines))


def wrapped(text, width=96):
    """The text with some spaces replaced by line breaks, so that all positions stay the same."""
    out, start, space = list(text), 0, None
    for i, character in enumerate(text):
        if character == "\n":
            start, space = i + 1, None
        elif character == " ":
            space = i
        if i - start >= width and space is not None:
            out[space] = "\n"
            start, space = space + 1, None
    return "".join(out)


def styled(text, ranges, colour):
    """The text with styles applied to the ranges (name, begin, end); inner ranges come later in the list."""
    names = [()] * len(text)  # for each character, outermost first
    for name, begin, end in ranges:
        for i in range(begin, end):
            if not (colour and text[i] == "\n"):  # colour would run into the margin
                names[i] += (name,)
    out, open_names = [], ()
    for character, wanted in zip([*text, ""], [*names, ()]):
        if wanted != open_names:
            if colour:
                out += [ENDS_COLOUR if open_names else "", *(STYLES[name][0] for name in wanted)]
            else:
                same = os.path.commonprefix([wanted, open_names])
                out += [STYLES[name][2] for name in reversed(open_names[len(same) :])]
                out += [STYLES[name][1] for name in wanted[len(same) :]]
            open_names = wanted
        out.append(character)
    return "".join(out)


def dropped_ranges(text, masked):
    begin = None
    for i in range(len(text) + 1):
        lost = i < len(text) and text[i] != masked[i]
        if lost and begin is None:
            begin = i
        elif not lost and begin is not None:
            yield "dropped", begin, i
            begin = None


def labels(record):
    for begin, end in record["protected"]:
        yield "protected", begin, end
    for annotation in record["annotations"]:
        yield "annotation", annotation["begin"], annotation["end"]


def show(title, record, dropped, colour):
    print(f"\n{title}: {len(record['text'])} characters")
    text = styled(wrapped(record["text"]), [*dropped, *labels(record)], colour)
    print(textwrap.indent(text, "  "))
    for annotation in record["annotations"]:
        begin, end = annotation["begin"], annotation["end"]
        found = record["text"][begin:end] or "(its sentence was dropped)"
        print(f"    {annotation['label']:<8}{begin:>6} to {end:<6}{found}")


def main(before_path, after_path, masked_path):
    before, after, masked = map(first_record, (before_path, after_path, masked_path))
    colour = bool(os.environ.get("FORCE_COLOR")) or sys.stdout.isatty()
    print("Marks:", "  ".join(styled(name, [(name, 0, len(name))], colour) for name in STYLES))
    print("Question:", before["question"])
    show("Before", before, dropped_ranges(before["text"], masked["text"]), colour)
    show("After", after, [], colour)


main(*sys.argv[1:])
