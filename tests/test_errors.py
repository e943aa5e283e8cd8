from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest

from pong_pg import errors
from pong_pg.compat._versions import require
from pong_pg.errors import MissingPackageError, pip_install


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The metadata of an installed package, which the test completes."""
    errors._origin.cache_clear()
    monkeypatch.setattr(metadata, "distribution", lambda _: metadata.PathDistribution(tmp_path))
    yield tmp_path
    errors._origin.cache_clear()


@pytest.mark.parametrize(
    ("direct_url", "command"),
    [
        (None, "pip install 'pong-pg[plot]'"),
        ('{"dir_info": {}, "url": "file:///home/me/pong"}', "pip install 'pong-pg[plot] @ file:///home/me/pong'"),
        ('{"vcs_info": {}, "url": "https://example.org/pong"}', "pip install 'pong-pg[plot]'"),
    ],
)
def test_an_extra_is_installed_from_where_the_package_came_from(
    installed: Path, direct_url: str | None, command: str
) -> None:
    if direct_url is not None:
        (installed / "direct_url.json").write_text(direct_url)
    assert pip_install("plot") == command


def test_a_package_that_is_missing_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "shtab", None)
    with pytest.raises(MissingPackageError, match=r"printing needs the package shtab, .*pip install 'pong-pg\[comple"):
        require("shtab", "printing")
