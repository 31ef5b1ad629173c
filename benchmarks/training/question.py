"""How fast is a training step compared with Hugging Face Transformers, on one thread?"""

import json
import os
import statistics
import subprocess

from harness import ROOT, Section, Skipped, check, compare, interleave

PYTHON = ROOT / ".venv/bin/python"  # has torch and transformers; the build uses its libtorch
THEIRS = ROOT / "benchmarks/training/hugging_face.py"
# The malloc settings of our program, as environment variables for Python.
KEEP = {
    "MALLOC_MMAP_THRESHOLD_": str(1 << 30),
    "MALLOC_TRIM_THRESHOLD_": str(1 << 30),
    "MALLOC_TOP_PAD_": str(64 << 20),
}
SEQUENCES = 32


def output_of(*command, **environment):
    done = subprocess.run(
        [str(part) for part in command], env={**os.environ, **environment}, check=True, capture_output=True, text=True
    )
    return json.loads(done.stdout)


def ask(setting, width, heads, lengths, dropout):
    """Examples per second of both, with default malloc and with freed memory kept."""
    file = setting.scratch / f"{width}-{lengths}.safetensors"
    if not file.exists():
        subprocess.run([PYTHON, THEIRS, "prepare", file, str(width), str(heads), lengths], check=True)
    program = setting.built("training_benchmark")
    steps = 1 if setting.quick else 5
    ours, theirs = output_of(program, file, 1, 0, "keep"), output_of(PYTHON, THEIRS, "train", file, 1, 0)
    check(abs(ours["loss"] - theirs["loss"]) <= 1e-5 * theirs["loss"], f"losses {ours['loss']}, {theirs['loss']}")

    shares = []

    def our_speed(memory):
        result = output_of(program, file, steps, dropout, memory)
        shares.append(result["gigaflops"] / result["peak"])
        return SEQUENCES / result["seconds"]

    def their_speed(environment):
        return SEQUENCES / output_of(PYTHON, THEIRS, "train", file, steps, dropout, **environment)["seconds"]

    speeds = interleave(
        {
            "ours": lambda: our_speed("keep"),
            "ours plain": lambda: our_speed("return"),
            "theirs": lambda: their_speed({}),
            "theirs tuned": lambda: their_speed(KEEP),
        },
        1 if setting.quick else 3,
    )
    what = f"width {width}, {lengths} lengths, dropout {dropout}"
    share = f"{what}: {100 * statistics.median(shares):.0f} %"
    return [
        compare(what, speeds, "ours", "HF", "theirs", "examples/s", 1),
        compare(f"{what}, tuned malloc for both", speeds, "ours", "HF", "theirs tuned", "examples/s", 1),
        compare(f"{what}, plain malloc for both", speeds, "ours plain", "HF", "theirs", "examples/s", 1),
    ], share


def run(setting):
    """The model of FindAnimals at two widths."""
    if not setting.built("training_benchmark").exists() or not PYTHON.exists():
        raise Skipped("the build has no neural networks")
    cases = [(32, 1, "equal", 0), (64, 4, "equal", 0.1), (64, 4, "ragged", 0.1), (64, 4, "equal", 0)]
    answers = [ask(setting, *case) for case in (cases[:1] if setting.quick else cases)]
    return Section(
        "Training: a step compared with Hugging Face Transformers",
        [
            "A 3-layer post-norm BERT that classifies 32 sequences of up to 306 tokens: forward, backward, "
            "clipping and fused AdamW, in CPU time on one thread. Ragged lengths are those after Beta-SpanDrop; "
            "SpanDrop packs such sequences, Hugging Face pads them (sdpa attention).",
            "SpanDrop tunes malloc to keep freed memory; Hugging Face (HF) runs with the default malloc. In the rows "
            "that name a malloc, both use the same one.",
            "Checked first: with dropout 0, the two losses agree to within 1e-5.",
            "Share of the core's sgemm peak that SpanDrop reaches, counting only matrix products:\n\n"
            + "\n".join(f"- {share}" for _, share in answers),
        ],
        [row for rows, _ in answers for row in rows],
    )
