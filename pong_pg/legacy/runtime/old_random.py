"""The random numbers of the old emulator: the generators of atari-py 0.1 and 0.2, number for number.

The emulator drew one number whenever the console was reset and two at each frame, one for each player; the first of
the two decides whether the player's last action is held (sticky actions). Its version 0.5, in atari-py 0.1, drew them
from TinyMT32, version 0.6, in atari-py 0.2, from the Mersenne Twister MT19937.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

# Bytes of Pong's memory after a reset in atari-py 0.1, which held the console's reset switch for four frames less. The
# screens are the same.
_PONGS_MEMORY = {8: 63, 21: 8, 50: 8}

_BLOCK = 4096
_WORD = 0xFFFFFFFF
# The parameters of TinyMT32 in the emulator, which are not those of its authors.
_MAT1, _MAT2, _TMAT = 4753849, 3231259923, 614784120

_Words = npt.NDArray[np.uint32]


def _mt19937(seed: int) -> Callable[[], _Words]:
    """Return a function that draws the next words of the Mersenne Twister."""
    generator = np.random.RandomState(seed)
    return lambda: generator.randint(0, 2**32, _BLOCK, np.uint32)


def _tinymt32(seed: int) -> Callable[[], _Words]:
    """Return a function that draws the next words of TinyMT32 (Saito and Matsumoto, 2011)."""
    state = [seed, _MAT1, _MAT2, _TMAT]
    for i in range(1, 8):
        before = state[(i - 1) & 3]
        state[i & 3] ^= (i + 1812433253 * (before ^ (before >> 30))) & _WORD
    if not (state[0] & 0x7FFFFFFF or any(state[1:])):
        # The authors' start for the one state that would never change.
        state = [ord(letter) for letter in "TINY"]
    _advance_tinymt32(state, 8)
    return lambda: np.array(_advance_tinymt32(state, _BLOCK), np.uint32)


def _advance_tinymt32(state: list[int], count: int) -> list[int]:
    a, b, c, d = state
    words = []
    for _ in range(count):
        x = (a & 0x7FFFFFFF) ^ b ^ c
        x ^= (x << 1) & _WORD
        d ^= (d >> 1) ^ x
        a, b, c = b, c, x ^ ((d << 10) & _WORD)
        if d & 1:
            b ^= _MAT1
            c ^= _MAT2
        mixed = (a + (c >> 8)) & _WORD
        words.append(d ^ mixed ^ _TMAT if mixed & 1 else d ^ mixed)
    state[:] = a, b, c, d
    return words


_GENERATORS = {"0.1": _tinymt32, "0.2": _mt19937}


def correct_pongs_memory(ale: Any) -> None:
    """Set the bytes of Pong's memory that were others in atari-py 0.1 when a game had been reset."""
    for index, value in _PONGS_MEMORY.items():
        ale.setRAM(index, value)


class OldStickyActions:
    """Decides at each frame whether the old emulator held the player's last action.

    Args:
        version: the version of atari-py, "0.1" or "0.2".
        probability: the probability that the last action is held, 0 to 1.
        seed: the emulator's `random_seed`; 0 takes the time in seconds, as the emulator did.
    """

    def __init__(self, version: str, probability: float = 0.25, seed: int = 0) -> None:
        self.version = version
        # The emulator kept settings as 32-bit floats.
        self._threshold = float(np.float32(probability)) * 2.0**32
        self.load_rom(seed)

    def load_rom(self, seed: int) -> None:
        """Restart the numbers, as loading a ROM did; the console is reset then."""
        self.seed = seed or int(time.time())
        self._words = _GENERATORS[self.version](self.seed & _WORD)
        self._held: list[bool] = []
        self._position = 0
        self.reset_game()

    @property
    def holds_action_at_reset(self) -> bool:
        """Whether the player's last action outlived a reset, as in atari-py 0.1."""
        return self.version == "0.1"

    def reset_game(self) -> None:
        """Draw the number that a reset of the console took."""
        if self._position >= len(self._held):
            self._refill()
        self._position += 1

    def holds(self) -> bool:
        """Draw the numbers of one frame; return whether the last action is held."""
        position = self._position
        if position + 2 > len(self._held):
            self._refill()
            position = 0
        self._position = position + 2
        return self._held[position]

    def _refill(self) -> None:
        # `tolist` makes the bools that are tested at each frame Python's own.
        self._held = self._held[self._position :] + (self._words() < self._threshold).tolist()
        self._position = 0
