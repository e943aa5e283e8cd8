"""The compiled `kernels.c`: plays games, and adds up their gradients."""

from __future__ import annotations

import ctypes
from ctypes import c_double, c_void_p
from pathlib import Path

import numpy as np
import numpy.typing as npt

from pong_pg.game.console_game import Game
from pong_pg.game.frames import PIXELS
from pong_pg.native.build import Library
from pong_pg.native.structs import ArrayStruct, check_array, fields_of
from pong_pg.reinforce.reference import Episode, Eye, Mask

Floats = npt.NDArray[np.float32]

LIBRARY = Library(
    Path(__file__).with_name("kernels.c"),
    functions={
        "pong_pg_reinforce_look": ([c_void_p], c_double),
        "pong_pg_reinforce_play": ([c_void_p], None),
        "pong_pg_reinforce_gradient": ([c_void_p, np.float32, *[np.int64] * 2, np.uint8, *[np.float32] * 3], c_double),
    },
)

# As in console_game.h.
_TRUNCATED = 2

# Steps for which there is room at first, and changes of each.
_STEPS = 2048
_CHANGES = 32


class Rollout(ArrayStruct):
    """The struct `Rollout` of kernels.c: a network that plays, and the record of its present game.

    Args:
        c: the compiled `kernels.c`.
        hidden: hidden units of the network.
        game: on the console, for `play`; or one without rules, for `look`.

    Attributes:
        c: as given.
    """

    _fields_ = fields_of(LIBRARY.source, "Rollout")

    def __init__(self, c: ctypes.CDLL, hidden: int, game: Game) -> None:
        super().__init__(game=game.address, hidden=hidden)
        self.c, self._played = c, game
        self._make_room(_STEPS)

    def begin(self, W1: Floats, W2: Floats) -> None:
        """Forget the last game, and play the next with these weights, (6400, hidden) and (hidden,)."""
        for name, array, shape in (("W1", W1, (PIXELS, self.hidden)), ("W2", W2, (self.hidden,))):
            check_array(array, np.float32, shape, name)
            self.place(name, array)
        self.state = self.steps = self.changed = 0

    def _make_room(self, steps: int) -> None:
        """Make room for the record of so many steps and of what may change in them; more changes need more of it."""
        self.room, self.changes_room = steps, PIXELS + _CHANGES * steps
        shapes: dict[str, tuple[int, ...]] = {"changes": (self.changes_room,), "hidden_layers": (steps, self.hidden)}
        for name in ("changes", "ends", "hidden_layers", "p_up", "went_up", "rewards"):
            # Pages that are never written to take no memory.
            larger = np.empty(shapes.get(name, (steps,)), self._pointers[name][1])
            recorded = self.arrays.get(name, larger[:0])
            larger[: len(recorded)] = recorded
            self.place(name, larger)

    def _make_room_for_a_step(self) -> None:
        while self.steps == self.room or self.changed + PIXELS > self.changes_room:
            self._make_room(2 * self.room)

    def look(self, mask: Mask) -> float:
        """Return the probability of going up for the next frame's mask, (80, 80), and record the step."""
        self._played.mask[...] = mask
        if not self.steps:
            self._played.before[...] = mask
        self._make_room_for_a_step()
        p_up: float = self.c.pong_pg_reinforce_look(self.address)
        return p_up

    def play(self, env_seed: int, rng: np.random.Generator, *, greedy: bool = False) -> Episode:
        """Play a game on the console; for the arguments see `pong_pg.reinforce.rollout.Games.play`."""
        self._played.prepare(env_seed, rng)
        self.greedy = greedy
        while not self.state:
            self._make_room_for_a_step()
            self.c.pong_pg_reinforce_play(self.address)
        p_up, went_up, rewards = (self.arrays[name][: self.steps] for name in ("p_up", "went_up", "rewards"))
        return Episode(p_up, went_up.view(np.bool_), rewards, self.state == _TRUNCATED)


def new_record(hidden: int, game: Game | None = None) -> Rollout | Eye:
    """Return what looks at the frames of a game and records them: compiled, or the reference's.

    Args:
        hidden: hidden units of its networks.
        game: see `Rollout`; None for one without rules.
    """
    library = LIBRARY.load()
    return Eye() if library is None else Rollout(library, hidden, game or Game())
