from __future__ import annotations

import pytest

from pong_pg.ppo import learner, play


@pytest.fixture
def by_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where there is no compiler: NumPy plays and learns."""
    for library in (learner.LIBRARY, play.LIBRARY):
        monkeypatch.setattr(library, "load", lambda: None)


@pytest.fixture(params=["C", "NumPy"])
def both_ways(request: pytest.FixtureRequest) -> str:
    """Once with the compiled files, and once without."""
    if request.param == "NumPy":
        request.getfixturevalue("by_numpy")
    return str(request.param)
