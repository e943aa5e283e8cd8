from __future__ import annotations

import pytest

from pong_pg.atari2600 import binding
from pong_pg.atari2600.rom import UnavailableError


@pytest.fixture(autouse=True)
def _there_is_a_console() -> None:
    """Skip where there is no compiler or no ROM: there, the tests of the emulator that is used instead run."""
    try:
        binding.load()
    except UnavailableError as reason:
        pytest.skip(str(reason))
