"""The page of `pong-pg report`, opened and used."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from browser_pages import Opened
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


def test_it_renders_quietly_and_can_be_read(one: Path, several: Path, open_page: Open) -> None:
    for path in (one, several):
        opened = open_page(path)
        opened.page.locator("summary").first.click()
        assert opened.low_contrasts() == []
        broken = "[...document.images].filter(image => image.complete && !image.naturalWidth).length"
        assert opened.page.evaluate(broken) == 0
        assert opened.page.locator("img").count() > 4
        opened.check_quiet()


def test_it_fits_a_telephone_and_prints(several: Path, open_page: Open) -> None:
    opened = open_page(several, width=400)
    assert opened.page.evaluate("document.documentElement.scrollWidth") <= 400
    assert opened.page.pdf(format="A4").startswith(b"%PDF-")
    opened.check_quiet()
