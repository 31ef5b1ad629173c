"""Makes a report of results: python spandrop/lab/report RESULTS... -o report.html"""

import argparse
import json
import os
import pathlib
import sys
import tempfile

import checks
import export
import our_claims  # noqa: F401 (registers claims)
import paper
import paper_claims  # noqa: F401 (registers claims)
import plots
import results
import svg
from groups import make_groups
from page import page_text
from panels import PANELS

EXIT_FILE, EXIT_BAD_RESULT = 1, 3  # as in cli/exit_codes.h

FIGURES = {
    "figure2": ([panel for panel in PANELS if panel.section == "theory"], 1),
    "figure3": ([panel for panel in PANELS if len(panel.name) == 1], 2),
}


def arguments():
    parser = argparse.ArgumentParser(
        prog="spandrop lab report",
        description="Write one page with the plots, tables and claims of the paper's Figures 2 and 3, comparing the "
        "results of `spandrop lab run` with the paper's. Panels without results are listed.",
        epilog="example: spandrop lab report experiments/results -o report.html --markdown results.md",
    )
    parser.add_argument(
        "results",
        metavar="RESULTS",
        nargs="+",
        type=pathlib.Path,
        help="directories with <experiment>/<run>.json files",
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        type=pathlib.Path,
        required=True,
        help="page to write, one self-contained HTML file; its figures go to <name>_files/ as SVG and PDF",
    )
    parser.add_argument("--json", metavar="FILE", type=pathlib.Path, help="write claims and cells as JSON")
    parser.add_argument(
        "--markdown", metavar="FILE", type=pathlib.Path, help="write tables and claims as Markdown, for docs/results.md"
    )
    parser.add_argument(
        "--paper",
        metavar="FILE",
        type=pathlib.Path,
        default=paper.TABLES,
        help="the paper's numbers (default: experiments/paper/tables.json)",
    )
    return parser.parse_args()


def write(path, content):
    """Write the complete file or nothing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    data = content.encode() if isinstance(content, str) else content
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name + ".")
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def run(options):
    runs = results.read(options.results)
    if not runs:
        raise FileNotFoundError(f"no results (*.json) in {', '.join(map(str, options.results))}")
    diverged = [run for run in runs if run.diverged]
    runs = [run for run in runs if not run.diverged]
    groups = make_groups(runs, paper.Paper(options.paper))
    verdicts = checks.check_claims(groups)
    folder = options.output.with_name(options.output.stem + "_files")
    figures = {name: plots.whole(groups, panels, rows) for name, (panels, rows) in FIGURES.items()}
    figures |= {group.name: plots.pair(group) for several in groups.values() for group in several}
    for name, figure in figures.items():
        write(folder / f"{name}.svg", svg.svg_text(figure))
        write(folder / f"{name}.pdf", svg.pdf_bytes(figure))
    print(f"{folder}/: {len(figures)} figures, each as SVG and PDF")
    overview = (folder / "figure3.svg").read_text()
    write(options.output, page_text(runs, diverged, groups, verdicts, overview))
    print(f"{options.output}: {len(runs)} results, {len(verdicts)} claims checked")
    if options.json:
        write(options.json, json.dumps(export.as_json(groups, verdicts), indent=1, allow_nan=False) + "\n")
        print(f"{options.json}: claims and cells")
    if options.markdown:
        write(options.markdown, export.as_markdown(groups, verdicts))
        print(f"{options.markdown}: tables in Markdown")
    for run in diverged:
        print(f"left out, because it diverged: {run.path}: {run.diverged}")
    missing = [panel.heading for panel in PANELS if not groups[panel.name]]
    if missing:
        print(f"no results for: {'; '.join(missing)}")


def main():
    try:
        run(arguments())
    except results.BadResult as error:
        print(f"error: {error}", file=sys.stderr)
        return EXIT_BAD_RESULT
    except OSError as error:
        reason = f"{error.filename}: {error.strerror}" if error.filename else error
        print(f"error: {reason}", file=sys.stderr)
        return EXIT_FILE
    return 0


if __name__ == "__main__":
    sys.exit(main())
