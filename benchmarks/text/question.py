"""How fast are sentences, words and characters found, compared with plain ICU?"""

import json
import os
import subprocess

from harness import Section, compare


def run(setting):
    """The program checks its boundaries against ICU's before it measures."""
    setting.squad()
    repetitions = 2 if setting.quick else 7
    output = subprocess.run(
        [
            setting.built("segment_benchmark"),
            "--benchmark_format=json",
            f"--benchmark_repetitions={repetitions}",
            "--benchmark_enable_random_interleaving=true",
            f"--benchmark_min_time={0.05 if setting.quick else 0.3}",
        ],
        check=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "SPANDROP_DATA": str(setting.data)},
    ).stdout
    speeds = {}
    for measured in json.loads(output)["benchmarks"]:
        if measured["run_type"] == "iteration":
            speeds.setdefault(measured["run_name"], []).append(measured["bytes_per_second"] / 1e6)
    return Section(
        "Text: boundaries compared with plain ICU",
        [
            "The paragraphs of SQuAD train, in memory. Speeds are MB of text per second of CPU time.",
            "Checked first, on every text: the boundaries equal ICU's, except those before white space, because our "
            "words and sentences include the white space after them.",
        ],
        [
            compare(name, speeds, f"{name}/spandrop", "ICU break iterator, reused", f"{name}/icu", "MB/s")
            for name in ("sentences", "words", "characters")
        ],
    )
