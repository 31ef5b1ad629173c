"""Training files are compatible with other programs: safetensors, Hugging Face, TensorBoard."""

import json
import runpy
import signal
import subprocess

import numpy
import pytest
import safetensors.torch
import torch
import transformers
from conftest import PROGRAM, ROOT
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
from test_findanimals import is_subsequence
from training import metrics_of, needs_libtorch, train_command, wait_for_step

# An architecture that Hugging Face's BERT supports.
BERT = (
    "-q --length 20 --train-size 200 --dev-size 100 --test-size 300 --steps 200 --batch 16 --width 16 --layers 2"
    " --heads 2 --feed-forward 32 --norm post --activation gelu --evaluate-every 50"
).split()


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    directory = tmp_path_factory.mktemp("trained") / "run"
    subprocess.run([PROGRAM, "findanimals", "train", "-o", str(directory), *BERT], check=True, capture_output=True)
    return directory


def test_the_script_reproduces_the_golden_file(tmp_path):
    script = runpy.run_path(str(ROOT / "tests/data/bert_golden.py"))
    script["main"](tmp_path / "new.safetensors")
    new = safetensors.torch.load_file(tmp_path / "new.safetensors")
    kept = safetensors.torch.load_file(ROOT / "tests/data/bert_golden.safetensors")
    assert new.keys() == kept.keys()
    for name, tensor in new.items():
        # Processors round differently.
        numpy.testing.assert_allclose(tensor, kept[name], rtol=1e-4, atol=1e-6, err_msg=name)


@needs_libtorch
def test_hugging_face_gets_the_same_errors_with_our_weights(spandrop, trained):
    """Strings from `generate`, tokenised here, in BertForSequenceClassification with our weights."""
    weights = safetensors.torch.load_file(trained / "last.safetensors")
    config = transformers.BertConfig(
        vocab_size=29,
        hidden_size=16,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=32,
        max_position_embeddings=26,
        type_vocab_size=1,
        layer_norm_eps=1e-5,
        num_labels=2,
    )
    model = transformers.BertForSequenceClassification(config).eval()
    # With a single segment, our model has no segment embeddings.
    weights["bert.embeddings.token_type_embeddings.weight"] = torch.zeros(1, 16)
    model.load_state_dict(weights)
    lines = spandrop("findanimals", "generate", "-o", "-", "--split", "test", "--count", 300, "--length", 20).stdout
    records = [json.loads(line) for line in lines.splitlines()]
    letters = {letter: 3 + number for number, letter in enumerate("abcdefghijklmnopqrstuvwxyz")}
    tokens = torch.tensor(
        [[0, *map(letters.get, record["animal"]), 1, *map(letters.get, record["text"]), 1] for record in records]
    )
    with torch.no_grad():
        predicted = model(tokens).logits.argmax(1).tolist()
    wrong = sum(got != is_subsequence(record["animal"], record["text"]) for got, record in zip(predicted, records))
    told = json.loads((trained / "result.json").read_text())["scores"]["test_error"]
    assert told == pytest.approx(100 * wrong / 300)
    assert 0 < told < 50


@needs_libtorch
@pytest.mark.parametrize("precision", ["float16", "bfloat16"])
def test_half_precision_weights_are_read(spandrop, trained, precision):
    """The same numbers in half and single precision give the same errors."""
    whole = safetensors.torch.load_file(trained / "last.safetensors")
    half = {name: tensor.to(getattr(torch, precision)) for name, tensor in whole.items()}
    told = []
    for tensors in (half, {name: tensor.float() for name, tensor in half.items()}):
        safetensors.torch.save_file(tensors, trained / "best.safetensors", metadata={"format": "pt"})
        told.append(spandrop("findanimals", "eval", trained, "--weights", "best").stdout)
    assert told[0] == told[1]


def scalars_of(directory):
    """The curves in TensorBoard: steps, times and values of each."""
    events = EventAccumulator(str(directory), size_guidance={"scalars": 0})
    events.Reload()
    return {
        tag: [(event.step, event.wall_time, event.value) for event in events.Scalars(tag)]
        for tag in events.Tags()["scalars"]
    }


@needs_libtorch
@pytest.mark.parametrize("disturbed", [False, True])
def test_tensorboard_shows_the_metrics(trained, tmp_path, disturbed):
    directory = trained
    if disturbed:
        directory = tmp_path / "run"
        process = subprocess.Popen(train_command(directory), stderr=subprocess.DEVNULL)
        wait_for_step(process, directory, 50)
        process.kill()
        assert process.wait() == -signal.SIGKILL
        subprocess.run(train_command(directory), check=True, capture_output=True)
    expected = {}
    for report in metrics_of(directory):
        for name, value in report.items():
            if name not in ("step", "wall_time"):
                expected.setdefault(name, []).append((report["step"], report["wall_time"], value))
    got = scalars_of(directory)
    assert got.keys() == expected.keys() and {"loss", "dev_error", "learning_rate"} <= got.keys()
    for name in got:
        # The event file stores floats, and the text milliseconds.
        assert [step for step, _, _ in got[name]] == [step for step, _, _ in expected[name]]
        numpy.testing.assert_allclose(
            [time for _, time, _ in got[name]], [time for _, time, _ in expected[name]], rtol=0, atol=2e-3
        )
        numpy.testing.assert_allclose(
            [value for _, _, value in got[name]], [value for _, _, value in expected[name]], rtol=1e-6
        )
