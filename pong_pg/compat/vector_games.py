"""The games of `PongVectorEnv`: on consoles in C or, where these can't be had, on ALE, with the same bits."""

from __future__ import annotations

import concurrent.futures
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pong_pg.atari2600.binding import Console, color_table, load_for_threads
from pong_pg.atari2600.palette import GRAY, RGB
from pong_pg.compat.emulator import load_pong

# Side of the pictures by type of observation.
SIDES = {"grayscale": 84, "mask": 80}
# The mask's rows and columns of a screen, and the red of what is background in them.
_MASK_ROWS, _MASK_COLUMNS = slice(35, 195, 2), slice(None, None, 2)
_BACKGROUND_REDS = (0, 109, 144)
# Pixels of a screen that a resized pixel may lie on, in each direction.
_TAPS = 4

Bytes = npt.NDArray[np.uint8]
# Which pixels are resized to one: (side,) the first one, and (side, _TAPS) float32 weights of that and the next ones.
Areas = tuple[npt.NDArray[np.intp], npt.NDArray[np.float32]]


def look_table(obs_type: str) -> Bytes:
    """Return what observations have for each palette index, (256,): a shade of grey, or 1 for what is in the mask."""
    return GRAY if obs_type == "grayscale" else (~np.isin(RGB[:, 0], _BACKGROUND_REDS)).astype(np.uint8)


class Step(NamedTuple):
    """A step of all games.

    Attributes:
        actions: ALE's number of each frame's action, (count, frames).
        is_skipped: (count,), True for games that are not played.
        before: (count, stacked, side, side), the stacks of the last step.
        after: the same, for those of this one.
        points: (count,), for the rewards.
        is_over: (count,), for 1 where a game is over.
    """

    actions: Bytes
    is_skipped: npt.NDArray[np.bool_]
    before: Bytes
    after: Bytes
    points: npt.NDArray[np.int32]
    is_over: Bytes


class ConsoleGames:
    """Games on consoles in C, which a thread or several play without Python.

    Args:
        rom: the ROM of Pong.
        count: how many.
        obs_type: a key of `SIDES`.
        num_threads: that play, each of them games of its own.

    Raises:
        UnavailableError: there is no compiler, or the ROM is another one.
    """

    def __init__(self, rom: Path, count: int, obs_type: str, num_threads: int) -> None:
        self._c = load_for_threads(rom)
        self._consoles = [Console(rom) for _ in range(count)]
        self._addresses = np.array([console.address for console in self._consoles], np.uintp)
        self._table, self._is_mask = color_table(look_table(obs_type)), obs_type == "mask"
        parts = np.array_split(np.arange(count), min(num_threads, count))
        self._parts = [slice(int(part[0]), int(part[-1]) + 1) for part in parts]
        self._threads = concurrent.futures.ThreadPoolExecutor(len(parts)) if len(parts) > 1 else None

    def begin(self, number: int, noops: int, stack: Bytes) -> int:
        """Begin a game.

        Args:
            number: which one.
            noops: frames without an action to play first.
            stack: (stacked, side, side), which is emptied; the last frame's picture is put on top of it.

        Returns:
            The frames of the game so far.
        """
        console = self._consoles[number]
        console.reset()
        console.repeat(0, noops)
        self._c.vector_begin(console.address, self._table.ctypes.data, self._is_mask, len(stack), stack.ctypes.data)
        return console.frames

    def play(self, step: Step) -> None:
        """Play a step."""
        if self._threads is None:
            self._play(self._parts[0], step)
        else:
            list(self._threads.map(lambda part: self._play(part, step), self._parts))

    def _play(self, part: slice, step: Step) -> None:
        self._c.vector_step(
            self._addresses[part].ctypes.data,
            part.stop - part.start,
            step.is_skipped[part].ctypes.data,
            step.actions[part].ctypes.data,
            step.actions.shape[1],
            self._table.ctypes.data,
            self._is_mask,
            step.before.shape[1],
            step.before[part].ctypes.data,
            step.after[part].ctypes.data,
            step.points[part].ctypes.data,
            step.is_over[part].ctypes.data,
        )

    def close(self) -> None:
        """End the threads."""
        if self._threads is not None:
            self._threads.shutdown()


class AleGames:
    """The same games on ALE; slower. For the arguments and methods see `ConsoleGames`."""

    def __init__(self, count: int, obs_type: str) -> None:
        self._emulators = [load_pong("ale") for _ in range(count)]
        self._table, self._is_mask = look_table(obs_type), obs_type == "mask"
        self._columns, self._rows = _areas(160), _areas(210)
        self._screen = np.empty((210, 160), np.uint8)

    def begin(self, number: int, noops: int, stack: Bytes) -> int:
        """See `ConsoleGames.begin`."""
        emulator = self._emulators[number]
        emulator.ale.reset_game()
        emulator.play(bytes(noops))
        stack[:-1] = 0
        stack[-1] = self._picture(self._look(number))
        frames: int = emulator.ale.getEpisodeFrameNumber()
        return frames

    def play(self, step: Step) -> None:
        """See `ConsoleGames.play`."""
        for number in np.flatnonzero(~step.is_skipped).tolist():
            emulator = self._emulators[number]
            actions = step.actions[number].tolist()
            reward = emulator.play(actions[:-1])
            first = None if self._is_mask else self._look(number)
            step.points[number] = reward + emulator.play(actions[-1:])
            last = self._look(number)
            step.after[number, :-1] = step.before[number, 1:]
            step.after[number, -1] = self._picture(last if first is None else np.maximum(first, last))
            step.is_over[number] = emulator.ale.game_over()

    def _look(self, number: int) -> Bytes:
        self._emulators[number].draw_palette(self._screen)
        return self._table[self._screen]

    def _picture(self, screen: Bytes) -> Bytes:
        if self._is_mask:
            return screen[_MASK_ROWS, _MASK_COLUMNS]
        lines = _resized(screen.T.astype(np.float32), *self._columns)
        return np.rint(_resized(lines.T, *self._rows)).astype(np.uint8)

    def close(self) -> None:
        """Do nothing."""


def _areas(size: int) -> Areas:
    """Return from which pixels of a line those of a resized one are made, and how much of each."""
    side = SIDES["grayscale"]
    scale = size / side
    begins = np.arange(side) * scale
    # The last area's first pixel is such that all are within the line; those that it does not need weigh nothing.
    first = np.minimum(begins.astype(np.intp), size - _TAPS)
    pixels = first[:, np.newaxis] + np.arange(_TAPS)
    ends = (begins + scale)[:, np.newaxis]
    covered = np.minimum(pixels + 1, ends) - np.maximum(pixels, begins[:, np.newaxis])
    return first, np.where(covered > 1e-3, covered / scale, 0).astype(np.float32)


def _resized(lines: npt.NDArray[np.float32], first: npt.NDArray[np.intp], weights: Any) -> npt.NDArray[np.float32]:
    """Return lines that are means of others, added up in the order in which vector.h does."""
    total: npt.NDArray[np.float32] = lines[first] * weights[:, :1]
    for tap in range(1, _TAPS):
        total += lines[first + tap] * weights[:, tap : tap + 1]
    return total
