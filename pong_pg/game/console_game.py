"""A game of Pong that functions of C play by themselves, on the console in C."""

from __future__ import annotations

from ctypes import POINTER, Structure, c_double, c_int64, c_uint8, c_uint32, c_uint64, c_void_p
from pathlib import Path

import numpy as np

from pong_pg.atari2600.binding import color_table
from pong_pg.compat import Env
from pong_pg.compat.ale import ConsoleRules, DirectEnv, game_generators
from pong_pg.game.frames import PALETTE_MASK, PIXELS
from pong_pg.native.structs import ArrayStruct

# What a C file of an algorithm includes.
HEADERS = tuple(Path(__file__).parent.glob("*.h"))

_LOW_WORD = (1 << 64) - 1


class _Generator(Structure):
    _fields_ = (("state", c_uint64 * 2), ("increment", c_uint64 * 2))

    def take(self, rng: np.random.Generator) -> None:
        """Go on where a generator of NumPy is, a PCG64 from which nothing but whole numbers of 64 bits was drawn."""
        state = rng.bit_generator.state["state"]
        for words, number in ((self.state, state["state"]), (self.increment, state["inc"])):
            words[0], words[1] = number & _LOW_WORD, number >> 64


class _Generators(Structure):
    _fields_ = (("skips", _Generator), ("repeats", _Generator), ("actions", _Generator))


class Game(ArrayStruct):
    """The struct `Game` of console_game.h.

    Attributes:
        mask: (80, 80) uint8 zeros and ones, of the present frame.
        before: the same of the frame before.

    Args:
        rules: of a game on the console; None for one whose masks Python puts into `mask`.
    """

    _fields_ = (
        ("console", c_void_p),
        ("play", c_void_p),
        ("restore", c_void_p),
        ("draw", c_void_p),
        ("is_over", c_void_p),
        ("beginning", POINTER(c_uint8)),
        ("beginning_bytes", c_int64),
        ("table", POINTER(c_uint32)),
        ("mask_at", POINTER(c_uint8)),
        ("before_at", POINTER(c_uint8)),
        ("fewest_frames", c_int64),
        ("frame_counts", c_int64),
        ("most_frames", c_int64),
        ("sticky", c_double),
        ("now", _Generators),
        ("next", _Generators),
        ("has_next", c_int64),
        ("held", c_int64),
        ("frames", c_int64),
    )
    has_next: int
    now: _Generators
    next: _Generators

    def __init__(self, rules: ConsoleRules | None = None) -> None:
        super().__init__()
        self.mask = self.place("mask_at", np.zeros(PIXELS, np.uint8)).reshape(80, 80)
        self.before = self.place("before_at", np.zeros(PIXELS, np.uint8)).reshape(80, 80)
        if rules is not None:
            self._console = console = rules.new_console()
            for name, address in console.addresses().items():
                setattr(self, name, address)
            beginning = np.frombuffer(console.save(), np.uint8)
            self.place("beginning", beginning)
            self.beginning_bytes = len(beginning)
            self.place("table", color_table(PALETTE_MASK))
            self.fewest_frames, self.frame_counts = rules.fewest_frames, rules.frame_counts
            self.most_frames, self.sticky = rules.most_frames, rules.sticky

    def prepare(self, env_seed: int, rng: np.random.Generator) -> None:
        """Set the generators of the next game.

        Args:
            env_seed: the seed that an environment's `reset` would be given.
            rng: draws the actions.
        """
        skips, repeats = game_generators(env_seed)
        self.next.skips.take(skips)
        self.next.repeats.take(repeats)
        self.next.actions.take(rng)
        self.has_next = 1


def console_rules(env: Env) -> ConsoleRules | None:
    """Return how functions of C play the games of an environment; None where it is not on the console in C."""
    return env.console_rules() if isinstance(env, DirectEnv) and env.obs_type == "palette" else None
