"""How the network looks at the frames of one environment and draws actions: in C, or in NumPy."""

from __future__ import annotations

from ctypes import c_double, c_int64, c_void_p
from pathlib import Path

import numpy as np
import numpy.typing as npt

from pong_pg.compat.ale import ConsoleRules
from pong_pg.game.console_game import Game
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
)
Actions = npt.NDArray[np.uint8]
NO_ACTIONS: Actions = np.zeros(0, np.uint8)
# How many changes of an observation there is room for at first; a frame of Pong has some 20.
_USUAL_CHANGES = 32


class Player(ArrayStruct):
    """Plays in one environment: `decide` on an action for each frame, or `play` a whole rollout on the console in C.

    Args:
        rules: of a game on the console, which needs the compiled `play.c`; None for one whose masks Python puts into
            `game`.

    Attributes:
        game: its `mask` is that of the present frame, and `before` that of the frame before.
        at_end: 1 where no game has begun since the last one was over, otherwise 0.
        arrays: among them "actions", (steps,) uint8, 0 to 2, of this rollout; and "rewards", (steps,) float64, and
            "over", (steps,) uint8, see `pong_pg.ppo.reference.advantages`, where whoever takes the steps records them.
    """

    _fields_ = fields_of(LIBRARY.source, "Player")
    hidden: int

    def __init__(self, rules: ConsoleRules | None = None) -> None:
        super().__init__(at_end=1)
        self.game, self._c = Game(rules), LIBRARY.load()
        self.game_at = self.game.address

    def begin(self, weights: Weights, steps: int, given: Actions = NO_ACTIONS) -> None:
        """Begin a rollout, whose first observation is the last of the one before.

        Args:
            weights: the network's, in fixed point. They are not copied, and must not be changed meanwhile.
            steps: the most that the record has to hold.
            given: the actions of the first steps, instead of those that the network selects.
        """
        for name, array in weights._asdict().items():
            self.place(name, array)
        if self.hidden != weights.hidden:
            self.hidden = weights.hidden
            for name in ("lit_sums", "changed_sums"):
                self.make(name, (2, weights.hidden))
            self.make("hidden_layer", weights.hidden)
        for name in ("actions", "rewards", "over"):
            self.make(name, steps)
        self.arrays["actions"][: len(given)] = given
        self._weights, self.observations, self.given = weights, 0, len(given)

    def decide(self, number: float, greedy: bool) -> int:
        """Return the action, 0 to 2, that a number in [0, 1) selects for this frame; or the most probable one."""
        if self._c is not None:
            return int(self._c.pong_pg_ppo_decide(self.address, number, greedy))
        X = observation(self.game.mask, self.game.before)[np.newaxis]
        logits = forward(self._weights, X)[1][0, :-1].astype(np.float64)
        odds = np.exp(logits - logits.max())
        return int(odds.argmax()) if greedy else int(np.searchsorted(odds.cumsum()[:-1], number * odds.sum(), "right"))

    def play(self, steps: int, greedy: bool) -> bool:
        """Play on on the console until the record has so many steps; return False if the game is over before.

        The seeds of the next game are then to be given to `game.prepare`.
        """
        if self.observations == 0:
            self.place("changes", np.empty(steps * _USUAL_CHANGES + 2 * PIXELS, np.int16))
            self.place("ends", np.empty(steps + 1, np.int64))
        while True:
            self.room = len(self.arrays["changes"])
            self._c.pong_pg_ppo_play(self.address, steps, greedy)  # type: ignore[union-attr]  # see `rules`
            if self.at_end or self.observations > steps:
                return not self.at_end
            # There is no room for what changes next.
            changes = self.arrays["changes"]
            self.place("changes", np.concatenate([changes, np.empty_like(changes)]))

    def record(self) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int64]]:
        """Return the pixels that changed, one observation after another, and where those of each end."""
        ends = self.arrays["ends"][: self.observations].copy()
        return self.arrays["changes"][: ends[-1]].copy(), ends
