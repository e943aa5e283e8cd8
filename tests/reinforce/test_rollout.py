from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from falling import BALLS, FALL, Discrete, FallingBall, FramesBox
from stack import BACKENDS

from pong_pg.compat import draws_palette
from pong_pg.errors import EnvError, Stopped, UnknownEnvError
from pong_pg.game.actions import DOWN, UP
from pong_pg.game.env import training_env, uniforms
from pong_pg.reinforce import rollout
from pong_pg.reinforce.config import ReinforceConfig
from pong_pg.reinforce.kernels import LIBRARY, CompiledForward
from pong_pg.reinforce.policy import Policy
from pong_pg.reinforce.rollout import Episode, play_episode


def test_numbers_drawn_in_blocks_are_the_generators_own_stream() -> None:
    draw, rng = uniforms(np.random.default_rng(3)), np.random.default_rng(3)
    assert [draw() for _ in range(3000)] == [rng.random() for _ in range(3000)]


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
def test_the_actions_follow_the_probabilities(greedy: bool) -> None:
    env = Spy()
    policy = Policy.initial(16, np.random.default_rng(1))
    episode = play_episode(env, policy, env_seed=9, rng=np.random.default_rng(2), greedy=greedy)
    assert env.seeds == [9]
    assert env.actions == [UP if up else DOWN for up in episode.went_up]
    expected = episode.p_up >= 0.5 if greedy else np.random.default_rng(2).random(episode.steps) < episode.p_up
    np.testing.assert_array_equal(episode.went_up, expected)


def test_an_episode_holds_a_whole_game() -> None:
    episode = play_episode(
        FallingBall(), Policy.initial(16, np.random.default_rng(1)), env_seed=0, rng=np.random.default_rng(0)
    )
    assert episode.steps == BALLS * FALL == len(episode.hidden) == len(episode.p_up) == len(episode.change_counts)
    assert np.count_nonzero(episode.rewards) == BALLS
    assert episode.total_reward == episode.rewards.sum()
    assert episode.change_counts[0] == 0, "a game's first input is zero"
    assert episode.change_counts.sum() == len(episode.pixels) == len(episode.signs)
    assert not episode.truncated


def test_a_game_that_is_cut_off_is_marked() -> None:
    episode = play_episode(
        FallingBall(end="truncated"),
        Policy.initial(4, np.random.default_rng(1)),
        env_seed=0,
        rng=np.random.default_rng(0),
    )
    assert episode.truncated


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
    with pytest.raises(EnvError, match=rf"^{env_id} can't be trained on: .*got shape \(128,\)") as caught:
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
    episode = play_episode(env, Policy.initial(4, np.random.default_rng(1)), env_seed=0, rng=np.random.default_rng(0))
    assert episode.steps == BALLS * FALL


def test_cartpole_is_refused_in_one_line() -> None:
    with pytest.raises(EnvError, match="CartPole-v1 can't be trained on: observations must be") as caught:
        training_env(ReinforceConfig(env="CartPole-v1"))
    assert "\n" not in str(caught.value)


def test_the_direct_environment_is_the_default_and_shows_its_palette() -> None:
    env = training_env(ReinforceConfig())
    assert draws_palette(env)
    assert env.reset(seed=0)[0].shape == (210, 160)


def test_an_unknown_id_is_told() -> None:
    with pytest.raises(UnknownEnvError, match="Pong"):
        training_env(ReinforceConfig(env="Pnog-v0"))


def test_native_and_direct_games_of_a_deterministic_id_are_the_same_episode() -> None:
    policy = Policy.initial(16, np.random.default_rng(1))
    episodes = [
        play_episode(
            training_env(ReinforceConfig(env="PongDeterministic-v4", backend=backend)),
            policy,
            env_seed=1,
            rng=np.random.default_rng(2),
        )
        for backend in ("direct", BACKENDS[0])
    ]
    assert bits(episodes[0]) == bits(episodes[1])


def bits(episode: Episode) -> dict[str, Any]:
    fields = vars(episode)
    return {
        name: (field.dtype, field.shape, field.tobytes()) if isinstance(field, np.ndarray) else field
        for name, field in fields.items()
    }


def pong(env_id: str, **kwargs: Any) -> Callable[[], Any]:
    return lambda: training_env(ReinforceConfig(env=env_id, env_kwargs=kwargs))


class Copied:
    """The same games from an environment of another class: its frames are copied."""

    def __init__(self, env: Any) -> None:
        self._env = env
        self.reset, self.step = env.reset, env.step


def test_games_through_the_compiled_forward_pass_are_those_of_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    policy, make = Policy.initial(16, np.random.default_rng(1)), pong("Pong-v4", max_num_frames_per_episode=400)
    used = []

    class Spying(CompiledForward):
        def forward(self) -> float:
            used.append(True)
            return super().forward()

    def played() -> list[Episode]:
        env = make()
        return [play_episode(env, policy, env_seed=seed, rng=np.random.default_rng([7, seed])) for seed in range(4)]

    monkeypatch.setattr(rollout, "CompiledForward", Spying)
    by_c = played()
    assert len(used) == sum(episode.steps for episode in by_c), f"forward pass {LIBRARY.about()}"
    monkeypatch.setattr(rollout, "compiled_function", lambda: None)
    assert [bits(episode) for episode in played()] == [bits(episode) for episode in by_c]
    assert len({episode.steps for episode in by_c}) > 1, "games that do not differ test nothing"


@pytest.mark.parametrize("make", [pong("ALE/Pong-v5"), FallingBall])
def test_a_wish_to_stop_is_asked_for_every_64_steps_and_ends_a_game(make: Any) -> None:
    policy, env, looks = Policy.initial(4, np.random.default_rng(1)), make(), [0]

    def on_the(look: int) -> bool:
        looks[0] += 1
        return looks[0] == look

    playing: dict[str, Any] = {"env_seed": 0, "rng": np.random.default_rng(2)}
    with pytest.raises(Stopped):
        play_episode(env, policy, **playing, should_stop=lambda: on_the(1))
    assert looks == [1]
    episode = play_episode(env, policy, **playing, should_stop=lambda: on_the(0))
    assert looks[0] - 1 == episode.steps // 64 > 0


@pytest.mark.parametrize("greedy", [False, True])
def test_a_games_frames_drawn_or_copied_whole_or_in_colour_give_one_episode(greedy: bool) -> None:
    policy = Policy.initial(16, np.random.default_rng(1))
    limit = {"max_num_frames_per_episode": 2_000}
    roads = [
        pong("ALE/Pong-v5", **limit)(),
        Copied(pong("ALE/Pong-v5", **limit)()),
        pong("ALE/Pong-v5", obs_type="rgb", **limit)(),
    ]
    drawn, copied, colour = (
        bits(play_episode(env, policy, env_seed=3, rng=np.random.default_rng(2), greedy=greedy)) for env in roads
    )
    assert drawn == copied == colour
    other = play_episode(roads[0], policy, env_seed=4, rng=np.random.default_rng(2), greedy=greedy)
    assert bits(other) != drawn
