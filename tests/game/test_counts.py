from __future__ import annotations

import pytest

from pong_pg.game.counts import counted


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ((0, "game"), "0 games"),
        ((1, "game"), "1 game"),
        ((2, "greedy game"), "2 greedy games"),
        ((12345, "update", ","), "12,345 updates"),
        ((1.0, "minute", "g"), "1 minute"),
        ((1.5, "minute", "g"), "1.5 minutes"),
    ],
)
def test_a_noun_is_plural_unless_it_is_one(arguments: tuple[float, str], text: str) -> None:
    assert counted(*arguments) == text
