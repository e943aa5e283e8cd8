"""How the network looks at the frames of one environment, draws actions and records a rollout: in C, or in NumPy."""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Sequence
from ctypes import POINTER, c_double, c_float, c_int16, c_int32, c_int64, c_uint8, c_void_p
from pathlib import Path

import numpy as np
import numpy.typing as npt

from pong_pg.game.console_game import HEADERS, Game
from pong_pg.game.frames import PIXELS
from pong_pg.native.build import Library
from pong_pg.native.structs import ArrayStruct
from pong_pg.ppo.network import Weights, observation
from pong_pg.ppo.reference import forward

Pixels = npt.NDArray[np.int16]

LIBRARY = Library(
    Path(__file__).with_name("play.c"),
    symbols=[
        f"pong_pg_ppo_{name}" for name in ("begin_rollout", "observe_first", "observe", "select", "play", "replay")
    ],
    header_inputs=HEADERS,
)
# How many changes of an observation there is room for at first; a frame of Pong has some 20.
_USUAL_CHANGES = 32


class Player:
    """Plays in one environment by NumPy, slowly: `observe` each frame, then `select` an action.

    Attributes:
        game: its `mask` is to be that of the present frame.
        rewards: (steps,) float64, of this rollout; whoever takes the steps records them here.
        actions: (steps,) uint8, 0 to 2, likewise.
        over: (steps,) uint8, likewise: see `pong_pg.ppo.reference.advantages`.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._at_end = True
        self._observed: list[Pixels] = []

    @property
    def at_end(self) -> bool:
        """Whether no game has begun since the last one was over."""
        return self._at_end

    def end_game(self) -> None:
        """Take note that the game is over; the next observation is to be one of a first frame."""
        self._at_end = True

    def begin(self, weights: Weights, steps: int) -> None:
        """Begin a rollout; the last observation of the one before is its first.

        Args:
            weights: the network's, in fixed point.
            steps: the most that the record has to hold.
        """
        self._weights = weights
        last = [] if self.at_end else self._observed[-1:]
        self._observed = [pixels[:0] for pixels in last] if self._is_first(len(self._observed)) else last
        self._place(steps)

    def _is_first(self, observations: int) -> bool:
        """Whether the last observation is of a game's first frame: it begins a rollout with no changes."""
        return observations > 1 and bool(self.over[observations - 2])

    def _place(self, steps: int) -> None:
        self.actions, self.over = np.zeros(steps, np.uint8), np.zeros(steps, np.uint8)
        self.rewards = np.zeros(steps, np.float64)

    def observe_first(self, last: npt.NDArray[np.uint8]) -> None:
        """Make an observation of a game's first frame; `last` is the mask of the observation before, if any."""
        self.game.before[...] = self.game.mask
        self._observe(np.flatnonzero(self.game.mask != last) if self._observed else np.zeros(0, np.intp))
        self._at_end = False

    def observe(self) -> None:
        """Make an observation of any other frame."""
        self._observe(np.flatnonzero(self.game.mask != self.game.before))
        self.game.before[...] = self.game.mask

    def _observe(self, changes: npt.NDArray[np.intp]) -> None:
        self._input = observation(self.game.mask, self.game.before)[np.newaxis]
        self._observed.append(changes.astype(np.int16))

    def select(self, number: float, greedy: bool) -> int:
        """Return the action, 0 to 2, that a number in [0, 1) selects; or the most probable one."""
        logits = forward(self._weights, self._input)[1][0, :-1].astype(np.float64)
        odds = np.exp(logits - logits.max())
        return int(odds.argmax()) if greedy else int(np.searchsorted(odds.cumsum()[:-1], number * odds.sum(), "right"))

    def go_on_from_here(self) -> None:
        """Take the present frame, and what has changed since the one before, for the last observation."""
        self.observe()
        self._at_end = False

    def record(self) -> tuple[Pixels, npt.NDArray[np.int64]]:
        """Return the pixels that changed, one observation after another, and where those of each end."""
        return np.concatenate(self._observed), np.cumsum([len(changes) for changes in self._observed], dtype=np.int64)


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


class CompiledPlayer(Player):
    """Plays with the compiled `play.c`, fast. On a game on the console, C plays whole rollouts by itself.

    Args:
        game: see `Player`.
        library: the compiled file.
    """

    def __init__(self, game: Game, library: ctypes.PyDLL) -> None:
        super().__init__(game)
        self._struct = _Struct(game=game.address, at_end=1)
        self.address = self._struct.address
        begin, observe, select = (
            getattr(library, f"pong_pg_ppo_{name}") for name in ("begin_rollout", "observe", "select")
        )
        self._begin_rollout = functools.partial(begin, c_void_p(self.address))
        self._observe_now = functools.partial(observe, c_void_p(self.address))
        select.argtypes, select.restype = [c_void_p, c_double, c_int64], c_int64
        # Called at every step, so without a Python method in between.
        self.select = functools.partial(select, self.address)  # type: ignore[method-assign]
        self._observe_first = functools.partial(library.pong_pg_ppo_observe_first, c_void_p(self.address))

    @property
    def at_end(self) -> bool:
        """See `Player`."""
        return bool(self._struct.at_end)

    def end_game(self) -> None:
        """See `Player`."""
        self._struct.at_end = 1

    @property
    def steps(self) -> int:
        """How many steps of this rollout have been taken."""
        return self._struct.observations - (not self._struct.at_end)

    def _used(self) -> int:
        return int(self._ends[self._struct.observations - 1]) if self._struct.observations else 0

    def begin(self, weights: Weights, steps: int) -> None:
        """See `Player`; the weights are not copied, and must not be changed meanwhile."""
        weights.check(np.int16)
        struct, place = self._struct, self._struct.place
        last = self._last_changes()
        place("W1", weights.W1)
        place("heads", weights.heads)
        place("biases", weights.biases)
        if struct.hidden != weights.hidden:
            struct.hidden = weights.hidden
            place("lit_sums", np.empty((2, weights.hidden), np.int32))
            place("changed_sums", np.empty((2, weights.hidden), np.int32))
            place("hidden_layer", np.empty(weights.hidden, np.float32))
        self._changes = place("changes", np.empty(steps * _USUAL_CHANGES + 2 * PIXELS, np.int16))
        struct.room = len(self._changes)
        self._ends = place("ends", np.empty(steps + 1, np.int64))
        self._place(steps)
        for name in ("actions", "rewards", "over"):
            place(name, getattr(self, name))
        struct.observations = 0
        if last is not None:
            self._changes[: len(last)], self._ends[0] = last, len(last)
            struct.observations = 1
        self._begin_rollout()

    def _last_changes(self) -> Pixels | None:
        observations = self._struct.observations
        if not observations or self.at_end:
            return None
        if self._is_first(observations):
            return np.zeros(0, np.int16)
        begin = self._ends[observations - 2] if observations > 1 else 0
        changes: Pixels = self._changes[begin : self._ends[observations - 1]].copy()
        return changes

    def make_room(self) -> None:
        """Make sure that there is room for the changes of another observation, however many."""
        if self._used() + PIXELS > len(self._changes):
            larger = np.empty(2 * len(self._changes), np.int16)
            larger[: len(self._changes)] = self._changes
            self._changes = self._struct.place("changes", larger)
            self._struct.room = len(larger)

    def observe_first(self, last: npt.NDArray[np.uint8]) -> None:
        """See `Player`."""
        self.make_room()
        self.game.before[...] = self.game.mask
        self._observe_first(c_void_p(np.ascontiguousarray(last).ctypes.data))

    def observe(self) -> None:
        """See `Player`."""
        self.make_room()
        self._observe_now()

    def replay(self, actions: npt.NDArray[np.uint8]) -> tuple[int, float]:
        """Begin the next game on the console and take these actions, at least one; observe what comes of the last.

        Returns:
            How many steps were taken before the game was over, and the sum of their rewards.
        """
        library, total = LIBRARY.load(), np.zeros(1)
        assert library is not None
        library.pong_pg_ppo_replay.restype = c_int64
        at = (c_void_p(array.ctypes.data) for array in (actions, total))
        taken = int(library.pong_pg_ppo_replay(c_void_p(self.game.address), next(at), c_int64(len(actions)), next(at)))
        self.go_on_from_here()
        return taken, float(total[0])

    def go_on_from_here(self) -> None:
        """See `Player`."""
        self._changes = np.flatnonzero(self.game.mask != self.game.before).astype(np.int16)
        self._ends = np.array([len(self._changes)])
        self.game.before[...] = self.game.mask
        self._struct.observations, self._struct.at_end = 1, 0

    def record(self) -> tuple[Pixels, npt.NDArray[np.int64]]:
        """See `Player`."""
        return self._changes[: self._used()].copy(), self._ends[: self._struct.observations].copy()


def make_player(game: Game) -> Player:
    """Return a player, compiled if possible."""
    library = LIBRARY.load()
    return Player(game) if library is None else CompiledPlayer(game, library)


class Shares:
    """Rollouts of some players on consoles, which several threads play side by side: each takes the next player.

    Args:
        players: each has begun a rollout.
        steps: of each.
        greedy: take the most probable actions instead of drawing them.
    """

    def __init__(self, players: Sequence[CompiledPlayer], steps: int, *, greedy: bool = False) -> None:
        library = LIBRARY.load()
        assert library is not None
        self._players = players
        self._addresses = np.array([player.address for player in players], np.uint64)
        self._taken, self._stop = np.zeros(1, np.int64), np.zeros(1, np.int32)
        # CDLL releases the interpreter's lock during a call.
        at = [c_void_p(array.ctypes.data) for array in (self._addresses, self._taken, self._stop)]
        numbers = c_int64(len(players)), c_int64(steps), c_int64(greedy)
        self._play = functools.partial(ctypes.CDLL(library._name).pong_pg_ppo_play, at[0], *numbers, *at[1:])

    def play(self) -> None:
        """Play until none is left; some may need room, or the seeds of another game, before they can go on."""
        self._play()

    def stop(self) -> None:
        """Have all threads return soon."""
        self._stop[0] = 1
