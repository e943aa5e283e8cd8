"""The steps of games that are played side by side, kept as they come and read out game by game."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pong_pg.reinforce.frame_changes import Changes


class _Step(NamedTuple):
    """What happened in one step; the k-th of everything is the k-th lane's."""

    changes: Changes
    hidden: npt.NDArray[np.floating]
    p_up: list[float]
    went_up: list[bool]
    rewards: list[float]


class _Chapter:
    """Steps between which no game began or ended, all lanes together.

    Args:
        steps: at least one.
    """

    def __init__(self, steps: list[_Step]) -> None:
        changes, hidden, p_up, went_up, rewards = zip(*steps, strict=True)
        pixels, signs, ends = zip(*changes, strict=True)
        self._pixels = np.concatenate(pixels)
        self._signs = np.concatenate(signs)
        # Where each lane's changes begin, and behind the last lane's.
        self._bounds = np.zeros((len(steps), len(ends[0]) + 1), np.intp)
        self._bounds[:, 1:] = ends
        lengths = self._bounds[:, -1].copy()
        self._bounds += (np.cumsum(lengths) - lengths)[:, np.newaxis]
        self._hidden = np.concatenate(hidden).reshape(len(steps), -1, hidden[0].shape[1])
        self._p_up = np.array(p_up, np.float64)
        self._went_up = np.array(went_up, np.bool_)
        self._rewards = np.array(rewards, np.float64)

    def of(self, lane: int) -> dict[str, npt.NDArray[Any]]:
        """Return what happened in one lane, see `History.read`."""
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


class History:
    """What has happened in all lanes, in chapters: a new one begins where a game ends.

    To keep a step costs next to nothing, and what is done with many steps at once costs little.
    """

    def __init__(self) -> None:
        self._chapters: list[_Chapter] = []
        self._forgotten = 0
        self._steps: list[_Step] = []

    @property
    def chapters(self) -> int:
        """Number of chapters that are closed, those that have been forgotten included."""
        return self._forgotten + len(self._chapters)

    def write(
        self,
        changes: Changes,
        hidden: npt.NDArray[np.floating],
        p_up: list[float],
        went_up: list[bool],
        rewards: list[float],
    ) -> None:
        """Add a step; the k-th of everything is the k-th lane's. None of the arrays may change afterwards."""
        self._steps.append(_Step(changes, hidden, p_up, went_up, rewards))

    def close_chapter(self) -> None:
        """Close the present chapter, which has at least one step."""
        self._chapters.append(_Chapter(self._steps))
        self._steps = []

    def read(self, first: int, lanes: list[int]) -> dict[str, npt.NDArray[Any]]:
        """Return all steps of one game: the fields of an `Episode`.

        Args:
            first: number of its first chapter, from 0.
            lanes: which lane it was in, in each chapter from then to the last that is closed.
        """
        chapters = self._chapters[first - self._forgotten :]
        parts = [chapter.of(lane) for chapter, lane in zip(chapters, lanes, strict=True)]
        return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}

    def forget(self, before: int) -> None:
        """Forget the chapters before this one."""
        del self._chapters[: before - self._forgotten]
        self._forgotten = before
