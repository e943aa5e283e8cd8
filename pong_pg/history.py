"""The steps of games that are played side by side, written one after another and read out game by game."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from pong_pg.screens import Changes

_STEPS = 1024
_CHANGES_OF_A_STEP = 32


class History:
    """What happened in the last steps of all lanes, in a few arrays that grow as they must.

    To write a step costs a handful of copies for all lanes together; to read a game out, a few calls for the whole
    of it.

    Args:
        lanes: how many games there are at most.
        hidden: number of hidden units.
        dtype: of the hidden layers.
    """

    def __init__(self, lanes: int, hidden: int, dtype: npt.DTypeLike) -> None:
        self._first = 0
        self._written = 0
        self._pixels: npt.NDArray[np.int32] = np.empty(_STEPS * _CHANGES_OF_A_STEP, np.int32)
        self._signs: npt.NDArray[np.float32] = np.empty(len(self._pixels), np.float32)
        # Where each lane's changes begin, and behind the last lane's.
        self._bounds = np.zeros((_STEPS, lanes + 1), np.intp)
        self._hidden: npt.NDArray[np.floating] = np.empty((_STEPS, lanes, hidden), dtype)
        self._chances: list[tuple[list[float], list[bool], list[float]]] = []

    @property
    def steps(self) -> int:
        """Number of steps so far, those that have been forgotten included."""
        return self._first + len(self._chances)

    def write(
        self,
        changes: Changes,
        hidden: npt.NDArray[np.floating],
        p_up: list[float],
        went_up: list[bool],
        rewards: list[float],
    ) -> None:
        """Add a step; the k-th of everything is the k-th lane's."""
        step, begin = len(self._chances), self._written
        end = begin + len(changes.pixels)
        if step == len(self._bounds):
            self._bounds, self._hidden = _longer(self._bounds), _longer(self._hidden)
        while end > len(self._pixels):
            self._pixels, self._signs = _longer(self._pixels), _longer(self._signs)
        self._pixels[begin:end] = changes.pixels
        self._signs[begin:end] = changes.signs
        lanes = len(changes.ends)
        self._bounds[step, 0] = begin
        np.add(changes.ends, begin, out=self._bounds[step, 1 : lanes + 1])
        self._hidden[step, :lanes] = hidden
        self._chances.append((p_up, went_up, rewards))
        self._written = end

    def read(self, places: list[tuple[int, int]]) -> dict[str, npt.NDArray[Any]]:
        """Return the steps of one game up to the last: `pixels`, `signs`, `change_counts`, `hidden` and so on.

        Args:
            places: (step, lane) from which steps on the game was in which lane, ascending.
        """
        ends = [step for step, _ in places[1:]] + [self.steps]
        spans = [
            (slice(begin - self._first, end - self._first), lane)
            for (begin, lane), end in zip(places, ends, strict=True)
        ]
        starts, stops = (
            np.concatenate([self._bounds[span, lane + behind] for span, lane in spans]) for behind in (0, 1)
        )
        counts = stops - starts
        at = np.arange(counts.sum()) + np.repeat(starts - (np.cumsum(counts) - counts), counts)
        chances = [(p[lane], up[lane], reward[lane]) for span, lane in spans for p, up, reward in self._chances[span]]
        p_up, went_up, rewards = zip(*chances, strict=True)
        return {
            "pixels": self._pixels.take(at),
            "signs": self._signs.take(at),
            "change_counts": counts,
            "hidden": np.concatenate([self._hidden[span, lane] for span, lane in spans]),
            "p_up": np.array(p_up, np.float64),
            "went_up": np.array(went_up, np.bool_),
            "rewards": np.array(rewards, np.float64),
        }

    def forget(self, step: int) -> None:
        """Make room, if it pays: the steps before this one are not read any more."""
        gone = step - self._first
        left = len(self._chances) - gone
        if gone <= left:
            return
        begin = int(self._bounds[gone, 0]) if left else self._written
        for steps in (self._bounds, self._hidden):
            steps[:left] = steps[gone : gone + left]
        for changes in (self._pixels, self._signs):
            changes[: self._written - begin] = changes[begin : self._written]
        self._bounds[:left] -= begin
        del self._chances[:gone]
        self._written -= begin
        self._first = step


def _longer(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    longer = np.empty((2 * len(array), *array.shape[1:]), array.dtype)
    longer[: len(array)] = array
    return longer
