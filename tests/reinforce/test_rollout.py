from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from falling import BALLS, FALL, Discrete, FallingBall, FramesBox
from stack import BACKENDS, on_ale

from pong_pg.compat.ale import DirectEnv
from pong_pg.errors import EnvError, Stopped, UnknownEnvError
from pong_pg.game.env import training_env
from pong_pg.reinforce import kernels as compiled
from pong_pg.reinforce.config import ReinforceConfig
from pong_pg.reinforce.kernels import Rollout
from pong_pg.reinforce.policy import ReinforcePolicy
from pong_pg.reinforce.reference import DOWN, UP, Episode
from pong_pg.reinforce.rollout import Games

POLICY = ReinforcePolicy.initial(16, np.random.default_rng(1))
WEIGHTS = POLICY.W1_T, POLICY.W2


def played(env: Any, env_seed: int = 0, *, greedy: bool = False, games: Games | None = None) -> dict[str, Any]:
    """A game: what happened, and all bits of what was recorded."""
    games = games or Games(env, 16)
    episode = games.play(WEIGHTS, env_seed, np.random.default_rng(2), greedy=greedy)
    record = games.record
    assert isinstance(record, Rollout), "the tests need a C compiler"
    lengths = {"changes": record.changed, "ends": record.steps, "hidden_layers": record.steps}
    bits = {name: record.arrays[name][:length].tobytes() for name, length in lengths.items()}
    return {**bits, **{name: np.array(value).tobytes() for name, value in episode._asdict().items()}}


class Spy(FallingBall):
    def __init__(self) -> None:
        super().__init__()
        self.seeds: list[int | None] = []
        self.actions: list[int] = []

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        self.seeds.append(seed)
        return super().reset(seed=seed)

    def step(self, action: int) -> Any:
        self.actions.append(action)
        return super().step(action)


@pytest.mark.parametrize("greedy", [False, True])
def test_a_game_of_an_environment_of_python(greedy: bool) -> None:
    env = Spy()
    episode = Games(env, 16).play(WEIGHTS, 9, np.random.default_rng(2), greedy=greedy)
    assert env.seeds == [9]
    assert env.actions == [UP if up else DOWN for up in episode.went_up]
    expected = episode.p_up >= 0.5 if greedy else np.random.default_rng(2).random(80) < episode.p_up
    np.testing.assert_array_equal(episode.went_up, expected)
    assert len(episode.rewards) == BALLS * FALL
    assert np.count_nonzero(episode.rewards) == BALLS
    assert not episode.truncated
    assert Games(FallingBall(end="truncated"), 16).play(WEIGHTS, 9, np.random.default_rng(2)).truncated


class WrongFrames(FramesBox):
    shape = (84, 84, 1)


class FloatFrames(FramesBox):
    dtype = np.dtype(np.float32)  # type: ignore[assignment]  # another type of number than its base says


class ThreeActions(Discrete):
    n = 3


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"observation_space": WrongFrames()}, "observations must be uint8 frames"),
        ({"observation_space": FloatFrames()}, "observations must be uint8 frames"),
        (
            {"action_space": ThreeActions()},
            r"takes actions 2 \(up\) and 3 \(down\), so there must be at least 4 discrete actions; got 3",
        ),
    ],
)
def test_an_environment_unlike_pong_is_refused_before_it_is_played(changes: dict[str, Any], complaint: str) -> None:
    odd: Any = type("Odd", (FallingBall,), changes)
    with pytest.raises(EnvError, match=complaint):
        training_env(ReinforceConfig(), odd)


@pytest.mark.parametrize(
    ("env_id", "backend"),
    [
        ("Pong-ramDeterministic-v4", "auto"),
        ("ALE/Pong-ram-v5", "direct"),
        *(("Pong-ram-v0", road) for road in BACKENDS),
    ],
)
def test_the_128_bytes_are_refused_in_one_line(env_id: str, backend: str) -> None:
    with pytest.raises(EnvError, match=rf"^{env_id} can't be played: .*got shape \(128,\)") as caught:
        training_env(ReinforceConfig(env=env_id, backend=backend))
    assert "\n" not in str(caught.value)


class NoSpace:
    """A game without an observation space."""

    action_space = Discrete()

    def __init__(self, end: str = "terminated") -> None:
        self._game = FallingBall(end)
        self.reset, self.step = self._game.reset, self._game.step


def test_without_an_observation_space_an_observation_is_looked_at() -> None:
    env = training_env(ReinforceConfig(), NoSpace)
    assert len(Games(env, 16).play(WEIGHTS, 0, np.random.default_rng(0)).rewards) == BALLS * FALL


def test_cartpole_is_refused_in_one_line() -> None:
    with pytest.raises(EnvError, match="CartPole-v1 can't be played: observations must be") as caught:
        training_env(ReinforceConfig(env="CartPole-v1"))
    assert "\n" not in str(caught.value)


def test_the_direct_environment_is_the_default_and_shows_its_palette() -> None:
    env = training_env(ReinforceConfig())
    assert isinstance(env, DirectEnv)
    assert env.reset(seed=0)[0].shape == (210, 160)


def test_an_unknown_id_is_told() -> None:
    with pytest.raises(UnknownEnvError, match="Pong"):
        training_env(ReinforceConfig(env="Pnog-v0"))


def pong(env_id: str = "ALE/Pong-v5", backend: str = "auto", **kwargs: Any) -> Any:
    return training_env(ReinforceConfig(env=env_id, backend=backend, env_kwargs=kwargs))


def short(env_id: str = "ALE/Pong-v5", **kwargs: Any) -> Any:
    return pong(env_id, max_num_frames_per_episode=2_000, **kwargs)


def test_native_and_direct_games_of_a_deterministic_id_are_the_same() -> None:
    direct, native = (played(pong("PongDeterministic-v4", backend), 1) for backend in ("direct", BACKENDS[0]))
    assert direct == native


class Copied:
    """The same games from an environment of another class."""

    def __init__(self, env: Any) -> None:
        self._env = env
        self.reset, self.step = env.reset, env.step


@pytest.mark.parametrize("greedy", [False, True])
@pytest.mark.parametrize("env_id", ["ALE/Pong-v5", "Pong-v4"])
def test_the_console_in_c_plays_the_games_of_all_other_ways(env_id: str, greedy: bool) -> None:
    on_console = Games(short(env_id), 16)
    expected = played(None, 3, greedy=greedy, games=on_console)
    assert on_console.is_on_console
    others: list[Any] = [on_ale(short, env_id), Copied(short(env_id)), short(env_id, obs_type="rgb")]
    for env in others:
        games = Games(env, 16)
        assert played(None, 3, greedy=greedy, games=games) == expected
        assert not games.is_on_console
    assert played(None, 4, greedy=greedy, games=on_console) != expected, "games that do not differ test nothing"


def test_a_record_that_becomes_full_on_the_console_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = played(short())
    monkeypatch.setattr(compiled, "_STEPS", 1)
    games = Games(short(), 16)
    assert games.record.room == 1  # type: ignore[union-attr]  # it is compiled
    assert [played(None, games=games) for _ in range(2)] == [expected] * 2


@pytest.mark.parametrize("make", [lambda: on_ale(pong), FallingBall], ids=["ALE", "of Python"])
def test_a_wish_to_stop_is_asked_for_every_64_steps_and_ends_a_game(make: Callable[[], Any]) -> None:
    games = Games(make(), 16)
    for at in (2, 0):
        looks = itertools.count(1)
        playing: dict[str, Any] = {"env_seed": 0, "rng": np.random.default_rng(2)}
        if at:
            with pytest.raises(Stopped):
                games.play(WEIGHTS, **playing, should_stop=lambda: next(looks) == at)  # noqa: B023 - called at once
            assert next(looks) == 3
        else:
            episode = games.play(WEIGHTS, **playing, should_stop=lambda: next(looks) == at)  # noqa: B023
            assert next(looks) - 1 == math.ceil(len(episode.rewards) / 64) > 1


def test_without_a_compiler_the_page_plays_the_same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bits of the probabilities differ, and so may a game: not this one."""

    def episode() -> Episode:
        return Games(short(), 16).play(WEIGHTS, 3, np.random.default_rng(2))

    expected = episode()
    monkeypatch.setattr(compiled.LIBRARY, "load", lambda: None)
    found = episode()
    np.testing.assert_array_equal(found.went_up, expected.went_up)
    np.testing.assert_array_equal(found.rewards, expected.rewards)
    np.testing.assert_allclose(found.p_up, expected.p_up, rtol=1e-5)
