"""Prints the test errors in a results directory as a bar chart: show_errors.py RESULTS"""

import json
import pathlib
import sys

NAMES = {"none": "no drop", "drop": "SpanDrop", "beta": "Beta-SpanDrop"}


def main(results):
    runs = [json.loads(path.read_text()) for path in pathlib.Path(results).glob("*/*.json")]
    errors = {run["settings"]["method"]: run["scores"]["test_error"] for run in runs}
    longest = max(errors.values())
    for method, name in NAMES.items():
        bar = "█" * max(1, round(40 * errors[method] / longest))
        print(f"  {name:14} {bar} {errors[method]:.1f} %")


if __name__ == "__main__":
    main(sys.argv[1])
