"""Retries: after a game that was won, the rallies that were lost are played again, from shortly before each point."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, NamedTuple

from pong_pg.compat import Env, draws_palette
from pong_pg.errors import EnvError
from pong_pg.game.frames import Frame

if TYPE_CHECKING:
    from pong_pg.compat.ale import DirectEnv, Snapshot

# Agent steps between two snapshots.
EVERY = 4
# Of the snapshots of a rally: that many of the last are kept, and the youngest of them, from which the ball can't be
# reached any more, are left out when a point is lost. So retries begin 9 to 20 agent steps before the point.
KEPT, TOO_LATE = 5, 2
# Games with a higher return are retried: those that were won.
ABOVE = 0.0
# Those of the last lost points, of up to three snapshots each, that are kept of a game.
MOST = 16


class Moment(NamedTuple):
    """A moment of a game from which it can go on.

    Attributes:
        state: of the environment.
        before: the frame one agent step earlier.
        frame: the present frame.
    """

    state: Snapshot
    before: Frame
    frame: Frame


class Retries:
    """Which moments the rallies of a game are played again from, and how often.

    A rally in which the policy rarely fails says little about why: most of its steps went well. A retry is a new rally
    from 9 to 20 agent steps before the point was lost, where it was still open, so that what decided it is met again
    and again. A game that was lost says enough about why by itself, and is not retried: so a run begins without.

    States to start from are a common means where a simulator can restore them: compare Salimans and Chen 2018,
    "Learning Montezuma's Revenge from a Single Demonstration".

    Args:
        env: the environment.
        canvas: where the frame is drawn at each step.
        share: of the agent steps of a game and its retries, the share of the retries: 0 to below 1.
    """

    def __init__(self, env: DirectEnv, canvas: Frame, share: float) -> None:
        self._env, self._canvas, self._ratio = env, canvas, share / (1 - share)
        self._recent: deque[Moment] = deque(maxlen=KEPT)
        self._lost: deque[Moment] = deque(maxlen=MOST)
        self.begin_game()

    def begin_game(self) -> None:
        """Forget the last game."""
        self._recent.clear()
        self._lost.clear()
        self._game_steps = self._retried_steps = 0
        self._total = 0.0
        self._before = self._canvas

    def after_step(self, reward: float, *, retried: bool) -> None:
        """Take note of a step and of its frame.

        Args:
            reward: of the step.
            retried: whether it was one of a retry, and not of the game.
        """
        if retried:
            self._retried_steps += 1
            return
        self._game_steps += 1
        self._total += reward
        if reward:
            if reward < 0:
                self._lost.extend(list(self._recent)[:-TOO_LATE])
            self._recent.clear()
        elif self._game_steps % EVERY == EVERY - 1:
            self._before = self._canvas.copy()
        elif self._game_steps % EVERY == 0:
            self._recent.append(Moment(self._env.snapshot(), self._before, self._canvas.copy()))

    def begin(self, uniform: float) -> Moment | None:
        """Take the environment back to where a retry begins, and return this moment; None if there is to be no more.

        Args:
            uniform: a random number in [0, 1), which chooses among the moments.
        """
        if self._total <= ABOVE or not self._lost or self._retried_steps >= self._ratio * self._game_steps:
            return None
        moment = self._lost[int(uniform * len(self._lost))]
        self._env.restore(moment.state)
        return moment


def restorable(env: Env) -> DirectEnv:
    """Return an environment whose state can be saved and restored.

    Raises:
        EnvError: it can't.
    """
    if not draws_palette(env) or not env.can_restore:
        raise EnvError(
            f"{env} can't go back to an earlier state, which retries of lost rallies need: use backend 'direct' on "
            "ale-py, or set retry_share to 0 (--retry-share 0)"
        )
    return env
