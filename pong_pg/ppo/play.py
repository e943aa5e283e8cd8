"""How the network looks at the frames of one environment and draws actions: in C, or in NumPy."""

from __future__ import annotations

import ctypes
from ctypes import POINTER, c_double, c_float, c_int16, c_int32, c_int64, c_uint8, c_void_p
from pathlib import Path

import numpy as np
import numpy.typing as npt

from pong_pg.compat.ale import ConsoleRules
from pong_pg.game.console_game import HEADERS, Game
from pong_pg.game.frames import PIXELS
from pong_pg.native.build import Library
from pong_pg.native.structs import ArrayStruct, array_function
from pong_pg.ppo.network import Weights, observation
from pong_pg.ppo.reference import forward

LIBRARY = Library(
    Path(__file__).with_name("play.c"),
    symbols=[f"pong_pg_ppo_{name}" for name in ("decide", "play", "replay")],
    header_inputs=HEADERS,
)
# How many changes of an observation there is room for at first; a frame of Pong has some 20.
_USUAL_CHANGES = 32


class _Struct(ArrayStruct):
    """The struct `Player` of play.c."""

    _fields_ = (
        ("game", c_void_p),
        ("W1", POINTER(c_int16)),
        ("heads", POINTER(c_float)),
        ("biases", POINTER(c_float)),
        ("lit_sums", POINTER(c_int32)),
        ("changed_sums", POINTER(c_int32)),
        ("hidden_layer", POINTER(c_float)),
        ("hidden", c_int64),
        ("changes", POINTER(c_int16)),
        ("room", c_int64),
        ("ends", POINTER(c_int64)),
        ("actions", POINTER(c_uint8)),
        ("rewards", POINTER(c_double)),
        ("over", POINTER(c_uint8)),
        ("observations", c_int64),
        ("at_end", c_int64),
    )
    hidden: int
    room: int
    observations: int
    at_end: int


class Player:
    """Plays in one environment: `decide` on an action for each frame, or `play` a whole rollout on the console in C.

    Args:
        rules: of a game on the console, which needs the compiled `play.c`; None for one whose masks Python puts into
            `game`.

    Attributes:
        game: its `mask` is that of the present frame, and `before` that of the frame before.
        at_end: no game has begun since the last one was over.
        actions: (steps,) uint8, 0 to 2, of this rollout; whoever takes the steps records them here.
        rewards: (steps,) float64, likewise.
        over: (steps,) uint8, likewise: see `pong_pg.ppo.reference.advantages`.
    """

    def __init__(self, rules: ConsoleRules | None = None) -> None:
        self.game = Game(rules)
        self._struct = _Struct(game=self.game.address, at_end=1)
        self._library = LIBRARY.load()
        if self._library is not None:
            self._decide = self._library.pong_pg_ppo_decide
            self._decide.argtypes, self._decide.restype = [c_void_p, c_double, c_int64], c_int64
            # CDLL releases the interpreter's lock during a call.
            released = ctypes.CDLL(self._library._name)
            self._play = array_function(released.pong_pg_ppo_play, [c_void_p, c_int64, c_int64])
            takes = [c_void_p, np.uint8, c_int64, np.float64]
            self._replay = array_function(released.pong_pg_ppo_replay, takes, c_int64)

    @property
    def at_end(self) -> bool:
        """Whether no game has begun since the last one was over."""
        return bool(self._struct.at_end)

    @at_end.setter
    def at_end(self, at_end: bool) -> None:
        self._struct.at_end = at_end

    def begin(self, weights: Weights, steps: int) -> None:
        """Begin a rollout, whose first observation is the last of the one before.

        Args:
            weights: the network's, in fixed point. They are not copied, and must not be changed meanwhile.
            steps: the most that the record has to hold.
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
        self._weights, self._struct.observations = weights, 0

    def decide(self, number: float, greedy: bool) -> int:
        """Return the action, 0 to 2, that a number in [0, 1) selects for this frame; or the most probable one."""
        if self._library is not None:
            return int(self._decide(self._struct.address, number, greedy))
        X = observation(self.game.mask, self.game.before)[np.newaxis]
        logits = forward(self._weights, X)[1][0, :-1].astype(np.float64)
        odds = np.exp(logits - logits.max())
        return int(odds.argmax()) if greedy else int(np.searchsorted(odds.cumsum()[:-1], number * odds.sum(), "right"))

    def play(self, steps: int, greedy: bool) -> bool:
        """Play on on the console until the record has so many steps; return False if the game is over before.

        The seeds of the next game are then to be given to `game.prepare`. Other threads run meanwhile.
        """
        struct = self._struct
        if struct.observations == 0:
            self._changes = struct.place("changes", np.empty(steps * _USUAL_CHANGES + 2 * PIXELS, np.int16))
            self._ends = struct.place("ends", np.empty(steps + 1, np.int64))
        while True:
            struct.room = len(self._changes)
            self._play(struct.address, steps, greedy)
            if self.at_end or struct.observations > steps:
                return not self.at_end
            # There is no room for what changes next.
            self._changes = struct.place("changes", np.concatenate([self._changes, np.empty_like(self._changes)]))

    def replay(self, actions: npt.NDArray[np.uint8]) -> tuple[int, float]:
        """Begin the next game on the console and take these actions.

        Returns:
            How many steps were taken before the game was over, and the sum of their rewards.
        """
        total = np.zeros(1)
        return self._replay(self._struct.address, actions, len(actions), total), float(total[0])

    def record(self) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int64]]:
        """Return the pixels that changed, one observation after another, and where those of each end."""
        ends = self._ends[: self._struct.observations].copy()
        return self._changes[: ends[-1]].copy(), ends
