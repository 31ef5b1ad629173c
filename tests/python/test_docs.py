"""The Python code in the documents runs as shown. CONTRIBUTING.md explains the convention."""

import doctest
import re

import pytest
from conftest import ROOT

SCALE = ROOT / "docs/scale.md"  # test_ray.py and test_spark.py run its code
PAGES = [ROOT / "README.md", *sorted(set(ROOT.glob("docs/*.md")) - {SCALE})]
FENCE = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
WITH_PYTHON = [page for page in PAGES if FENCE.search(page.read_text())]


def blocks(page):
    return FENCE.findall(page.read_text())


@pytest.mark.parametrize("page", WITH_PYTHON, ids=lambda page: page.name)
def test_examples(page):
    source = "\n".join(blocks(page))
    test = doctest.DocTestParser().get_doctest(source, {}, page.name, str(page), 0)
    assert test.examples
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test).failed == 0


def test_the_pages_are_found():
    assert {page.name for page in WITH_PYTHON} >= {"README.md", "python.md"}


def test_ray_or_spark_runs_each_block_of_scale_md():
    assert all("spandrop.ray" in block or "spandrop.spark" in block for block in blocks(SCALE))
