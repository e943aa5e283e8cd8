"""Pages in headless Chromium, for the tests of what people see in a browser; nox's session `browser` runs them.

Beside pytest they need the package playwright and a Chromium: the program that `PONG_PG_CHROMIUM` names, or the first
of `chromium`, `chromium-browser` and `google-chrome` on PATH. Nothing of a page may reach the network: a request for
anything but a local file is refused, and noted in `Opened.outside`.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

_PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
# The profile is a new, empty directory of each launch, which playwright makes and removes.
_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
_LOCAL = ("file:", "data:", "blob:", "about:")
# WCAG 2.2 AA, 1.4.3: for text, and for large text (24 px, or 18.66 px bold).
NORMAL_TEXT, LARGE_TEXT = 4.5, 3.0


@dataclass
class Opened:
    """A page that was opened, and what it did.

    Attributes:
        page: playwright's.
        console: the errors and warnings in its console, and exceptions that nobody caught.
        outside: requests for anything that is not a local file or in the page itself.
    """

    page: Any
    console: list[str] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)

    def check_quiet(self) -> None:
        """Fail if there was an error, a warning or a request for something that is not local."""
        assert self.console == []
        assert self.outside == []

    def low_contrasts(self) -> list[str]:
        """Return the visible texts whose contrast with their background is below WCAG AA, each with its ratio.

        A background that is not one colour, such as a picture, is not looked at.
        """
        found = self.page.evaluate(_CONTRASTS)
        return [
            f"{ratio:.2f}: {text!r} in {where}"
            for text, where, ratio, is_large in found
            if ratio < (LARGE_TEXT if is_large else NORMAL_TEXT) - 0.005
        ]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """A running Chromium."""
    from playwright.sync_api import sync_playwright

    program = os.environ.get("PONG_PG_CHROMIUM") or next(filter(None, map(shutil.which, _PROGRAMS)), None)
    assert program is not None, "no Chromium: apt install chromium, or name one in PONG_PG_CHROMIUM"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(_ARGUMENTS))
        yield browser
        browser.close()


@pytest.fixture
def open_page(chromium: Any) -> Iterator[Callable[..., Opened]]:
    """Open a local file as a page.

    Its arguments are the path, a fragment such as ``#curves``, the size of the window, and options of playwright's
    `new_context`, such as ``color_scheme="dark"`` or ``java_script_enabled=False``.
    """
    contexts = []

    def opened(path: Path, fragment: str = "", *, width: int = 1280, height: int = 900, **options: Any) -> Opened:
        context = chromium.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(context)
        found = Opened(context.new_page())

        def on_request(route: Any) -> None:
            if route.request.url.startswith(_LOCAL):
                route.continue_()
            else:
                found.outside.append(route.request.url)
                route.abort()

        context.route("**/*", on_request)
        found.page.set_default_timeout(10_000)
        found.page.on(
            "console", lambda said: found.console.append(said.text) if said.type in {"error", "warning"} else None
        )
        found.page.on("pageerror", lambda error: found.console.append(str(error)))
        found.page.goto(path.resolve().as_uri() + fragment)
        return found

    yield opened
    for context in contexts:
        context.close()


# A colour as four numbers, whatever form it has in CSS: painted on a canvas of one pixel. Luminance as WCAG defines it.
_COLOURS = """
const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
const parsed = colour => {
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
  return [r, g, b, a / 255];
};
const over = (top, below) => [0, 1, 2].map(i => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
const luminance = colour => {
  const [r, g, b] = colour.slice(0, 3).map(value => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const ratio = (one, other) => {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};
"""
_CONTRASTS = (
    "() => {"
    + _COLOURS
    + """
const background = element => {
  const layers = [];
  for (let at = element; at; at = at.parentElement) {
    const style = getComputedStyle(at);
    if (style.backgroundImage !== 'none') return null;
    const colour = parsed(style.backgroundColor);
    if (colour[3] > 0) layers.push(colour);
    if (colour[3] === 1) break;
  }
  const scheme = getComputedStyle(document.documentElement).colorScheme;
  const canvas = parsed(scheme === 'dark' ? '#121212' : '#fff');
  return layers.reverse().reduce((below, top) => over(top, below), canvas);
};
const found = [];
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const element = walker.currentNode.parentElement, text = walker.currentNode.data.trim();
  if (!text || !element.checkVisibility({opacityProperty: true, visibilityProperty: true})) continue;
  if (['SCRIPT', 'STYLE', 'NOSCRIPT', 'TITLE', 'DESC'].includes(element.tagName.toUpperCase())) continue;
  const behind = background(element);
  if (behind === null) continue;
  const style = getComputedStyle(element);
  const colour = parsed(element instanceof SVGElement ? style.fill : style.color);
  const size = parseFloat(style.fontSize);
  const large = size >= 24 || (size >= 18.66 && parseInt(style.fontWeight) >= 700);
  const where = [element.tagName.toLowerCase(), ...element.classList].join('.');
  found.push([text.slice(0, 60), where, ratio(over(colour, behind), behind), large]);
}
return found;
}"""
)
