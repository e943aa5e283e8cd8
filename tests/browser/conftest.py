"""The fixtures of `browser_pages`, which is a module of its own since a second `conftest` is one too many for mypy."""

from browser_pages import chromium, open_page

__all__ = ["chromium", "open_page"]
