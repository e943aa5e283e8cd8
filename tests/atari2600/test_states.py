from __future__ import annotations

import struct

import numpy as np
import pytest

from pong_pg.atari2600.binding import Console

pytestmark = pytest.mark.needs("ale-py>=0.9")


def test_a_state_brings_back_game_and_picture() -> None:
    console, other = Console(), Console()
    console.repeat(3, 500)
    state, picture = console.save(), console.rgb()
    console.repeat(4, 300)
    other.restore(state)
    np.testing.assert_array_equal(other.rgb(), picture)
    assert other.save() == state
    other.repeat(4, 300)
    assert other.save() == console.save()


def test_a_state_is_small_and_plain() -> None:
    state = Console().save()
    assert isinstance(state, bytes)
    assert len(state) < 1_000


@pytest.mark.parametrize(
    "change",
    [
        lambda _: b"",
        lambda state: state[:-1],
        lambda state: state + b"\0",
        lambda state: struct.pack("I", 2) + state[4:],
        lambda state: state[:4] + struct.pack("I", 999) + state[8:],
        lambda state: bytes(len(state)),
        lambda state: state[:208] + struct.pack("i", -(2**31)) + state[212:],
    ],
    ids=["empty", "shorter", "longer", "version", "size", "zeros", "cycle"],
)
def test_what_is_no_state_changes_nothing(change: object) -> None:
    console = Console()
    console.repeat(2, 100)
    state = console.save()
    assert callable(change)
    with pytest.raises(ValueError, match="not a state of this version"):
        console.restore(change(state))
    assert console.save() == state


@pytest.mark.parametrize(("mode", "difficulty"), [(2, 0), (0, 4), (-1, 0)])
def test_games_that_do_not_exist(mode: int, difficulty: int) -> None:
    with pytest.raises(ValueError, match="mode must be 0 or 1"):
        Console().reset(mode, difficulty)


def test_arrays_are_checked() -> None:
    console = Console()
    with pytest.raises(ValueError, match=r"shape \(210, 160\)"):
        console.palette(np.zeros((160, 210), np.uint8))
    with pytest.raises(ValueError, match="of uint8"):
        console.palette(np.zeros((210, 160), np.int16))
    screen = np.zeros((210, 160, 3), np.uint8)
    assert console.rgb(screen) is screen
    with pytest.raises(ValueError, match=r"shape \(210, 160\)"):
        console.palette(screen)
