"""A game of Pong that functions of C play by themselves, on the console in C."""

from __future__ import annotations

from ctypes import Structure, c_uint64
from pathlib import Path

import numpy as np

from pong_pg.atari2600.binding import color_table
from pong_pg.compat import Env
from pong_pg.compat.ale import ConsoleRules, DirectEnv, game_generators
from pong_pg.game.frames import PALETTE_MASK, SIDE
from pong_pg.native.structs import ArrayStruct, fields_of

_LOW_WORD = (1 << 64) - 1


class _Generator(Structure):
    _fields_ = (("state", c_uint64 * 2), ("increment", c_uint64 * 2))

    def take(self, rng: np.random.Generator) -> None:
        """Go on where a generator of NumPy is, a PCG64 from which nothing but whole numbers of 64 bits was drawn."""
        state = rng.bit_generator.state["state"]
        for words, number in ((self.state, state["state"]), (self.increment, state["inc"])):
            words[0], words[1] = number & _LOW_WORD, number >> 64


class _Struct(ArrayStruct):
    """The struct `Game` of console_game.h."""

    _fields_ = fields_of(Path(__file__).with_suffix(".h"), "Game", Generator=_Generator)


class Game:
    """A game that functions of C play.

    Args:
        rules: of a game on the console; None for one whose masks Python puts into `mask`.

    Attributes:
        mask: (80, 80) uint8 zeros and ones, of the present frame.
        before: the same of the frame before.
        address: where the struct `Game` of console_game.h is, for as long as this object exists.
    """

    def __init__(self, rules: ConsoleRules | None = None) -> None:
        self._struct = struct = _Struct()
        self.address = struct.address
        self.mask, self.before = (struct.make(name, (SIDE, SIDE)) for name in ("mask", "before"))
        if rules is not None:
            self._console = console = rules.new_console()
            for name, address in console.addresses().items():
                setattr(struct, name, address)
            struct.beginning_bytes = len(struct.place("beginning", np.frombuffer(console.save(), np.uint8)))
            struct.place("table", color_table(PALETTE_MASK))
            for name in ("fewest_frames", "frame_counts", "most_frames", "sticky"):
                setattr(struct, name, getattr(rules, name))

    def prepare(self, env_seed: int, rng: np.random.Generator) -> None:
        """Set the generators of the next game; the one before is over.

        Args:
            env_seed: the seed that an environment's `reset` would be given.
            rng: draws the actions.
        """
        skips, repeats = game_generators(env_seed)
        self._struct.skips.take(skips)
        self._struct.repeats.take(repeats)
        self._struct.actions.take(rng)
        self._struct.is_prepared = 1


def console_rules(env: Env) -> ConsoleRules | None:
    """Return how functions of C play the games of an environment; None where it is not on the console in C."""
    return env.console_rules() if isinstance(env, DirectEnv) and env.obs_type == "palette" else None
