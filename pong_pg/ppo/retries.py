"""Retries: after a game that was won, the rallies that were lost are played again, from shortly before each point."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, NamedTuple

from pong_pg.compat import Env, draws_palette
from pong_pg.errors import EnvError
from pong_pg.game.frames import Frame
from pong_pg.game.results import GameResult

if TYPE_CHECKING:
    from pong_pg.compat.ale import DirectEnv, Snapshot

# Agent steps between two snapshots of a game.
SNAPSHOT_EVERY = 4
# So many of the last snapshots of a rally are kept; when a point is lost, the youngest are left out, from which the
# ball can't be reached any more. So retries begin 9 to 20 agent steps before the point.
KEPT_SNAPSHOTS, TOO_LATE = 5, 2
# Games with a higher return are retried: those that were won.
RETRIED_ABOVE = 0.0
# So many moments of a game are kept, the last ones: up to three for each lost point.
MOST_MOMENTS = 16


class Moment(NamedTuple):
    """A moment of a game from which it can go on.

    Attributes:
        state: of the environment.
        before: as the canvas, the frame one agent step earlier.
        frame: as the canvas, the present frame.
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
        canvas: uint8, where the frame is drawn at each step, (210, 160).
        share: of the agent steps of a game and its retries, the share of the retries: 0 to below 1.
    """

    def __init__(self, env: DirectEnv, canvas: Frame, share: float) -> None:
        self._env, self._canvas, self._ratio = env, canvas, share / (1 - share)
        self._recent: deque[Moment] = deque(maxlen=KEPT_SNAPSHOTS)
        self._lost: deque[Moment] = deque(maxlen=MOST_MOMENTS)
        self.begin_game()

    def begin_game(self) -> None:
        """Forget the last game."""
        self._recent.clear()
        self._lost.clear()
        self._before = self._canvas

    def after_game_step(self, step: int, reward: float) -> None:
        """Take note of a step of the game, and of its frame.

        Args:
            step: its number in the game, from 1.
            reward: of the step. If it is 0, the game goes on.
        """
        if step % SNAPSHOT_EVERY == SNAPSHOT_EVERY - 1:
            self._before = self._canvas.copy()
        if reward:
            if reward < 0:
                self._lost.extend(list(self._recent)[:-TOO_LATE])
            self._recent.clear()
        elif step % SNAPSHOT_EVERY == 0:
            self._recent.append(Moment(self._env.snapshot(), self._before, self._canvas.copy()))

    def begin(self, game: GameResult, retried_steps: int, uniform: float) -> Moment | None:
        """Take the environment back to where a retry begins, and return this moment; None if there is to be no more.

        Args:
            game: that is over.
            retried_steps: agent steps of its retries so far.
            uniform: a random number in [0, 1), which chooses among the moments.
        """
        if game.total_reward <= RETRIED_ABOVE or not self._lost or retried_steps >= self._ratio * game.steps:
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
            f"{env} can't go back to an earlier state, which retries of lost rallies need: use the direct backend on "
            "ale-py without obs_type and atari_py, or set retry_share to 0 (--retry-share 0)"
        )
    return env
