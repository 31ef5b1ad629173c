"""Run a script on two ranks with torchrun."""

import json
import os
import subprocess
import sys

HERE = os.path.dirname(__file__)

# The first rank prints `seen` of each rank.
GATHER = """
gathered = [None, None]
torch.distributed.all_gather_object(gathered, seen)
if torch.distributed.get_rank() == 0:
    print(json.dumps(gathered))
torch.distributed.destroy_process_group()
"""


def seen_by_two_ranks(code, folder, *arguments):
    """The contents of `seen` on each of two ranks. The script can import the tests."""
    script = folder / "rank.py"
    script.write_text(f"import json, sys\nimport torch.distributed\nsys.path.insert(0, {HERE!r})\n{code}\n{GATHER}")
    command = [
        sys.executable,
        "-m",
        "torch.distributed.run",
        "--standalone",
        "--nproc-per-node",
        "2",
        script,
        *arguments,
    ]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "OMP_NUM_THREADS": "1"})
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])
