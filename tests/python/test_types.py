"""The type stub matches the module, and the package passes the type checker."""

import inspect
import pathlib
import subprocess
import sys

import spandrop
from spandrop import _native

PACKAGE = pathlib.Path(spandrop.__file__).parent


def test_the_package_is_typed():
    assert (PACKAGE / "py.typed").exists()
    stub = (PACKAGE / "_native.pyi").read_text()
    for name, value in vars(_native).items():
        assert name.startswith("__") or f" {name}(" in stub or f"class {name}" in stub or f"{name}:" in stub, name
        if inspect.isclass(value):
            assert all(name.startswith("__") or f"def {name}(" in stub for name in vars(value)), value


def test_the_type_checker_passes(tmp_path):
    use = tmp_path / "use.py"
    use.write_text("""
import numpy
import spandrop

aug: spandrop.SpanDrop = spandrop.SpanMask(mask=3, rate=0.2)
dropped = aug("A. B.", annotations=[(0, 1)], id=3)
text: str = dropped.text
place: int | None = dropped.offsets.to_new(3)
figures: dict[str, float] = spandrop.theory(10, m=2)
values = aug.drop_ragged(numpy.arange(3), [0, 3], ids=["a"]).values.sum()
""")
    config = pathlib.Path(__file__).resolve().parents[2] / "pyproject.toml"
    wrong = tmp_path / "wrong.py"
    wrong.write_text(
        'import spandrop\n\nspandrop.SpanDrop(rate="x")\nspandrop.theory("x")\nspandrop.SpanDrop(protect="x")\nspandrop.SpanDrop().drop_table(None, txt="x")\n'
    )
    parts = [
        PACKAGE / f"{name}.py"
        for name in (
            "__init__",
            "__main__",
            "_arrow/tables",
            "parquet",
            "datasets",
            "lightning",
            "ray",
            "spark",
            "torch/__init__",
            "transformers",
        )
    ]
    command = [sys.executable, "-m", "mypy", "--config-file", config, "--cache-dir", PACKAGE.parent.parent / "mypy"]
    done = subprocess.run(
        list(map(str, [*command, *parts, use, wrong])), cwd=PACKAGE.parent, capture_output=True, text=True
    )
    found = [line for line in done.stdout.splitlines() if ": error:" in line]
    assert len(found) == 4 and all("wrong.py" in line for line in found), done.stdout
