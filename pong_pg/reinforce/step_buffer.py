"""A buffer of the steps of games that are played side by side, written step by step and read game by game."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pong_pg.reinforce.frame_changes import FrameDifferences


class _Step(NamedTuple):
    """One step of all games; the k-th of everything belongs to the k-th lane."""

    differences: FrameDifferences
    hidden: npt.NDArray[np.floating]
    p_up: list[float]
    went_up: list[bool]
    rewards: list[float]


class _Block:
    """Consecutive steps of all lanes, between which no game began or ended.

    Args:
        steps: at least one.
    """

    def __init__(self, steps: list[_Step]) -> None:
        differences, hidden, p_up, went_up, rewards = zip(*steps, strict=True)
        pixels, signs, ends = zip(*differences, strict=True)
        self._pixels = np.concatenate(pixels)
        self._signs = np.concatenate(signs)
        # In each step, where each lane's changed pixels begin, and the end of the last lane's.
        self._bounds = np.zeros((len(steps), len(ends[0]) + 1), np.intp)
        self._bounds[:, 1:] = ends
        lengths = self._bounds[:, -1].copy()
        self._bounds += (np.cumsum(lengths) - lengths)[:, np.newaxis]
        self._hidden = np.concatenate(hidden).reshape(len(steps), -1, hidden[0].shape[1])
        self._p_up = np.array(p_up, np.float64)
        self._went_up = np.array(went_up, np.bool_)
        self._rewards = np.array(rewards, np.float64)

    def read(self, lane: int) -> dict[str, npt.NDArray[Any]]:
        """Return the steps of one lane, see `StepBuffer.read`."""
        starts = self._bounds[:, lane]
        counts = self._bounds[:, lane + 1] - starts
        at = np.arange(counts.sum()) + np.repeat(starts - (np.cumsum(counts) - counts), counts)
        return {
            "pixels": self._pixels.take(at),
            "signs": self._signs.take(at),
            "change_counts": counts,
            "hidden": self._hidden[:, lane],
            "p_up": self._p_up[:, lane],
            "went_up": self._went_up[:, lane],
            "rewards": self._rewards[:, lane],
        }


class StepBuffer:
    """The steps of all lanes, in blocks: a new block begins wherever a game ends.

    A lane is the place of a game among those that are played side by side. To append a step costs next to nothing; a
    block is put together once, when it is closed, with a few NumPy calls for all its steps.
    """

    def __init__(self) -> None:
        self._blocks: list[_Block] = []
        self._discarded = 0
        self._steps: list[_Step] = []

    @property
    def blocks(self) -> int:
        """Number of closed blocks, including those that have been discarded."""
        return self._discarded + len(self._blocks)

    def append(
        self,
        differences: FrameDifferences,
        hidden: npt.NDArray[np.floating],
        p_up: list[float],
        went_up: list[bool],
        rewards: list[float],
    ) -> None:
        """Add a step; the k-th of everything belongs to the k-th lane. The arrays must not be changed afterwards."""
        self._steps.append(_Step(differences, hidden, p_up, went_up, rewards))

    def close_block(self) -> None:
        """Close the present block, which has at least one step."""
        self._blocks.append(_Block(self._steps))
        self._steps = []

    def read(self, first: int, lanes: list[int]) -> dict[str, npt.NDArray[Any]]:
        """Return all steps of one game: the fields of an `Episode`.

        Args:
            first: number of the game's first block, from 0.
            lanes: the game's lane in each block, from that one to the last closed one.
        """
        blocks = self._blocks[first - self._discarded :]
        parts = [block.read(lane) for block, lane in zip(blocks, lanes, strict=True)]
        return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}

    def discard(self, before: int) -> None:
        """Discard the blocks before the one with this number."""
        del self._blocks[: before - self._discarded]
        self._discarded = before
