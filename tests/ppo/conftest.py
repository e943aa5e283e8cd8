from __future__ import annotations

from collections.abc import Iterator

import pytest

from pong_pg.ppo import compiled_kernels, play
from pong_pg.ppo.kernels import kernels


@pytest.fixture
def by_numpy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As where there is no compiler: NumPy plays and learns."""
    for library in (compiled_kernels.LIBRARY, play.LIBRARY):
        monkeypatch.setattr(library, "load", lambda: None)
    kernels.cache_clear()
    yield
    kernels.cache_clear()


@pytest.fixture(params=["C", "NumPy"])
def both_ways(request: pytest.FixtureRequest) -> str:
    """Once with the compiled files, and once without."""
    if request.param == "NumPy":
        request.getfixturevalue("by_numpy")
    return str(request.param)
