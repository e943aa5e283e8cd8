"""The draws of sticky actions of atari-py's time; tests/originals has games of then."""

from __future__ import annotations

import pytest

from pong_pg.legacy.runtime.old_random import OldStickyActions


def drawn(sticky: OldStickyActions, count: int) -> list[bool]:
    return [sticky.holds() for _ in range(count)]


@pytest.mark.parametrize("version", ["0.1", "0.2"])
def test_a_seed_decides_the_numbers(version: str) -> None:
    sticky, other = (OldStickyActions(version, 0.25, seed=seed) for seed in (5, 1))
    numbers = drawn(sticky, 5000)
    assert numbers != drawn(other, 5000)
    other.load_rom(5)
    assert drawn(other, 5000) == numbers
    assert 1100 < sum(numbers) < 1400
