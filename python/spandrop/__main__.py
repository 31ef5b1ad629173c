"""`python -m spandrop`: what is installed and whether it is sound; `python -m spandrop drop` for Parquet."""

from __future__ import annotations

import argparse
import os
import re
import signal
import sys
import warnings
from typing import Any

import spandrop
from spandrop import self_check

EXAMPLES = """examples:
  python -m spandrop drop corpus.parquet -o augmented.parquet
      drop sentences of the column "text" with mean rate 0.1; lists of "annotations" move along
  python -m spandrop drop squad.parquet -o out.parquet --text context --answers answers
      answers in the form of SQuAD move with the text, and their sentences are never dropped
  python -m spandrop drop tokens.parquet -o out.parquet --tokens input_ids --parallel attention_mask --views 4
      four views of each row, one after another

Rates, spans and policies are those of `spandrop drop`, which reads JSON Lines and plain text; docs/drop.md tells them.
Exit codes: 0 done, 1 a file failed, 2 wrong usage, 3 a bad row, 130 interrupted.
"""


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog="python -m spandrop", description="Without a command: the version, what the "
                                  "CPU has, and whether this build draws what docs/draw.md says.")
    commands = top.add_subparsers(dest="command")
    drop = commands.add_parser("drop", help="drop spans of the rows of a Parquet file", epilog=EXAMPLES,
                               formatter_class=argparse.RawDescriptionHelpFormatter)
    drop.add_argument("input", metavar="IN.parquet")
    drop.add_argument("-o", "--output", required=True, metavar="OUT.parquet")
    group = drop.add_argument_group("what is dropped")
    for name, default in spandrop.SpanDrop().to_dict().items():
        group.add_argument("--" + name.replace("_", "-"), type=type(default), default=default,
                           help=f"{default} unless given")
    group.add_argument("--mask", help="replace instead of remove: a character for texts, a token for tokens")
    group.add_argument("--mask-per", choices=["element", "span"], help="a mask for each element, unless given, or for each span")
    group.add_argument("--view", type=int, default=0, help="number of the first view")
    group.add_argument("--views", type=int, default=1, help="views of each row")
    group.add_argument("--view-column", default="", help="add a column with the number of the view")
    group = drop.add_argument_group("names of columns")
    for name in ("text", "tokens", "id", "annotations", "protected", "question"):
        group.add_argument(f"--{name}", default=name, help="an empty name: no such column")
    group.add_argument("--spans-column", default="spans", help="the spans of each row, for --spans field")
    group.add_argument("--parallel", action="append", default=[], help="lists that are shortened with the tokens: a,b,c")
    group.add_argument("--answers", default="", help="answers in the form of SQuAD, which move and are never dropped")
    group.add_argument("--tags", default="", help="tags of the tokens in the BIO scheme, which stay valid")
    group.add_argument("--tag-names", default="", help="names of tags that are numbers: O,B-PER,I-PER")
    group = drop.add_argument_group("running")
    group.add_argument("--threads", type=int, default=os.cpu_count(), help="all cores unless given")
    return top


def augmentation(options: argparse.Namespace, schema: Any) -> spandrop.SpanDrop:
    fields: dict[str, Any] = {name: getattr(options, name) for name in spandrop.SpanDrop.option_names()}
    if options.mask is None:
        if options.mask_per:
            raise ValueError("--mask-per: expected --mask beside it")
        return spandrop.SpanDrop(**fields)
    return spandrop.SpanMask(**fields, mask=mask_for(options, schema), per=options.mask_per or "element")


def mask_for(options: argparse.Namespace, schema: Any) -> str | int | float:
    """The mask as an element of the tokens: a number among numbers."""
    import pyarrow

    kind = schema.field(options.tokens).type if options.tokens in schema.names else None
    value = getattr(kind, "value_type", None)
    if value is not None and (pyarrow.types.is_integer(value) or pyarrow.types.is_floating(value)):
        try:
            return int(options.mask) if pyarrow.types.is_integer(value) else float(options.mask)
        except ValueError:
            raise ValueError(f"--mask: expected an element of {options.tokens}, {value}, got {options.mask}") from None
    return str(options.mask)


def in_flags(message: object) -> str:
    """A message of the package in the words of the command: answers="a" is --answers a.

    >>> in_flags('name it as answers="a", or in parallel=')
    'name it as --answers a, or in --parallel'
    """
    return re.sub(r'(?<= )(text|tokens|answers|annotations|parallel|tag_names)=(?:"([^"]*)"|(?=[ ,;]|$))',
                  lambda found: f"--{found[1].replace('_', '-')}" + (f" {found[2]}" if found[2] else ""), str(message))


def drop(options: argparse.Namespace) -> int:
    try:
        import pyarrow
        import pyarrow.parquet

        from spandrop import batches, parquet, tables
    except ImportError as error:
        print(f"spandrop: {error}; pip install pyarrow", file=sys.stderr)
        return 1
    names = tables.Columns(options.text, options.tokens, options.id, options.annotations, options.protected,
                           options.spans_column, options.question, tuple(filter(None, ",".join(options.parallel).split(","))),
                           options.answers, options.tags, tuple(filter(None, options.tag_names.split(","))))
    for name in (options.input, options.output):
        if name.removesuffix(".gz").removesuffix(".zst").endswith((".json", ".jsonl", ".txt", ".csv")):
            print(f"spandrop: {name}: expected the name of a Parquet file; `spandrop drop` reads and writes JSON Lines and plain text",
                  file=sys.stderr)
            return 2
    if options.output == "-":
        print("spandrop: expected the name of a file for -o: Parquet is not written to a stream", file=sys.stderr)
        return 2
    try:
        schema = pyarrow.parquet.read_schema(options.input)
    except (OSError, pyarrow.ArrowException) as error:
        print(f"spandrop: {options.input}: {error}", file=sys.stderr)
        return 1
    try:
        made = batches.BatchDrop(augmentation(options, schema), names, options.view, options.views,
                                 options.view_column, options.threads)
    except ValueError as error:
        print(f"spandrop: {error}", file=sys.stderr)
        return 2
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # schedulers send it: nothing is to be left behind
    try:
        with warnings.catch_warnings():
            warnings.showwarning = lambda message, *_: print(f"spandrop: {options.input}: {in_flags(message)}", file=sys.stderr)
            parquet.drop_file(made, options.input, options.output)
    except (OSError, pyarrow.ArrowException) as error:
        print(f"spandrop: {options.input}: {error}", file=sys.stderr)
        return 1
    except ValueError as error:
        print(f"spandrop: {options.input}: {in_flags(error)}", file=sys.stderr)
        return 3
    except KeyboardInterrupt:
        print(f"spandrop: interrupted; {options.output} is as it was", file=sys.stderr)
        return 130
    return 0


def check() -> int:
    count, problems = self_check.run()
    print(f"spandrop {spandrop.__version__}, Python {sys.version.split()[0]}")
    print("instruction sets: " + ", ".join(spandrop.instruction_sets()) + " (the first is in use)")
    print("self-check: " + ("failed" if problems else f"{count} vectors of the draw, version 1, are as they should be"))
    print("\n".join(problems), end="\n" if problems else "", file=sys.stderr)
    return 1 if problems else 0


def main() -> int:
    options = parser().parse_args()
    return drop(options) if options.command == "drop" else check()


if __name__ == "__main__":
    sys.exit(main())
