"""The page in a real browser, at the width of a phone and of a desktop."""

import shutil

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service

WIDTHS = {"phone": 375, "desktop": 1280}
# Series in each of the two halves of a panel, the paper's and ours.
SERIES = {
    "headline": 5,
    "figure3a": 5,
    "figure3b": 4,
    "figure3c": 5,
    "figure3d": 5,
    "figure3e": 5,
    "figure3f": 3,
    "figure3g": 4,
    "figure3h": 5,
    "figure2a": 2,
    "figure2b": 6,
    "figure2c": 6,
}
OURS_ALONE = {"recipe": 4}
WITH_NOISE = ["figure3b", "figure3c", "figure3d"]


@pytest.fixture(scope="module")
def browser():
    found = [shutil.which(name) for name in ("chromium", "google-chrome", "chromium-browser")]
    program, driver_program = next(filter(None, found), None), shutil.which("chromedriver")
    if not program or not driver_program:
        pytest.skip("chromium (or chrome) or chromedriver is not on the PATH, so the page was not tested")
    options = webdriver.ChromeOptions()
    options.binary_location = program
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(driver_program))
    yield driver
    driver.quit()


@pytest.fixture(params=WIDTHS, scope="module")
def page(request, browser, written):
    """The page, opened from its file with all sections expanded."""
    width = WIDTHS[request.param]
    browser.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 500},
    )
    browser.get((written / "report.html").as_uri())
    browser.execute_script("document.querySelectorAll('details').forEach(each => each.open = true)")
    return browser


def test_nothing_is_wider_than_the_window(page):
    assert page.execute_script("return document.documentElement.scrollWidth <= window.innerWidth")
    wide = page.execute_script("""
        const isInside = each => each.closest('.scroll') !== null || each.closest('svg') !== null;
        return [...document.querySelectorAll('body *')]
            .filter(each => !isInside(each) && each.getBoundingClientRect().right > window.innerWidth + 0.5)
            .map(each => each.tagName + '.' + each.className);""")
    assert wide == []


def test_the_console_is_empty(page):
    assert page.get_log("browser") == []


def test_every_figure_is_drawn(page):
    boxes = page.execute_script("""
        return [...document.querySelectorAll('figure svg, .wide svg')].map(each => {
            const box = each.getBoundingClientRect();
            return [each.getAttribute('aria-label'), box.width, box.height]; })""")
    assert len(boxes) == 2 * len(SERIES) + len(OURS_ALONE) + 1
    for name, width, height in boxes:
        assert width > 250 and 0.4 < height / width < 1, name


def series_drawn(page, panel, half):
    return page.execute_script(
        """
        return [...document.querySelectorAll(`[id^="${arguments[0]}"][id*="-${arguments[1]}-series-"]`)]
            .map(each => each.getBoundingClientRect())
            .filter(box => box.width > 0 || box.height > 0).length""",
        panel,
        half,
    )


@pytest.mark.parametrize("half", ["paper", "ours"])
@pytest.mark.parametrize("panel", SERIES)
def test_every_series_is_plotted(page, panel, half):
    assert series_drawn(page, panel, half) == SERIES[panel]


@pytest.mark.parametrize("panel", OURS_ALONE)
def test_panels_that_are_not_in_the_paper_show_only_ours(page, panel):
    assert (series_drawn(page, panel, "paper"), series_drawn(page, panel, "ours")) == (0, OURS_ALONE[panel])


@pytest.mark.parametrize("half", ["paper", "ours"])
@pytest.mark.parametrize("panel", WITH_NOISE)
def test_noise_is_plotted_as_bars(page, panel, half):
    heights = page.execute_script(
        """
        return [...document.querySelectorAll(`[id^="${arguments[0]}"][id*="-${arguments[1]}-noise-"]`)]
            .map(each => each.getBoundingClientRect().height)""",
        panel,
        half,
    )
    assert len(heights) == 2 and min(heights) > 5


def test_labels_stay_inside_their_figure(page):
    """A figure must not clip its text."""
    outside = page.execute_script("""
        const found = [];
        for (const figure of document.querySelectorAll('figure svg')) {
            const box = figure.getBoundingClientRect();
            for (const text of figure.querySelectorAll('text')) {
                const own = text.getBoundingClientRect();
                if (own.left < box.left - 1 || own.right > box.right + 1 || own.bottom > box.bottom + 1)
                    found.push(figure.getAttribute('aria-label') + ': ' + text.textContent);
            }
        }
        return found;""")
    assert outside == []


def test_ids_are_unique_and_links_have_targets(page):
    twice, lost = page.execute_script("""
        const ids = [...document.querySelectorAll('[id]')].map(each => each.id);
        const known = new Set(ids);
        const links = [...document.querySelectorAll('a')].map(each => each.getAttribute('href').slice(1));
        return [ids.length - known.size, links.filter(each => !known.has(each))];""")
    assert (twice, lost) == (0, [])


def test_nothing_is_loaded_from_elsewhere(page, written):
    assert page.execute_script("return performance.getEntriesByType('resource').length") == 0
    text = (written / "report.html").read_text()
    assert "<script" not in text and "@import" not in text and 'src="' not in text
