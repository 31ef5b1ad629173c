"""`python -m spandrop` shows and checks the installation; `python -m spandrop drop` augments Parquet files."""

from __future__ import annotations

import argparse
import os
import re
import signal
import sys
import warnings
from typing import Any

import spandrop
from spandrop import _native
from spandrop._core import self_check

EXAMPLES = """examples:
  python -m spandrop drop corpus.parquet -o augmented.parquet
      drop sentences of the column "text" with mean rate 0.1; the ranges in "annotations" move along
  python -m spandrop drop squad.parquet -o out.parquet --text context --answers answers
      answers in SQuAD's format move with the text, and their sentences are never dropped
  python -m spandrop drop tokens.parquet -o out.parquet --tokens input_ids --parallel attention_mask --views 4
      four views of each row, as consecutive rows

The options for rates, spans and policies are those of `spandrop drop`, which reads JSON Lines and plain text. Options
such as --text name columns here; `spandrop drop` calls them --text-field and so on, and its --text reads plain text.
See docs/drop.md for their meaning.
Exit codes: 0 success, 1 a file failed, 2 wrong usage, 3 an invalid row, 130 interrupted.
"""


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(
        prog="python -m spandrop",
        description="Without a command, show the version and the CPU's instruction "
        "sets, and check that this build gives the draws that docs/draw.md specifies.",
    )
    commands = top.add_subparsers(dest="command")
    drop = commands.add_parser(
        "drop",
        help="augment a Parquet file",
        description="Augment a Parquet file by dropping random spans from each row.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    drop.add_argument("input", metavar="IN.parquet")
    drop.add_argument("-o", "--output", required=True, metavar="OUT.parquet")
    group = drop.add_argument_group("what to drop")
    about = _native.Options.descriptions()
    for name, default in spandrop.SpanDrop().to_dict().items():
        help = f"{about[name]} (default: {default})"
        group.add_argument("--" + name.replace("_", "-"), type=type(default), default=default, help=help)
    group.add_argument(
        "--mask",
        help="replace spans instead of removing them: a character for texts, a token for tokens "
        "(any string with --mask-per span)",
    )
    group.add_argument(
        "--mask-per",
        choices=["element", "span"],
        help="insert one mask per element (a token, or a character of a text; default) or per span",
    )
    group.add_argument("--view", type=int, default=0, help="number of the first view (default: 0)")
    group.add_argument("--views", type=int, default=1, help="views per row (default: 1)")
    group.add_argument("--view-column", default="", help="name of a new column for the number of the view")
    group = drop.add_argument_group("column names")
    for name in ("text", "tokens", "id", "annotations", "protected", "question"):
        group.add_argument(f"--{name}", default=name, help=f"default: {name}; an empty name ignores the column")
    group.add_argument(
        "--spans-column", default="spans", help="the spans of each row, for --spans field (default: spans)"
    )
    group.add_argument(
        "--parallel", action="append", default=[], help="lists that lose the same elements as the tokens: a,b,c"
    )
    group.add_argument("--answers", default="", help="answers in SQuAD's format; they move and are never dropped")
    group.add_argument("--tags", default="", help="tags of the tokens (BIO, BIOES or BILOU); they stay valid")
    group.add_argument("--tag-names", default="", help="names of tags that are integers: O,B-PER,I-PER")
    group = drop.add_argument_group("running")
    group.add_argument("--threads", type=int, default=os.cpu_count(), help="default: all cores")
    return top


def augmentation(options: argparse.Namespace, schema: Any) -> spandrop.SpanDrop:
    fields: dict[str, Any] = {name: getattr(options, name) for name in spandrop.SpanDrop.option_names()}
    if options.mask is None:
        if options.mask_per:
            raise ValueError("--mask-per: expected --mask as well")
        return spandrop.SpanDrop(**fields)
    return spandrop.SpanMask(**fields, mask=mask_for(options, schema), per=options.mask_per or "element")


def mask_for(options: argparse.Namespace, schema: Any) -> str | int | float:
    """The mask in the type of the tokens: a number if they are numbers."""
    import pyarrow

    kind = schema.field(options.tokens).type if options.tokens in schema.names else None
    value = getattr(kind, "value_type", None)
    if value is not None and (pyarrow.types.is_integer(value) or pyarrow.types.is_floating(value)):
        try:
            return int(options.mask) if pyarrow.types.is_integer(value) else float(options.mask)
        except ValueError:
            raise ValueError(
                f"--mask: expected a value of type {value}, like the column {options.tokens}, got {options.mask}"
            ) from None
    return str(options.mask)


def in_flags(message: object) -> str:
    """Translate arguments in a message of the package to options of the command.

    >>> in_flags('pass answers="a", or add it to parallel=')
    'pass --answers a, or add it to --parallel'
    """
    return re.sub(
        r'(?<= )(text|tokens|answers|annotations|parallel|tag_names)=(?:"([^"]*)"|(?=[ ,;]|$))',
        lambda found: f"--{found[1].replace('_', '-')}" + (f" {found[2]}" if found[2] else ""),
        str(message),
    )


def drop(options: argparse.Namespace) -> int:
    try:
        import pyarrow
        import pyarrow.parquet

        from spandrop import parquet
        from spandrop._arrow import batches, tables
    except ImportError as error:
        print(f"spandrop: {error}; pip install pyarrow", file=sys.stderr)
        return 1
    names = tables.Columns(
        options.text,
        options.tokens,
        options.id,
        options.annotations,
        options.protected,
        options.spans_column,
        options.question,
        tuple(filter(None, ",".join(options.parallel).split(","))),
        options.answers,
        options.tags,
        tuple(filter(None, options.tag_names.split(","))),
    )
    for name in (options.input, options.output):
        if name.removesuffix(".gz").removesuffix(".zst").endswith((".json", ".jsonl", ".txt", ".csv")):
            print(
                f"spandrop: {name}: expected a Parquet file; for JSON Lines and plain text, use `spandrop drop`",
                file=sys.stderr,
            )
            return 2
    if options.output == "-":
        print("spandrop: -o: expected the name of a file; Parquet cannot be written to a stream", file=sys.stderr)
        return 2
    try:
        schema = pyarrow.parquet.read_schema(options.input)
    except (OSError, pyarrow.ArrowException) as error:
        print(f"spandrop: {options.input}: {error}", file=sys.stderr)
        return 1
    try:
        made = batches.BatchDrop(
            augmentation(options, schema), names, options.view, options.views, options.view_column, options.threads
        )
    except ValueError as error:
        print(f"spandrop: {error}", file=sys.stderr)
        return 2
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # sent by schedulers; clean up as after Ctrl-C
    try:
        with warnings.catch_warnings():
            warnings.showwarning = lambda message, *_: print(
                f"spandrop: {options.input}: {in_flags(message)}", file=sys.stderr
            )
            parquet.drop_file(made, options.input, options.output)
    except (OSError, pyarrow.ArrowException) as error:
        print(f"spandrop: {options.input}: {error}", file=sys.stderr)
        return 1
    except ValueError as error:
        print(f"spandrop: {options.input}: {in_flags(error)}", file=sys.stderr)
        return 3
    except KeyboardInterrupt:
        print(f"spandrop: interrupted; {options.output} is unchanged", file=sys.stderr)
        return 130
    return 0


def check() -> int:
    count, problems = self_check.run()
    print(f"spandrop {spandrop.__version__}, Python {sys.version.split()[0]}")
    print("instruction sets: " + ", ".join(spandrop.instruction_sets()) + " (the first one is in use)")
    print("self-check: " + ("failed" if problems else f"passed, {count} golden vectors of draw version 1"))
    print("\n".join(problems), end="\n" if problems else "", file=sys.stderr)
    return 1 if problems else 0


def main() -> int:
    options = parser().parse_args()
    return drop(options) if options.command == "drop" else check()


if __name__ == "__main__":
    sys.exit(main())
