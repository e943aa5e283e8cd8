"""The page of `pong-pg report`, opened in headless Chromium; nox's session `browser` runs this.

Beside pytest it needs the package playwright and a Chromium: the program that `PONG_PG_CHROMIUM` names, or the first
of `chromium`, `chromium-browser` and `google-chrome` on PATH.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from report_pages import report

from pong_pg.viewing.report.page import page

_PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
_ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking")
_LOCAL = ("file:", "data:", "blob:", "about:")


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """A running Chromium, with a new, empty profile."""
    from playwright.sync_api import sync_playwright

    program = os.environ.get("PONG_PG_CHROMIUM") or next(filter(None, map(shutil.which, _PROGRAMS)), None)
    assert program is not None, "no Chromium: apt install chromium, or name one in PONG_PG_CHROMIUM"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(_ARGUMENTS))
        yield browser
        browser.close()


@pytest.mark.parametrize("width", [1280, 400])
def test_a_report_is_shown_whole_without_an_error_and_without_the_network(
    width: int, chromium: Any, tmp_path: Path
) -> None:
    path = tmp_path / "report.html"
    path.write_text(page(report()))
    shown = chromium.new_page(viewport={"width": width, "height": 900})
    # Messages of the console, exceptions that nobody caught, and requests for anything that is not local.
    wrong: list[str] = []
    shown.on("console", lambda said: wrong.append(said.text) if said.type in {"error", "warning"} else None)
    shown.on("pageerror", lambda error: wrong.append(str(error)))
    shown.on("request", lambda made: None if made.url.startswith(_LOCAL) else wrong.append(made.url))
    shown.goto(path.as_uri())
    shown.locator("summary").first.click()
    assert shown.evaluate("[...document.images].filter(image => image.complete && !image.naturalWidth).length") == 0
    assert shown.locator("img").count() == 3
    assert shown.evaluate("document.documentElement.scrollWidth") <= width
    assert shown.pdf(format="A4").startswith(b"%PDF-")
    assert wrong == []
    shown.close()
