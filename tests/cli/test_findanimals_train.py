"""`spandrop findanimals train` and `eval`: training resumes after any interruption, and eval repeats its tests."""

import json
import random
import shutil
import signal
import subprocess
import time

import pytest
from training import metrics_of, needs_libtorch, train_command, wait_for_step, weights, without_times

pytestmark = needs_libtorch


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """The directory of an uninterrupted run."""
    directory = tmp_path_factory.mktemp("trained") / "run"
    subprocess.run(train_command(directory), check=True, capture_output=True)
    return directory


def test_help_lists_every_option(spandrop, trained):
    page = spandrop("findanimals", "train", "--help").stdout.decode()
    for name in json.loads((trained / "settings.json").read_text()):
        assert "--" + name.replace("_", "-") in page
    assert "eval" in spandrop("findanimals", "--help").stdout.decode()
    assert "--weights" in spandrop("findanimals", "eval", "--help").stdout.decode()


def test_eval_reproduces_the_results_of_training(spandrop, trained):
    scores = json.loads((trained / "result.json").read_text())["scores"]
    metrics = metrics_of(trained)
    assert [report["step"] for report in metrics if "dev_error" in report] == [60, 120, 180, 240, 300, 360, 400]
    assert scores["dev_error"] == metrics[-1]["dev_error"]
    assert json.loads((trained / "settings.json").read_text())["method"] == "beta"
    for weights_name, score in (("last", "test_error"), ("best", "best_test_error")):
        told = spandrop("findanimals", "eval", trained, "--weights", weights_name).stdout.decode()
        assert told == f"test error {scores[score]:.2f} % at length 20\n"
    told = spandrop("findanimals", "eval", trained, "--lengths", "5,20", "--threads", "2").stdout.decode()
    assert [line.split()[-1] for line in told.splitlines()] == ["5", "20"]
    refused = spandrop("findanimals", "eval", trained, "--lengths", "20,21", check=False)
    assert refused.returncode == 2
    assert "add it to test_lengths when training" in refused.stderr.decode()


def test_the_settings_of_a_run_reproduce_it(spandrop, trained, tmp_path):
    """Command-line options take precedence over the file of --config."""
    spandrop("findanimals", "train", "-q", "--config", trained / "settings.json", "-o", tmp_path / "same")
    assert weights(tmp_path / "same") == weights(trained)
    spandrop(
        "findanimals", "train", "-q", "--config", trained / "settings.json", "-o", tmp_path / "other", "--init-seed", 1
    )
    assert weights(tmp_path / "other") != weights(trained)


def test_a_run_killed_at_random_moments_ends_with_the_same_bytes(trained, tmp_path):
    moments, killed = random.Random(5), 0
    for step in (25, 100, 175):
        process = subprocess.Popen(train_command(tmp_path / "run"), stderr=subprocess.DEVNULL)
        wait_for_step(process, tmp_path / "run", step)
        time.sleep(moments.uniform(0, 0.05))
        process.kill()
        killed += process.wait() == -signal.SIGKILL
    assert killed > 0
    subprocess.run(train_command(tmp_path / "run"), check=True, capture_output=True)
    assert weights(tmp_path / "run") == weights(trained)
    assert without_times(metrics_of(tmp_path / "run")) == without_times(metrics_of(trained))
    assert sorted(path.name for path in (tmp_path / "run").iterdir() if "tfevents" not in path.name) == sorted(
        path.name for path in trained.iterdir() if "tfevents" not in path.name
    )


def test_two_processes_do_not_train_in_one_directory(tmp_path):
    first = subprocess.Popen(train_command(tmp_path / "run"), stderr=subprocess.DEVNULL)
    wait_for_step(first, tmp_path / "run", 25)
    first.send_signal(signal.SIGSTOP)
    second = subprocess.run(train_command(tmp_path / "run"), capture_output=True, text=True)
    first.send_signal(signal.SIGCONT)
    assert (second.returncode, second.stderr) == (1, f"spandrop: {tmp_path}/run: another process is training in it\n")
    assert first.wait() == 0


def test_the_settings_are_there_from_the_start(tmp_path):
    process = subprocess.Popen(train_command(tmp_path / "run"), stderr=subprocess.DEVNULL)
    wait_for_step(process, tmp_path / "run", 25)
    process.kill()
    process.wait()
    assert json.loads((tmp_path / "run" / "settings.json").read_text())["steps"] == 400


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_saves_its_state_and_says_so(trained, tmp_path, number):
    process = subprocess.Popen(train_command(tmp_path / "run"), stderr=subprocess.PIPE)
    wait_for_step(process, tmp_path / "run", 25)
    process.send_signal(number)
    assert (process.communicate()[1], process.returncode) == (b"spandrop: stopped; rerun to resume\n", 130)
    assert not (tmp_path / "run" / "last.safetensors").exists()
    subprocess.run(train_command(tmp_path / "run"), check=True, capture_output=True)
    assert weights(tmp_path / "run") == weights(trained)
    assert without_times(metrics_of(tmp_path / "run")) == without_times(metrics_of(trained))


def test_other_settings_in_the_same_directory_are_refused(trained):
    before = weights(trained)
    done = subprocess.run(train_command(trained, {"rate": 0.2}), capture_output=True, text=True)
    assert done.returncode == 1
    assert (
        f"{trained}/checkpoint.safetensors: belongs to a run with other settings: rate was 0.1, now 0.2\n"
        in done.stderr
    )
    assert weights(trained) == before


def test_a_finished_run_without_its_metrics_is_refused(trained, tmp_path):
    shutil.copytree(trained, tmp_path / "run")
    (tmp_path / "run" / "metrics.jsonl").unlink()
    done = subprocess.run(train_command(tmp_path / "run"), capture_output=True, text=True)
    assert done.returncode == 1
    assert "metrics.jsonl: the evaluations of this finished run are missing" in done.stderr


@pytest.mark.parametrize(
    "settings, code, message",
    [
        ({"steps": 0}, 2, "expected steps of at least 1, got 0"),
        ({"heads": 3}, 2, "a width divisible by the 3 heads"),
        ({"method": "shuffle"}, 2, "--method"),
        ({"rate": 1.5}, 2, "1.5"),
        ({"train-size": 0}, 2, "train_size of at least 1"),
        ({"device": "nonsense"}, 1, "nonsense"),
        ({"config": "/nowhere.json"}, 1, "/nowhere.json: cannot be opened"),
        ({"learning-rate": 1e30, "clip": 0, "warmup": 0}, 1, "spandrop: step "),
    ],
)
def test_train_refuses(tmp_path, settings, code, message):
    done = subprocess.run(train_command(tmp_path / "run", settings), capture_output=True, text=True)
    assert done.returncode == code
    assert message in done.stderr and "frame #" not in done.stderr  # libtorch's stack trace


def test_eval_of_an_empty_directory_is_refused(spandrop, tmp_path):
    done = spandrop("findanimals", "eval", tmp_path, check=False)
    assert done.returncode == 1
    assert "settings.json: cannot be opened" in done.stderr.decode()
