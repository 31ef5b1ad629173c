"""The Python in the documents runs as it is shown. CONTRIBUTING.md tells the convention."""

import doctest
import re

import pytest
from conftest import ROOT

PAGES = [ROOT / "README.md", *sorted(ROOT.glob("docs/*.md"))]
FENCE = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
WITH_PYTHON = [page for page in PAGES if FENCE.search(page.read_text())]


@pytest.mark.parametrize("page", WITH_PYTHON, ids=lambda page: page.name)
def test_examples(page):
    source = "\n".join(FENCE.findall(page.read_text()))
    test = doctest.DocTestParser().get_doctest(source, {}, page.name, str(page), 0)
    assert test.examples
    assert doctest.DocTestRunner().run(test).failed == 0


def test_the_pages_are_found():
    assert {page.name for page in WITH_PYTHON} >= {"README.md", "python.md"}
