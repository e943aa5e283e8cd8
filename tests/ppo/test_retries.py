"""Retries: rallies that a game lost are played again, from where they could still be won, and nothing else changes."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

import numpy as np
import pytest
from falling import FallingBall
from states import state_in

import pong_pg
from pong_pg.compat import make, make_for_training
from pong_pg.errors import EnvError, FailedGame
from pong_pg.game.results import GameResult
from pong_pg.game.seeding import env_game
from pong_pg.ppo import retries, symmetry
from pong_pg.ppo.config import PPOConfig
from pong_pg.ppo.encoder import LIBRARY
from pong_pg.ppo.failures import replay_environment
from pong_pg.ppo.gae import GOES_ON, TERMINATED, TRUNCATED
from pong_pg.ppo.network import ACTIONS, Weights
from pong_pg.ppo.numpy_kernels import NumPyKernels
from pong_pg.ppo.retries import MOST_MOMENTS, RETRIED_ABOVE, Retries, restorable
from pong_pg.ppo.rollout import EnvRunner, Position, Rollout
from pong_pg.ppo.state import PPOState
from pong_pg.ppo.workers import RolloutWorker

pytestmark = pytest.mark.needs("ale-py")

GAMES = functools.partial(env_game, 7, 2)
SHARE = 0.4
# Of the agent steps of a game, those of its retries.
RATIO = SHARE / (1 - SHARE)


@pytest.fixture(scope="module", autouse=True)
def _lost_games_are_retried_too() -> Iterator[None]:
    """So that the weights need not be trained."""
    with mock.patch.object(retries, "RETRIED_ABOVE", -22.0):
        yield


def weights() -> Weights:
    fresh = Weights.initial(9, 3, np.random.default_rng(3))
    return fresh._replace(heads=fresh.heads * 20)


def pong(**arguments: Any) -> Any:
    return make_for_training("ALE/Pong-v5", backend="direct", **arguments)


def runner(position: Position | None = None, share: float = SHARE, **arguments: Any) -> EnvRunner:
    return EnvRunner(pong(**arguments), ACTIONS[3], GAMES, position, retry_share=share)


def bits(rollout: Rollout) -> list[Any]:
    return [*(array.tobytes() for array in rollout[:-1]), rollout.games]


def observation(rollout: Rollout, step: int) -> list[int]:
    rows: list[int] = rollout.rows[rollout.ends[step - 1] if step else 0 : rollout.ends[step]].tolist()
    return rows


@pytest.fixture(scope="module")
def plain() -> Rollout:
    """Play without retries: a game, and the beginning of the next."""
    return runner(share=0.0).rollout(weights(), 1500)


@pytest.fixture(scope="module")
def retried() -> Rollout:
    return runner().rollout(weights(), 3000)


def test_the_game_is_the_same_as_without_retries(plain: Rollout, retried: Rollout) -> None:
    length = plain.games[0].steps
    assert plain.games[0].total_reward < -15
    for name in ("actions", "rewards"):
        assert getattr(retried, name)[:length].tolist() == getattr(plain, name)[:length].tolist()
    assert retried.games[0] == plain.games[0]
    # The next game is another one all the same: its seeds are of its own.
    begin = int(np.flatnonzero(retried.over)[0]) + 1
    assert retried.actions[begin : begin + 300].tolist() == plain.actions[length : length + 300].tolist()


def test_the_game_is_over_when_it_has_been_retried_enough(retried: Rollout) -> None:
    length, end = retried.games[0].steps, int(np.flatnonzero(retried.over)[0])
    assert retried.over[end] == TERMINATED
    points = np.flatnonzero(retried.rewards)
    # As many rallies as it takes to have so many steps.
    last, before = end + 1 - length, points[points < end][-1] + 1 - length
    assert before < RATIO * length <= last
    assert retried.rewards[end]


def test_retries_begin_where_the_game_was_shortly_before_a_lost_point(retried: Rollout) -> None:
    length, end = retried.games[0].steps, int(np.flatnonzero(retried.over)[0])
    lost = [step for step in np.flatnonzero(retried.rewards < 0).tolist() if step < length]
    found = []
    for point in np.flatnonzero(retried.rewards).tolist():
        if length - 1 <= point < end:
            now = observation(retried, point + 1)
            # A moment's observation is that before the step that follows it.
            ages = [
                step + 1 - begin
                for step in lost[-6:]
                for begin in range(step - 25, step + 1)
                if observation(retried, begin) == now
            ]
            assert ages, "no such moment"
            found.append(min(ages, key=lambda age: abs(age - 14.5)))
    assert len(found) > 12
    assert set(found) <= set(range(9, 21))
    assert len(set(found)) > 3


def test_retries_are_won_that_the_game_lost(retried: Rollout) -> None:
    """Sticky actions and the policy's own are drawn anew."""
    length, end = retried.games[0].steps, int(np.flatnonzero(retried.over)[0])
    again = retried.rewards[length : end + 1]
    assert (again > 0).any()
    assert (again < 0).any()


@pytest.mark.parametrize("steps", [500, 900, 1300, 1700, 2400])
def test_another_worker_goes_on_from_a_position_also_in_a_retry(
    steps: int, plain: Rollout, monkeypatch: pytest.MonkeyPatch
) -> None:
    # So that moments of the game before would be among those to choose from, had they not been forgotten.
    monkeypatch.setattr(retries, "MOST_MOMENTS", 1000)
    stream, position = runner(), Position.start()
    for part in (steps, 3):
        position = position.after(stream.rollout(weights(), part))
    assert (position.game, len(position.actions)) == stream.at
    # One is before the game's end, at least one is after it, one in the second game, and one in its retries.
    assert position.game == (steps >= 1700)
    assert (stream._result is not None) == (steps not in {500, 1700})
    assert plain.games[0].steps < 1300
    assert bits(runner(position).rollout(weights(), 400)) == bits(stream.rollout(weights(), 400))


def test_c_and_numpy_play_the_same(retried: Rollout, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LIBRARY, "load", lambda: None)
    monkeypatch.setattr(symmetry, "kernels", NumPyKernels)
    steps = retried.games[0].steps + 100
    by_numpy = runner().rollout(weights(), steps)
    assert by_numpy.rows.tolist() == retried.rows[: by_numpy.ends[-1]].tolist()
    assert by_numpy.actions.tolist() == retried.actions[:steps].tolist()


def test_another_worker_goes_on_where_a_retry_has_just_begun(retried: Rollout) -> None:
    end = int(np.flatnonzero(retried.over)[0])
    points = [step for step in np.flatnonzero(retried.rewards).tolist() if retried.games[0].steps - 1 <= step < end]
    # After the game's last step, and after a retry's.
    for point in (points[0], points[5]):
        stream = runner()
        position = Position.start().after(stream.rollout(weights(), point + 1))
        assert bits(runner(position).rollout(weights(), 60)) == bits(stream.rollout(weights(), 60))


def test_a_retry_that_is_truncated_ends_the_game(plain: Rollout) -> None:
    frames = 4 * plain.games[0].steps
    rollout = runner(max_num_frames_per_episode=frames + 4).rollout(weights(), 3000)
    # From the last lost rally it may go on longer than the game did.
    end = int(np.flatnonzero(rollout.over)[0])
    assert rollout.over[end] == TRUNCATED
    assert rollout.games[0] == plain.games[0]
    assert end > plain.games[0].steps


def test_a_game_that_is_truncated_in_a_rally_is_not_retried() -> None:
    rollout = runner(max_num_frames_per_episode=2000).rollout(weights(), 1100)
    assert [game.steps for game in rollout.games] == [500, 500]
    assert np.flatnonzero(rollout.over).tolist() == [499, 999]
    assert set(rollout.over.tolist()) == {GOES_ON, TRUNCATED}


class Recorded:
    """Stands in for an environment: a snapshot is the number of its step, and what is restored is noted."""

    def __init__(self) -> None:
        self.restored: list[int] = []
        self.steps = 0

    def snapshot(self) -> int:
        return self.steps

    def restore(self, snapshot: int) -> None:
        self.restored.append(snapshot)


class Played:
    """A game of 60 steps that was played, with rewards in some of them; `begin` begins a retry after it."""

    def __init__(self, rewards: dict[int, float], steps: int = 60, share: float = 0.5) -> None:
        self.env, canvas = Recorded(), np.zeros((2, 2), np.uint8)
        self.retries = Retries(self.env, canvas, share)  # type: ignore[arg-type]  # as much of one as it needs
        for step in range(1, steps + 1):
            self.env.steps = step
            canvas[...] = step
            self.retries.after_game_step(step, rewards.get(step, 0.0))
        self.game = GameResult(0, 0, sum(rewards.values()), steps, False)

    def begin(self, uniform: float = 0.0, retried_steps: int = 0) -> tuple[int, int] | None:
        """Return what is on the frames of the moment, if there is one."""
        moment = self.retries.begin(self.game, retried_steps, uniform)
        return None if moment is None else (int(moment.before[0, 0]), int(moment.frame[0, 0]))


def test_the_moments_are_those_of_lost_rallies_that_were_still_open() -> None:
    game = Played({40: 1.0, 101: -1.0, 130: 1.0}, 130)
    assert [game.begin(uniform) for uniform in (0.0, 0.34, 0.99)] == [(83, 84), (87, 88), (91, 92)]
    assert game.env.restored == [84, 88, 92]


def test_all_lost_rallies_of_a_game_are_retried_but_no_more_than_the_last_moments() -> None:
    game = Played(dict.fromkeys(range(30, 241, 30), -1.0), 240)
    for uniform in range(100):
        game.begin(uniform / 100)
    found = set(game.env.restored)
    assert len(found) == MOST_MOMENTS
    # Those of the first lost points have gone.
    assert (min(found), max(found)) == (80, 228)


def test_the_frame_before_is_that_before_also_where_a_point_was_scored_in_it() -> None:
    assert Played({31: 1.0, 43: -1.0}).begin() == (31, 32)


def test_a_game_without_a_lost_point_is_not_retried_nor_a_rally_that_was_too_short() -> None:
    assert Played({40: 1.0}).begin() is None
    assert Played({40: 1.0, 48: -1.0}).begin() is None
    assert Played({40: 1.0, 54: -1.0}).begin() is not None


def test_a_game_that_was_lost_is_not_retried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retries, "RETRIED_ABOVE", RETRIED_ABOVE)
    assert Played({30: -1.0}).begin() is None
    assert Played({30: -1.0, 50: 1.0}).begin() is None
    assert Played({30: -1.0, 50: 1.0, 55: 1.0}).begin() is not None


@pytest.mark.parametrize(("share", "enough"), [(0.5, 60), (0.75, 180), (0.2, 15)])
def test_retries_have_their_share_of_the_steps(share: float, enough: int) -> None:
    game = Played({30: -1.0}, share=share)
    assert game.begin(retried_steps=enough - 1) is not None
    assert game.begin(retried_steps=enough) is None


def test_a_new_game_has_no_moments() -> None:
    game = Played({30: -1.0})
    game.retries.begin_game()
    assert game.begin() is None
    # Nor those of a rally that was not over.
    game = Played({})
    game.retries.begin_game()
    game.retries.after_game_step(1, -1.0)
    assert game.begin() is None


@pytest.mark.parametrize(
    "make_env",
    [
        FallingBall,
        lambda: make_for_training("Pong-v0", backend="direct", atari_py="0.2"),
        pytest.param(
            lambda: make("ALE/Pong-v5", backend="gymnasium"),
            marks=[pytest.mark.needs("gymnasium"), pytest.mark.native],
        ),
    ],
    ids=["of a factory", "of old random numbers", "of Gymnasium"],
)
def test_an_environment_that_cannot_go_back_is_refused(make_env: Callable[[], Any]) -> None:
    env = make_env()
    with pytest.raises(EnvError, match=r"can't go back to an earlier state.*set retry_share to 0 \(--retry-share 0\)"):
        restorable(env)
    with pytest.raises(EnvError, match="can't go back"):
        EnvRunner(env, ACTIONS[3], GAMES, retry_share=0.1)


def test_a_worker_says_so_before_it_plays() -> None:
    with pytest.raises(EnvError, match="can't go back"):
        RolloutWorker(PPOConfig(retry_share=0.1), FallingBall).prepare()
    RolloutWorker(PPOConfig(), FallingBall).prepare()
    RolloutWorker(PPOConfig(retry_share=0.1), None).prepare()


def test_a_resumed_run_goes_on_in_its_retries_to_the_same_weights(tmp_path: Path) -> None:
    config = PPOConfig(
        num_envs=2,
        rollout_steps=500,
        final_rollout_steps=500,
        num_minibatches=2,
        epochs=1,
        hidden=8,
        iterations=4,
        workers=0,
        retry_share=SHARE,
    )
    whole = pong_pg.train(config)
    assert isinstance(whole.policy, pong_pg.ActorCritic)
    without = pong_pg.train(dataclasses.replace(config, retry_share=0.0))
    assert without.policy.digest() != whole.policy.digest()
    pong_pg.train(dataclasses.replace(config, iterations=2, run_dir=str(tmp_path / "run")))
    # The games are over, and being retried.
    state = state_in(tmp_path / "run", PPOState)
    assert {position.game for position in state.positions} == {0}
    assert min(len(position.actions) for position in state.positions) > 950
    # So is an environment whose step is looked at again.
    steps = len(state.positions[1].actions)
    failed = FailedGame(2, 0, env_game(config.seed, 1, 0)[0], steps + 1, 1)
    told = dict(replay_environment(state, failed, pong, 500).details)
    assert told["action"]
    assert pong_pg.resume(tmp_path / "run", iterations=2).policy.digest() == whole.policy.digest()


def test_an_emulator_whose_states_are_never_freed_is_refused() -> None:
    env = pong()
    env._emulator = SimpleNamespace(may_be_shared=False, binding="atari-py 0.2.6")
    with pytest.raises(EnvError, match="can't go back"):
        restorable(env)
    with pytest.raises(EnvError, match="make it on ale-py"):
        env.snapshot()
