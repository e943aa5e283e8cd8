"""From rollouts to groups of rows of W1: what an observation's groups hold is what the network sees."""

from __future__ import annotations

import ctypes
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pytest
from ppo_games import LENGTH, console, masks_of_play, played, recorded, toy

from pong_pg.ppo import learner
from pong_pg.ppo.learner import LIBRARY, encode, observations
from pong_pg.ppo.network import BIAS, ROWS, reflected_rows
from pong_pg.ppo.rollout import Rollout


class Inputs(NamedTuple):
    """The inputs of a batch: the groups of each observation, the rows of each group, and each group's reflection."""

    groups: npt.NDArray[np.int32]
    ends: npt.NDArray[np.int64]
    group_rows: npt.NDArray[np.int16]
    group_ends: npt.NDArray[np.int64]
    images: npt.NDArray[np.int32]


def encoded(rollouts: list[Rollout], room: int = learner._ROOM) -> Inputs:
    found = encode(library(), rollouts, room)
    groups, ends, rows, group_ends, images = (
        found.arrays[name] for name in ("inputs", "input_ends", "rows", "row_ends", "images")
    )
    count = found.groups
    assert found.observations == len(ends)
    return Inputs(groups[: ends[-1]], ends, rows[: group_ends[count - 1]], group_ends[:count], images[:count])


def library() -> ctypes.CDLL:
    loaded = LIBRARY.load()
    assert loaded is not None, f"the tests need a C compiler: {LIBRARY.about()}"
    return loaded


def expanded(inputs: Inputs) -> npt.NDArray[np.int8]:
    """The inputs of each observation and of its reflection, by the rows of their groups."""
    X, reflected = np.zeros((2, len(inputs.ends), ROWS), np.int8)
    members = np.split(inputs.group_rows, inputs.group_ends[:-1])
    for x, image, groups in zip(X, reflected, np.split(inputs.groups, inputs.ends[:-1]), strict=True):
        for group in groups.tolist():
            number, sign = (group, 1) if group >= 0 else (~group, -1)
            x[members[number]] += sign
            image[members[inputs.images[number]]] += sign
    return np.concatenate([X, reflected])


def check(rollouts: list[Rollout], X: Any = None) -> Inputs:
    """Check both ways against the masks, or else against each other; return what was compiled."""
    plain, inputs = np.concatenate([observations(rollout) for rollout in rollouts]), encoded(rollouts)
    if X is not None:
        np.testing.assert_array_equal(plain, X)
    np.testing.assert_array_equal(expanded(inputs), np.concatenate([plain, plain[:, reflected_rows()]]))
    groups = [tuple(sorted(part.tolist())) for part in np.split(inputs.group_rows, inputs.group_ends[:-1])]
    assert len(set(groups)) == len(groups), "each group once"
    return inputs


def test_groups_by_hand() -> None:
    """Columns 8 and 9 of the 80 have the opponent's paddle, 70 and 71 the agent's."""
    before, first, second = np.zeros((3, 80, 80), np.uint8)
    first[5, 8:10], first[6, 71], first[3, 40] = 1, 1, 1
    second[5, 8:10], second[6, 71], second[4, 40] = 1, 1, 1
    masks = np.stack([before, first, second]).reshape(3, 6400)
    rollout, X = recorded(masks)
    inputs = check([rollout], X)
    opponent, agent, ball, moved = [408, 409], [6 * 80 + 71], [3 * 80 + 40], [4 * 80 + 40]
    members = np.split(inputs.group_rows, inputs.group_ends[:-1])
    seen = [
        [(members[group if group >= 0 else ~group].tolist(), group >= 0) for group in inputs.groups[begin:end]]
        for begin, end in zip([0, *inputs.ends], inputs.ends, strict=False)
    ]
    newly = [[6400 + pixel for pixel in part] for part in (opponent, agent, ball, moved)]
    assert seen[0] == [(rows, True) for rows in (opponent, agent, ball, [BIAS], *newly[:3])]
    assert seen[1] == [*((rows, True) for rows in (opponent, agent, moved, [BIAS], newly[3])), (newly[2], False)]


@pytest.mark.parametrize("ended", [(), (0,), (17, 18, 37)])
def test_groups_of_made_up_frames_are_their_inputs(ended: tuple[int, ...]) -> None:
    made = [recorded(masks_of_play(40, seed), ended) for seed in (0, 1)]
    inputs = check([rollout for rollout, _ in made], np.concatenate([X for _, X in made]))
    # What they are for: several times fewer sums.
    assert len(inputs.groups) < sum(np.count_nonzero(X) for _, X in made) / 5


def test_groups_of_played_frames_are_their_inputs() -> None:
    runner, other = console(max_num_frames_per_episode=200), toy()
    check([part for steps in (70, 0, 50) for part in (runner.rollout(played(), steps),)])
    check([other.rollout(played(), steps) for steps in (30, 50, 2 * LENGTH + 3)])


@pytest.mark.parametrize("room", [1, 12_900, 20_000, 30_000, 40_000, 60_000, 100_000])
def test_where_there_is_too_little_room_more_is_made(room: int) -> None:
    rollout, _ = recorded(masks_of_play(12))
    enough = check([rollout])
    assert 30_000 < len(enough.group_rows) < 100_000
    for ours, exact in zip(encoded([rollout], room), enough, strict=True):
        np.testing.assert_array_equal(ours, exact)
