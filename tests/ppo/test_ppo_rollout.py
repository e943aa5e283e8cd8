from __future__ import annotations

import functools
import itertools
import math
from typing import Any

import numpy as np
import pytest
from falling import BALLS, FALL, FallingBall
from ppo_frames import touched_by

from pong_pg import make
from pong_pg.compat import ale, make_for_training
from pong_pg.compat.emulator import load_pong
from pong_pg.errors import EnvError, FailedGame, RewardError
from pong_pg.game.env import uniforms
from pong_pg.game.frames import mask
from pong_pg.game.seeding import env_game
from pong_pg.ppo.advantages import TERMINATED, TRUNCATED
from pong_pg.ppo.config import PPOConfig
from pong_pg.ppo.encoder import LIBRARY, select_action
from pong_pg.ppo.network import ACTIONS, Weights, inputs_of, to_fixed_point
from pong_pg.ppo.policy import ActorCritic
from pong_pg.ppo.rollout import EnvRunner, Position, Rollout, check_rewards, play_games
from pong_pg.ppo.symmetry import forward
from pong_pg.ppo.workers import RolloutWorker

GAMES = functools.partial(env_game, 7, 2)
# A game of the toy environment.
LENGTH = BALLS * FALL


@pytest.fixture
def by_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LIBRARY, "load", lambda: None)


def weights(hidden: int = 9, actions: int = 3) -> Weights:
    fresh = Weights.initial(hidden, actions, np.random.default_rng(3))
    # Larger heads than fresh ones, so that the actions depend on what is seen.
    return fresh._replace(heads=fresh.heads * 20)


def played() -> Weights:
    return to_fixed_point(weights())


def toy(position: Position | None = None, end: str = "terminated") -> EnvRunner:
    return EnvRunner(FallingBall(end), ACTIONS[3], GAMES, position)


def pong() -> Any:
    return make_for_training("ALE/Pong-v5", backend="direct")


def bits(segment: Rollout) -> list[Any]:
    return [*(array.tobytes() for array in segment[:-1]), segment.games]


def joined(segments: list[Rollout]) -> list[Any]:
    """What was done and got, whatever the segments' lengths."""
    return [np.concatenate([segment[index] for segment in segments]).tolist() for index in (2, 3, 4)]


def test_a_stream_is_the_game_that_its_actions_make() -> None:
    """Played once more, step by step, with what the network sees put together by hand."""
    segment = EnvRunner(pong(), ACTIONS[3], GAMES).rollout(played(), 300)
    fixed = played()
    rounded = Weights(fixed.W1.astype(np.float32), fixed.heads, fixed.biases)
    env = make("ALE/Pong-v5", backend="direct", obs_type="palette")
    env_seed, rng = GAMES(0)
    draw = uniforms(rng)
    frame, _ = env.reset(seed=env_seed)
    before = seen = mask(frame).ravel() != 0
    begin = 0
    for step, end in enumerate(segment.ends[:-1].tolist()):
        rows = segment.rows[begin:end]
        assert rows.tolist() == inputs_of(seen, before).tolist()
        logits = forward(rounded, touched_by(rows))[1][0, :-1].tolist()
        action = select_action(logits, draw(), greedy=False)
        assert action == segment.actions[step]
        frame, reward, *_ = env.step(ACTIONS[3][action])
        assert reward == segment.rewards[step]
        before, seen, begin = seen, mask(frame).ravel() != 0, end
    assert segment.rows[begin:].tolist() == inputs_of(seen, before).tolist(), "the observation after the last step"
    assert len(set(segment.actions.tolist())) == 3
    assert segment.rewards.any()


def test_segments_go_on_where_the_one_before_ended() -> None:
    whole = toy().rollout(played(), 200)
    stream = toy()
    parts = [stream.rollout(played(), steps) for steps in (1, 99, 100)]
    assert joined(parts) == joined([whole])
    assert [game for part in parts for game in part.games] == whole.games
    # The observation after a segment's last step is the first of the next.
    for part, following in itertools.pairwise(parts):
        assert part.rows[part.ends[-2] :].tolist() == following.rows[: following.ends[0]].tolist()


@pytest.mark.parametrize("by", ["c", "numpy"])
def test_a_segment_of_no_steps_changes_nothing(by: str, request: pytest.FixtureRequest) -> None:
    if by == "numpy":
        request.getfixturevalue("by_numpy")
    whole, stream = toy().rollout(played(), 50), toy()
    parts = [stream.rollout(played(), steps) for steps in (0, 20, 0, 0, 30)]
    assert [len(part.actions) for part in parts] == [0, 20, 0, 0, 30]
    assert joined([parts[1], parts[4]]) == joined([whole])


def test_games_end_and_the_next_begins() -> None:
    segment = toy().rollout(played(), 2 * LENGTH + 5)
    ends = np.flatnonzero(segment.over)
    assert ends.tolist() == [LENGTH - 1, 2 * LENGTH - 1]
    assert set(segment.over[ends].tolist()) == {TERMINATED}
    assert [game.steps for game in segment.games] == [LENGTH, LENGTH]
    assert [game.total_reward for game in segment.games] == [
        segment.rewards[:LENGTH].sum(),
        segment.rewards[LENGTH : 2 * LENGTH].sum(),
    ]
    begins = segment.ends[LENGTH - 1], segment.ends[LENGTH]
    assert (segment.rows[slice(*begins)] >= 0).all(), "nothing has gone dark in a game's first frame"
    assert not ((segment.rows[slice(*begins)] >= 6400) & (segment.rows[slice(*begins)] < 12_800)).any()


def test_a_game_that_is_cut_off_is_told_from_one_that_ends() -> None:
    segment = toy(end="truncated").rollout(played(), LENGTH + 1)
    assert segment.over[LENGTH - 1] == TRUNCATED
    assert segment.games[0].truncated


@pytest.mark.parametrize("steps", [1, 37, LENGTH - 1, LENGTH, LENGTH + 1, 2 * LENGTH + 11])
@pytest.mark.parametrize("way", ["compiled", "by_numpy"])
def test_another_worker_goes_on_from_a_position(steps: int, way: str, request: pytest.FixtureRequest) -> None:
    if way == "by_numpy":
        request.getfixturevalue("by_numpy")
    stream = toy()
    position = Position.start()
    for part in (steps, 3):
        position = position.after(stream.rollout(played(), part))
    assert (position.game, len(position.actions)) == stream.at
    assert bits(toy(position).rollout(played(), 50)) == bits(stream.rollout(played(), 50))


@pytest.mark.needs("ale-py")
def test_a_worker_plays_its_environments_in_turns_on_one_emulator(monkeypatch: pytest.MonkeyPatch) -> None:
    net = played()
    alone = [EnvRunner(pong(), ACTIONS[3], functools.partial(env_game, 7, number)) for number in range(3)]
    expected = [[bits(runner.rollout(net, 40)) for runner in alone] for _ in range(3)]
    loads = []

    def counted(emulator: str | None = None, **how: Any) -> Any:
        loads.append(load_pong(emulator, **how))
        return loads[-1]

    monkeypatch.setattr(ale, "load_pong", counted)
    worker = RolloutWorker(PPOConfig(num_envs=3, seed=7), None)
    positions: dict[int, Position | None] = dict.fromkeys(range(3), Position.start())
    for each in expected:
        _, rollouts = worker.play(net, 40, positions)
        assert [bits(rollouts[number]) for number in range(3)] == each
        positions = dict.fromkeys(range(3))
    assert len(loads) == 1
    worker.close()


def test_each_environment_of_a_factory_is_its_own() -> None:
    made = []

    def factory() -> Any:
        made.append(pong())
        return made[-1]

    worker = RolloutWorker(PPOConfig(num_envs=3, seed=7), factory)
    worker.play(played(), 5, dict.fromkeys(range(3), Position.start()))
    assert len(made) == 3
    worker.close()


def test_an_environment_that_plays_another_game_is_told() -> None:
    position = Position.start().after(toy().rollout(played(), 60))
    with pytest.raises(EnvError, match="is not deterministic"):
        toy(position._replace(total_reward=position.total_reward + 1))
    with pytest.raises(EnvError, match="is not deterministic"):
        toy(position._replace(actions=np.zeros(LENGTH + 1, np.uint8)))


def test_greedy_games_take_the_likeliest_action_and_draw_nothing() -> None:
    def others(game: int) -> tuple[int, np.random.Generator]:
        return GAMES(game)[0], np.random.default_rng(99)

    greedy, drawn = (
        [EnvRunner(pong(), ACTIONS[3], games).rollout(played(), 100, greedy=greedy) for games in (GAMES, others)]
        for greedy in (True, False)
    )
    assert bits(greedy[0]) == bits(greedy[1])
    assert drawn[0].actions.tolist() != drawn[1].actions.tolist()
    assert drawn[0].actions.tolist() != greedy[0].actions.tolist()


def test_games_are_played_to_their_ends_one_after_another() -> None:
    games = play_games(FallingBall(), played(), GAMES)
    stream = toy().rollout(played(), 3 * LENGTH)
    assert [next(games) for _ in range(3)] == stream.games


def test_a_policy_that_acts_frame_by_frame_plays_the_same_game() -> None:
    policy = ActorCritic(weights())
    env = make("ALE/Pong-v5", backend="direct")
    frame, _ = env.reset(seed=GAMES(0)[0])
    policy.reset()
    total, steps, over = 0.0, 0, False
    while not over:
        frame, reward, terminated, truncated, _ = env.step(policy.act(frame, greedy=True))
        total, steps, over = total + reward, steps + 1, terminated or truncated
    played = next(policy.play_games(pong(), GAMES, greedy=True))
    assert (played.total_reward, played.steps) == (total, steps)


SEED, UPDATE = 7, 5


def after(steps: int, env: int, more: int) -> tuple[Position, Rollout]:
    """The position after so many steps in games of 80, and a rollout from there."""
    runner = EnvRunner(FallingBall(), ACTIONS[3], functools.partial(env_game, SEED, env))
    position = Position.start().after(runner.rollout(played(), steps))
    return position, runner.rollout(played(), more)


@pytest.mark.parametrize(("step", "game"), [(0, 2), (19, 2), (20, 3), (99, 3), (100, 4), (119, 4)])
def test_a_reward_that_is_not_finite_is_told_with_its_game(step: int, game: int) -> None:
    """The rollout begins in the 61st step of the third game, and ends in the 21st of the fifth."""
    position, rollout = after(220, env=0, more=120)
    check_rewards([rollout], [position], SEED, UPDATE)
    rollout.rewards[step] = math.nan
    with pytest.raises(RewardError, match="the reward is not finite") as caught:
        check_rewards([rollout], [position], SEED, UPDATE)
    assert caught.value.game == FailedGame(UPDATE, game, env_game(SEED, 0, game)[0], 0)


def test_of_several_rewards_the_first_is_told() -> None:
    positions, rollouts = zip(*(after(0, env, 10) for env in (0, 1)), strict=True)
    rollouts[0].rewards[6] = math.nan
    rollouts[1].rewards[4] = -math.inf
    with pytest.raises(RewardError, match=r"the reward is not finite \(-inf\)") as caught:
        check_rewards(rollouts, positions, SEED, UPDATE)
    assert caught.value.game == FailedGame(UPDATE, 0, env_game(SEED, 1, 0)[0], 1)


def test_a_reward_that_no_probability_of_a_win_predicts_is_refused() -> None:
    position, rollout = after(0, env=0, more=10)
    rollout.rewards[4] = -1
    check_rewards([rollout], [position], SEED, UPDATE)
    rollout.rewards[4] = -2.5
    for steps in (0, 15_900):
        with pytest.raises(EnvError, match=r"rewards must be from -1 to 1, as in Pong; got one of size 2\.5"):
            check_rewards([rollout], [position._replace(actions=np.zeros(steps, np.uint8))], SEED, UPDATE)
    # The console's clock has stopped the game.
    check_rewards([rollout], [position._replace(actions=np.zeros(16_298, np.uint8))], SEED, UPDATE)
