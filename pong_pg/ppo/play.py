"""How the network looks at the frames of one environment and draws actions: in C, or in NumPy."""

from __future__ import annotations

from ctypes import c_double, c_int64, c_void_p
from pathlib import Path

import numpy as np
import numpy.typing as npt

from pong_pg.compat.ale import ConsoleRules
from pong_pg.game.console_game import HEADERS, Game
from pong_pg.game.frames import PIXELS
from pong_pg.native.build import Library
from pong_pg.native.structs import ArrayStruct, fields_of
from pong_pg.ppo.network import Weights, observation
from pong_pg.ppo.reference import forward

LIBRARY = Library(
    Path(__file__).with_name("play.c"),
    functions={
        "pong_pg_ppo_decide": ([c_void_p, c_double, c_int64], c_int64),
        "pong_pg_ppo_play": ([c_void_p, c_int64, c_int64], None),
    },
    header_inputs=HEADERS,
)
Actions = npt.NDArray[np.uint8]
NO_ACTIONS: Actions = np.zeros(0, np.uint8)
# How many changes of an observation there is room for at first; a frame of Pong has some 20.
_USUAL_CHANGES = 32


class _Struct(ArrayStruct):
    """The struct `Player` of play.c."""

    _fields_ = fields_of(LIBRARY.source, "Player")
    hidden: int
    room: int
    observations: int
    given: int
    at_end: int


class Player:
    """Plays in one environment: `decide` on an action for each frame, or `play` a whole rollout on the console in C.

    Args:
        rules: of a game on the console, which needs the compiled `play.c`; None for one whose masks Python puts into
            `game`.

    Attributes:
        game: its `mask` is that of the present frame, and `before` that of the frame before.
        at_end: no game has begun since the last one was over.
        actions: (steps,) uint8, 0 to 2, of this rollout.
        rewards: (steps,) float64; whoever takes the steps records them here.
        over: (steps,) uint8, likewise: see `pong_pg.ppo.reference.advantages`.
    """

    def __init__(self, rules: ConsoleRules | None = None) -> None:
        self.game = Game(rules)
        self._struct = _Struct(game=self.game.address, at_end=1)
        self._c = LIBRARY.load()

    @property
    def at_end(self) -> bool:
        """Whether no game has begun since the last one was over."""
        return bool(self._struct.at_end)

    @at_end.setter
    def at_end(self, at_end: bool) -> None:
        self._struct.at_end = at_end

    def begin(self, weights: Weights, steps: int, given: Actions = NO_ACTIONS) -> None:
        """Begin a rollout, whose first observation is the last of the one before.

        Args:
            weights: the network's, in fixed point. They are not copied, and must not be changed meanwhile.
            steps: the most that the record has to hold.
            given: the actions of the first steps, instead of those that the network selects.
        """
        weights.check(np.int16)
        place = self._struct.place
        for name, array in weights._asdict().items():
            place(name, array)
        if self._struct.hidden != weights.hidden:
            self._struct.hidden = weights.hidden
            place("lit_sums", np.empty((2, weights.hidden), np.int32))
            place("changed_sums", np.empty((2, weights.hidden), np.int32))
            place("hidden_layer", np.empty(weights.hidden, np.float32))
        self.actions = place("actions", np.zeros(steps, np.uint8))
        self.rewards = place("rewards", np.zeros(steps, np.float64))
        self.over = place("over", np.zeros(steps, np.uint8))
        self.actions[: len(given)] = given
        self._weights, self._struct.observations, self._struct.given = weights, 0, len(given)

    def action(self, step: int, number: float, greedy: bool) -> int:
        """Return and record the action of a step, which was given or is what `decide` returns."""
        if step >= self._struct.given:
            self.actions[step] = self.decide(number, greedy)
        return int(self.actions[step])

    def decide(self, number: float, greedy: bool) -> int:
        """Return the action, 0 to 2, that a number in [0, 1) selects for this frame; or the most probable one."""
        if self._c is not None:
            return int(self._c.pong_pg_ppo_decide(self._struct.address, number, greedy))
        X = observation(self.game.mask, self.game.before)[np.newaxis]
        logits = forward(self._weights, X)[1][0, :-1].astype(np.float64)
        odds = np.exp(logits - logits.max())
        return int(odds.argmax()) if greedy else int(np.searchsorted(odds.cumsum()[:-1], number * odds.sum(), "right"))

    def play(self, steps: int, greedy: bool) -> bool:
        """Play on on the console until the record has so many steps; return False if the game is over before.

        The seeds of the next game are then to be given to `game.prepare`.
        """
        struct = self._struct
        if struct.observations == 0:
            self._changes = struct.place("changes", np.empty(steps * _USUAL_CHANGES + 2 * PIXELS, np.int16))
            self._ends = struct.place("ends", np.empty(steps + 1, np.int64))
        while True:
            struct.room = len(self._changes)
            self._c.pong_pg_ppo_play(struct.address, steps, greedy)  # type: ignore[union-attr]  # see `rules`
            if self.at_end or struct.observations > steps:
                return not self.at_end
            # There is no room for what changes next.
            self._changes = struct.place("changes", np.concatenate([self._changes, np.empty_like(self._changes)]))

    def record(self) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int64]]:
        """Return the pixels that changed, one observation after another, and where those of each end."""
        ends = self._ends[: self._struct.observations].copy()
        return self._changes[: ends[-1]].copy(), ends
