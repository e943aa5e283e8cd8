"""The draws of sticky actions of atari-py's time; tests/originals has games of then."""

from __future__ import annotations

import pytest

from pong_pg.legacy.runtime.old_random import OldStickyActions


def drawn(sticky: OldStickyActions, count: int) -> list[bool]:
    return [sticky.holds() for _ in range(count)]


@pytest.mark.parametrize("version", ["0.1", "0.2"])
def test_the_numbers_can_be_continued_from_any_point(version: str) -> None:
    sticky, other = (OldStickyActions(version, 0.25, seed=seed) for seed in (5, 1))
    # Those of another generator make no difference.
    assert drawn(sticky, 5000) != drawn(other, 5000)
    count = sticky.drawn
    expected = drawn(sticky, 200)
    other.go_to(5, count)
    assert drawn(other, 200) == expected
    assert 20 < sum(expected) < 80
