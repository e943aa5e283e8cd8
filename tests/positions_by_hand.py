"""Positions as their definition has them, pixel by pixel, for the tests of `pong_pg.ppo.positions`."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from ppo_frames import PADDLES, frame_with

from pong_pg.ppo.network import LAYOUTS, Weights
from pong_pg.ppo.position_tables import MOVES_FIRST

# Names, first values and sizes of the tables, in their order, and how a value reads upside down.
TABLES: list[tuple[str, int, int, Any]] = [
    ("ball's height", 0, 159, lambda v: 158 - v),
    ("ball's column", 0, 80, lambda v: v),
    ("above the agent's paddle", -165, 331, lambda v: -v),
    ("above the opponent's paddle", -165, 331, lambda v: -v),
    ("ball's move down", -40, 81, lambda v: -v),
    ("ball's move right", -20, 41, lambda v: v),
    ("agent's height", -7, 173, lambda v: 158 - v),
    ("agent's move", -40, 81, lambda v: -v),
    ("opponent's height", -7, 173, lambda v: 158 - v),
    ("opponent's move", -40, 81, lambda v: -v),
    ("no ball", 0, 1, lambda v: v),
]
# Of pairs, the names, how far the first number goes, and how many values the second has.
MOVES, ABOVES = "move down by column", ("above the agent's paddle by column", "above the opponent's paddle by column")
PAIRS: list[tuple[str, int, int]] = [(MOVES, 20, 40), (ABOVES[0], 16, 40), (ABOVES[1], 16, 40)]
Bools = npt.NDArray[np.bool_]


def read(rows: npt.NDArray[np.integer]) -> dict[str, int]:
    """The names and values that rows of an observation stand for, without pairs."""
    found: dict[str, int] = {}
    rows = rows[rows < MOVES_FIRST]
    for row in rows.tolist():
        first = 0
        for name, lowest, size, _ in TABLES:
            if first <= row < first + size:
                assert name not in found
                found[name] = row - first + lowest
            first += size
    assert len(found) == len(rows)
    return found


def read_pairs(rows: npt.NDArray[np.integer]) -> dict[str, tuple[int, int]]:
    """The names and the two values that the rows of pairs among those of an observation stand for."""
    found = {}
    rows = rows[rows >= MOVES_FIRST]
    for row in rows.tolist():
        first = MOVES_FIRST
        for name, most, others in PAIRS:
            other, value = divmod(row - first, 2 * most + 1)
            if 0 <= other < others:
                assert name not in found
                found[name] = value - most, other
            first += others * (2 * most + 1)
    assert len(found) == len(rows)
    return found


def pairs_by_hand(lit: Bools, before: Bools) -> dict[str, tuple[int, int]]:
    """The definition: columns in fours, and to the left before to the right; heights in fours, columns in twos."""
    now, then, found = by_hand(lit, before), by_hand(before, before), {}
    if "ball's height" in now and "ball's height" in then:
        down = now["ball's height"] - then["ball's height"]
        right = now["ball's column"] > then["ball's column"]
        found[MOVES] = max(-20, min(20, down)), 20 * right + now["ball's column"] // 4
    for name, paddle in zip(ABOVES, ("agent", "opponent"), strict=True):
        above = now.get(f"above the {paddle}'s paddle")
        if above is not None:
            # Of 2 to 5 half rows, 1; of -2 to -5, -1.
            groups = min(16, (abs(above) + 2) // 4)
            found[name] = groups if above > 0 else -groups, now["ball's column"] // 2
    return found


def by_hand(lit: Bools, before: Bools) -> dict[str, int]:
    """The definition, pixel by pixel."""

    def middle(rows: list[int]) -> int | None:
        return min(rows) + max(rows) if rows else None

    def whole(rows: list[int]) -> int | None:
        """A paddle of eight rows, some of which may be outside."""
        if rows and len(rows) < 8:
            rows = [*range(rows[-1] - 7, 0), *rows] if 0 in rows else rows
            rows = [*rows, *range(80, rows[0] + 8)] if 79 in rows else rows
        return middle(rows)

    def scene(frame: Bools) -> tuple[int | None, ...]:
        pixels = [(y, x) for y in range(80) for x in range(70) if x not in (8, 9) and frame[80 * y + x]]
        paddles = [whole([y for y in range(80) if frame[80 * y + x] and frame[80 * y + x + 1]]) for x in (70, 8)]
        return middle([y for y, _ in pixels]), min((x for _, x in pixels), default=None), *paddles

    (ball, column, agent, opponent), then = scene(lit), scene(before)
    expected: dict[str, int | None] = {
        "ball's height": ball,
        "ball's column": column,
        "above the agent's paddle": None if ball is None or agent is None else ball - agent,
        "above the opponent's paddle": None if ball is None or opponent is None else ball - opponent,
        "agent's height": agent,
        "opponent's height": opponent,
        "no ball": 0 if ball is None else None,
    }
    for name, number, earlier, most in (
        ("ball's move down", ball, then[0], 40),
        ("ball's move right", column, then[1], 20),
        ("agent's move", agent, then[2], 40),
        ("opponent's move", opponent, then[3], 40),
    ):
        moved = None if number is None or earlier is None else max(min(number - earlier, most), -most)
        expected[name] = moved
    return {name: value for name, value in expected.items() if value is not None}


def frames(count: int = 60) -> list[Bools]:
    """Frames of Pong and others: paddles of any length and place, and many pixels between them."""
    rng = np.random.default_rng(1)
    found = []
    for number in range(count):
        first, opponent = (int(row) for row in rng.integers(80, size=2))
        pixels = rng.integers(80, size=(number % 4 if number % 5 else 30, 2)).tolist()
        pixels += [(y, x) for y in range(opponent, min(80, opponent + number % 9)) for x in (8, 9)]
        found.append(frame_with(range(first, min(80, first + number % 12)), *map(tuple, pixels)))
    # A ball in each column, which moves up and down.
    return [*found, *(frame_with(PADDLES[0], (40 + x % 3, x), (41 + x % 3, x)) for x in range(80))]


def weights(hidden: int = 9, actions: int = 3, inputs: str = "positions+pairs", seed: int = 3) -> Weights:
    layout = LAYOUTS[inputs]
    fresh = Weights.initial(hidden, actions, np.random.default_rng(seed), layout)
    assert not fresh.W1[layout.bias].any()
    fresh.W1[layout.bias] = 0.03
    return fresh._replace(W1=fresh.W1 * 5, heads=fresh.heads * 20)
