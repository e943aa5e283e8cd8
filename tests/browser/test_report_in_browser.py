"""The page of `pong-pg report`, opened and used."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from browser_pages import GRAPHICS, Opened
from report_pages import record, report

from pong_pg.ppo.config import PPOConfig
from pong_pg.viewing.report.page import page

Open = Callable[..., Opened]


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


def test_without_script_it_is_said_what_is_missing(one: Path, open_page: Open) -> None:
    opened = open_page(one, java_script_enabled=False)
    assert opened.page.locator("fieldset").is_hidden()
    assert "drawn by JavaScript" in opened.page.locator("#curves").text_content()


def test_curves_are_drawn_over_the_axis_that_is_chosen(one: Path, open_page: Open) -> None:
    opened = open_page(one)
    line = opened.page.locator("#chart-return .line")
    by_steps = line.get_attribute("d")
    assert str(by_steps).startswith("M")
    # From edge to edge.
    assert "L10000 " in str(by_steps)
    opened.page.get_by_label("minutes of training").check()
    assert opened.page.locator("#chart-return .unit").text_content() == "minutes of training"
    opened.page.get_by_label("million agent steps").check()
    assert line.get_attribute("d") == by_steps
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
    assert places[:2] == ["#main", "#notices"]
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
    keyboard.press("Home")
    assert str(plot.get_attribute("aria-valuetext")).startswith("0.001 million")
    opened.check_quiet()


def test_the_mouse_reads(several: Path, open_page: Open) -> None:
    opened = open_page(several)
    plot = opened.page.locator(".plot").first
    plot.scroll_into_view_if_needed()
    box = plot.bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    opened.page.mouse.move(box["x"] + box["width"] / 2, middle)
    readout = opened.page.locator(".readout").first.text_content()
    assert all(name in readout for name in ("run-0", "run-1", "run-2"))
    opened.page.locator(".legend input").first.uncheck()
    assert opened.page.locator("#chart-return [data-run='0'] .line").get_attribute("d") == ""
    opened.check_quiet()


def test_it_fits_a_telephone_and_prints(several: Path, open_page: Open) -> None:
    opened = open_page(several, width=400)
    assert opened.page.evaluate("document.documentElement.scrollWidth") <= 400
    assert opened.page.pdf(format="A4").startswith(b"%PDF-")
    opened.check_quiet()
