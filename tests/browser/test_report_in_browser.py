"""The page of `pong-pg report`, opened and used."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from browser_pages import GRAPHICS, Opened
from report_pages import record, report

from pong_pg.ppo.config import PPOConfig
from pong_pg.viewing.report.page import page

pytestmark = pytest.mark.any_stack

Open = Callable[..., Opened]
_SVG = "[...document.querySelectorAll('.plot > svg')].map(svg => [svg.querySelector('.axes').textContent, \
[...svg.querySelectorAll('line')].map(one => ['x1', 'x2', 'y1', 'y2'].map(name => one.getAttribute(name))), \
[...svg.querySelectorAll('path')].map(one => one.getAttribute('d'))])"


@pytest.fixture(scope="module")
def one(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("reports") / "one.html"
    path.write_text(page(report()))
    return path


@pytest.fixture(scope="module")
def several(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("reports") / "several.html"
    runs = [record(f"run-{number}", 40 + number, config=PPOConfig(seed=number)) for number in range(3)]
    path.write_text(page(report(*runs)))
    return path


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_renders_quietly_and_can_be_read(one: Path, several: Path, open_page: Open, scheme: str) -> None:
    for path in (one, several):
        opened = open_page(path, color_scheme=scheme)
        opened.page.locator("summary").first.click()
        assert opened.page.locator(".plot").count() == 9
        assert opened.low_contrasts() == []
        ground = opened.page.evaluate("getComputedStyle(document.body).backgroundColor")
        strokes = opened.page.evaluate(
            "[...document.querySelectorAll('path.line')].map(line => getComputedStyle(line).stroke)"
        )
        assert {stroke for stroke in strokes if opened.contrast(stroke, ground) < GRAPHICS} == set()
        opened.check_quiet()


def test_without_script_the_same_curves_are_there(one: Path, several: Path, open_page: Open) -> None:
    for path in (one, several):
        without = open_page(path, java_script_enabled=False)
        assert without.page.locator("#scheme").is_hidden()
        assert without.page.locator("fieldset").is_hidden()
        # What Python has drawn, and what the script draws, to and fro.
        opened = open_page(path)
        drawn = opened.page.evaluate(_SVG)
        opened.page.get_by_label("games", exact=True).check()
        assert opened.page.evaluate(_SVG) != drawn
        opened.page.get_by_label("million agent steps").check()
        assert opened.page.evaluate(_SVG) == drawn
        # Without the script's hand: the source, parsed by the browser.
        source = opened.page.evaluate(
            f"text => {{ const document = new DOMParser().parseFromString(text, 'text/html'); return {_SVG}; }}",
            path.read_text(),
        )
        # Between the template's labels are line ends.
        assert [["".join(text.split()), *rest] for text, *rest in source] == drawn
        opened.check_quiet()


def test_the_keyboard_reaches_everything(one: Path, open_page: Open) -> None:
    opened = open_page(one)
    keyboard = opened.page.keyboard
    places = []
    for _ in range(16):
        keyboard.press("Tab")
        places.append(
            opened.page.evaluate(
                "(at => at.id || at.getAttribute('href') || at.name || at.className)(document.activeElement)"
            )
        )
    assert places[:3] == ["#main", "scheme", "#notices"]
    assert places.index("axis") < places.index("plot")
    plot = opened.page.locator(".plot").first
    plot.focus()
    keyboard.press("End")
    last = plot.get_attribute("aria-valuetext")
    keyboard.press("ArrowLeft")
    before = plot.get_attribute("aria-valuetext")
    assert last is not None
    assert last.startswith("0.06 million agent steps:")
    assert before != last
    keyboard.press("+")
    assert opened.page.locator("#reset").is_visible()
    keyboard.press("Escape")
    assert opened.page.locator("#reset").is_hidden()
    keyboard.press("Home")
    assert str(plot.get_attribute("aria-valuetext")).startswith("0.001 million")
    opened.check_quiet()


def test_the_mouse_reads_and_zooms(several: Path, open_page: Open) -> None:
    opened = open_page(several)
    plot = opened.page.locator(".plot").first
    plot.scroll_into_view_if_needed()
    box = plot.bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    opened.page.mouse.move(box["x"] + box["width"] / 2, middle)
    readout = opened.page.locator(".readout").first.text_content()
    assert all(name in readout for name in ("run-0", "run-1", "run-2"))
    opened.page.mouse.down()
    opened.page.mouse.move(box["x"] + box["width"] * 0.8, middle)
    opened.page.mouse.up()
    assert opened.page.locator("#reset").is_visible()
    opened.page.locator("#reset").click()
    assert opened.page.locator("#reset").is_hidden()
    opened.page.locator(".legend input").first.uncheck()
    assert opened.page.locator("#chart-return [data-run='0'] .line").get_attribute("d") == ""
    opened.check_quiet()


def test_the_scheme_is_switched(one: Path, open_page: Open) -> None:
    opened = open_page(one, color_scheme="light")
    ground = "getComputedStyle(document.body).backgroundColor"
    light = opened.page.evaluate(ground)
    opened.page.locator("#scheme").click()
    assert opened.page.evaluate(ground) != light
    assert opened.low_contrasts() == []
    # Paper is white.
    opened.page.emulate_media(media="print")
    assert opened.page.evaluate(ground) == light


def test_it_fits_a_telephone_and_prints(several: Path, open_page: Open) -> None:
    opened = open_page(several, width=400)
    assert opened.page.evaluate("document.documentElement.scrollWidth") <= 400
    assert opened.page.pdf(format="A4").startswith(b"%PDF-")
    opened.check_quiet()
