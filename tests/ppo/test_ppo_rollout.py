from __future__ import annotations

import functools
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from falling import FallingBall
from ppo_games import GAMES, LENGTH, bits, console, played, pong, toy, weights, with_fault
from stack import on_ale

from pong_pg import make
from pong_pg.errors import EnvError, FailedGame, RewardError
from pong_pg.game.frames import mask
from pong_pg.game.seeding import env_game
from pong_pg.ppo import play
from pong_pg.ppo.network import ACTIONS, Weights, observation
from pong_pg.ppo.play import Player
from pong_pg.ppo.policy import PPOPolicy
from pong_pg.ppo.reference import TERMINATED, TRUNCATED, forward
from pong_pg.ppo.rollout import (
    ConsoleRunner,
    Position,
    Rollout,
    Runner,
    check_rewards,
    make_runner,
)

# Ids whose steps have other numbers of frames, drawn ones among them; and games of 10 to 25 steps.
GAMES_OF = [
    ("ALE/Pong-v5", {}),
    ("Pong-v0", {}),
    ("Pong-v4", {}),
    ("PongNoFrameskip-v4", {}),
    ("ALE/Pong-v5", {"max_num_frames_per_episode": 100}),
    ("Pong-v0", {"max_num_frames_per_episode": 50}),
    ("ALE/Pong-v5", {"frameskip": 30, "repeat_action_probability": 0.9}),
]


def short_games(position: Position | None = None, *, steps: int = 25) -> Runner:
    return make_runner(pong(max_num_frames_per_episode=4 * steps), GAMES, position)


def played_on(runner: Runner, *, greedy: bool = False) -> list[list[Any]]:
    """Rollouts of several lengths, of none among them, by two networks, one of them wider."""
    net, other = played(), played(20, seed=4)
    parts = [(net, 1), (net, 0), (net, 70), (net, 0), (other, 33), (other, 200), (net, 25)]
    return [bits(runner.rollout(by, steps, greedy=greedy)) for by, steps in parts]


@pytest.mark.parametrize("greedy", [False, True])
@pytest.mark.parametrize(("env_id", "kwargs"), GAMES_OF)
def test_c_plays_what_steps_of_python_play(
    env_id: str, kwargs: dict[str, Any], greedy: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_console = played_on(console(env_id, **kwargs), greedy=greedy)
    assert by_console == played_on(Runner(pong(env_id, **kwargs), GAMES), greedy=greedy)
    # Also where there is soon no room for changes.
    monkeypatch.setattr(play, "_USUAL_CHANGES", 0)
    assert by_console == played_on(console(env_id, **kwargs), greedy=greedy)


@pytest.mark.needs("ale-py")
@pytest.mark.parametrize(("env_id", "kwargs"), GAMES_OF)
def test_ale_plays_the_same(env_id: str, kwargs: dict[str, Any]) -> None:
    by_ale = make_runner(on_ale(pong, env_id, **kwargs), GAMES)
    assert not isinstance(by_ale, ConsoleRunner)
    assert played_on(by_ale) == played_on(console(env_id, **kwargs))


def test_numpy_plays_the_same(request: pytest.FixtureRequest) -> None:
    """Its logits are rounded otherwise, and a number lies between the two ways once in millions of times."""
    found = [played_on(short_games()), played_on(toy())]
    request.getfixturevalue("by_numpy")
    runner = short_games()
    assert not isinstance(runner, ConsoleRunner)
    assert [played_on(runner), played_on(toy())] == found


FAULTS = [
    ("play.c", "game->mask[pixels[i]] ? 1 : -1", "1"),
    ("play.c", "game->before[pixels[i]] ^= 1;", ""),
    ("play.c", "player->observations ? last : game->before", "game->before"),
    ("play.c", "(SIDE - 1 - pixel / SIDE) * SIDE + pixel % SIDE", "pixel"),
    ("play.c", "view && k ? ACTIONS - k : k", "k"),
    ("play.c", "sum < 0 ? 0 : sum", "sum"),
    ("play.c", "number * total < (cumulative", "number * total > (cumulative"),
    ("play.c", "if (!begin_next_game(game)) return;", "begin_next_game(game);"),
    ("console_game.h", "game->mask[j] != game->before[j]", "game->mask[j] > game->before[j]"),
]


@pytest.mark.parametrize(("name", "right", "wrong"), FAULTS, ids=[right for _, right, _ in FAULTS])
def test_a_fault_is_noticed(name: str, right: str, wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control, of two of the tests before."""
    library = with_fault("play.c", name, right, wrong, tmp_path, monkeypatch)
    found = []
    for loaded in (library, None):
        monkeypatch.setattr(play.LIBRARY, "load", lambda loaded=loaded: loaded)
        found.append(played_on(short_games()))
    assert found[0] != found[1]


@pytest.mark.parametrize("whole", [True, False])
def test_a_rollout_is_the_game_that_its_actions_make(whole: bool) -> None:
    """Played once more, step by step, with what the network sees put together by hand."""
    kwargs: dict[str, Any] = {} if whole else {"max_num_frames_per_episode": 60}
    fixed = played()
    rollout = console(**kwargs).rollout(fixed, 300)
    env = make("ALE/Pong-v5", backend="direct", obs_type="palette", **kwargs)
    env_seed, rng = GAMES(0)
    now = before = last = mask(env.reset(seed=env_seed)[0]).ravel()
    game, seen = 0, np.split(rollout.changes, rollout.ends[:-1])
    for step in range(300):
        assert seen[step].tolist() == np.flatnonzero(now != last).tolist()
        logits = forward(fixed, observation(now, before)[np.newaxis])[1][0, :-1].astype(np.float64)
        odds = np.exp(logits - logits.max()).cumsum()
        assert rollout.actions[step] == np.searchsorted(odds[:-1], rng.random() * odds[-1], "right")
        frame, reward, terminated, truncated, _ = env.step(ACTIONS[rollout.actions[step]])
        assert (rollout.rewards[step], rollout.over[step]) == (reward, 2 * truncated + terminated)
        last = before = now
        now = mask(frame).ravel()
        if terminated or truncated:
            game += 1
            env_seed, rng = GAMES(game)
            now = before = mask(env.reset(seed=env_seed)[0]).ravel()
    assert seen[300].tolist() == np.flatnonzero(now != last).tolist(), "the observation after the last step"
    assert rollout.mask.tolist() == now.tolist()
    assert len(set(rollout.actions.tolist())) == 3
    assert (game, len(rollout.games)) == ((0, 0) if whole else (20, 20))
    assert rollout.rewards.any() == whole


def test_games_end_inside_a_rollout_and_are_told() -> None:
    rollout = console(max_num_frames_per_episode=100).rollout(played(), 60)
    assert np.flatnonzero(rollout.over).tolist() == [24, 49]
    assert set(rollout.over.tolist()) == {0, TRUNCATED}
    assert [(game.game, game.env_seed, game.steps, game.truncated) for game in rollout.games] == [
        (0, GAMES(0)[0], 25, True),
        (1, GAMES(1)[0], 25, True),
    ]
    assert toy().rollout(played(), LENGTH + 1).over[LENGTH - 1] == TERMINATED
    assert toy(end="truncated").rollout(played(), LENGTH + 1).over[LENGTH - 1] == TRUNCATED


def test_rollouts_go_on_where_the_one_before_ended(both_ways: str) -> None:
    del both_ways
    for make_one in (toy, short_games):
        whole, runner = make_one().rollout(played(), 200), make_one()
        parts = [runner.rollout(played(), steps) for steps in (1, 0, 74, 5, 20, 100)]
        for name in ("actions", "rewards", "over"):
            joined = np.concatenate([getattr(part, name) for part in parts])
            assert joined.tolist() == getattr(whole, name).tolist()
        assert [game for part in parts for game in part.games] == whole.games
        seen = [np.split(part.changes, part.ends[:-1]) for part in parts]
        # The observation after a rollout's last step is the first of the next; in a game's first, nothing has changed.
        for part, before, after in zip(parts, seen, seen[1:], strict=False):
            is_first = len(part.over) > 0 and part.over[-1]
            assert after[0].tolist() == ([] if is_first else before[-1].tolist())


@pytest.mark.parametrize("steps", [1, 37, LENGTH - 1, LENGTH, LENGTH + 1, 2 * LENGTH, 2 * LENGTH + 11])
def test_another_runner_goes_on_from_a_position(steps: int, both_ways: str) -> None:
    """Also where a game ends with a rollout: in the first frame of the next one, nothing has changed."""
    del both_ways
    for make_one in (toy, functools.partial(short_games, steps=LENGTH)):
        for parts in ((steps,), (steps, 0), (steps, 3)):
            runner = make_one()
            for part in parts:
                position = runner.rollout(played(), part).position
            other = make_one(position)
            assert bits(other.rollout(played(seed=4), 100)) == bits(runner.rollout(played(seed=4), 100))


def test_an_environment_that_plays_another_game_is_told() -> None:
    position = toy().rollout(played(), 60).position
    on_console = console().rollout(played(), 60).position
    for make_one, at in ((toy, position), (functools.partial(console, "ALE/Pong-v5"), on_console)):
        with pytest.raises(EnvError, match="is not deterministic"):
            make_one(at._replace(total_reward=at.total_reward + 1)).rollout(played(), 1)
    with pytest.raises(EnvError, match="is not deterministic"):
        toy(position._replace(actions=np.zeros(LENGTH + 1, np.uint8))).rollout(played(), 1)
    with pytest.raises(EnvError, match="is not deterministic"):
        console("ALE/Pong-v5", on_console, max_num_frames_per_episode=100).rollout(played(), 1)


@pytest.mark.parametrize(
    ("number", "action"), [(0.0, 0), (0.49, 0), (0.51, 1), (0.74, 1), (0.76, 2), (0.999999, 2), (None, 0)]
)
def test_a_number_selects_by_cumulative_probability(number: float | None, action: int, both_ways: str) -> None:
    """A half, a quarter and a quarter: without inputs, going up is as probable as going down."""
    net = Weights(*(np.zeros_like(array) for array in played()))
    # Of the frame, and once more of its reflection.
    net.biases[0] = np.log(2) / 2
    del both_ways
    player = Player()
    player.begin(net, 0)
    assert player.decide(number or 0.0, number is None) == action


def test_games_are_played_to_their_ends_one_after_another() -> None:
    games = PPOPolicy(weights()).play_games(FallingBall(), GAMES)
    assert [next(games) for _ in range(3)] == toy().rollout(played(), 3 * LENGTH).games
    # More and fewer steps than are played between two looks whether a game has ended, and just as many.
    for frames in (100, 4 * 256, 5000):
        games = PPOPolicy(weights()).play_games(pong(max_num_frames_per_episode=frames), GAMES)
        found = [next(games) for _ in range(3)]
        steps = sum(game.steps for game in found)
        assert found == console(max_num_frames_per_episode=frames).rollout(played(), steps).games


SEED, UPDATE = 7, 5


def after(steps: int, env: int, more: int) -> tuple[Position, Rollout]:
    """The position after so many steps in games of 80, and a rollout from there."""
    runner = Runner(FallingBall(), functools.partial(env_game, SEED, env))
    return runner.rollout(played(), steps).position, runner.rollout(played(), more)


@pytest.mark.parametrize(("step", "game"), [(0, 2), (19, 2), (20, 3), (99, 3), (100, 4), (119, 4)])
def test_a_reward_that_is_not_finite_is_told_with_its_game(step: int, game: int) -> None:
    """The rollout begins in the 61st step of the third game, and ends in the 21st of the fifth."""
    position, rollout = after(220, env=0, more=120)
    check_rewards([rollout], [position], SEED, UPDATE)
    rollout.rewards[step] = math.nan
    with pytest.raises(RewardError, match="the reward is not finite") as caught:
        check_rewards([rollout], [position], SEED, UPDATE)
    assert caught.value.game == FailedGame(UPDATE, game, env_game(SEED, 0, game)[0], 0)


def test_rewards_beyond_1_are_refused_but_those_of_the_consoles_clock() -> None:
    position, rollout = after(220, env=0, more=30)
    rollout.rewards[7] = -2.0
    with pytest.raises(EnvError, match=r"rewards must be from -1 to 1, as in Pong; got one of size 2"):
        check_rewards([rollout], [position], SEED, UPDATE)
    # After so many steps of a game, the console shows other numbers in place of the score.
    late = position._replace(actions=np.zeros(16_000, np.uint8))
    check_rewards([rollout], [late], SEED, UPDATE)
