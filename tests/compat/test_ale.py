from __future__ import annotations

import copy
import gc
import pickle
import weakref
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from scipy import stats
from stack import BACKENDS, NATIVE_BACKENDS

import pong_pg
from pong_pg.compat import ale
from pong_pg.compat.ale import DirectEnv
from pong_pg.compat.emulator import load_pong
from pong_pg.compat.ids import PONG_IDS
from pong_pg.errors import EnvError

# Bytes of the game's 128 that hold the height of the ball and of the player's paddle.
_BALL, _PADDLE = 54, 51
# Each statistical test rejects a true null hypothesis once in so many runs; the seeds are fixed, so it never flickers.
_ALPHA = 1e-3
_GAMES = 10


def frames_of(env: Any, *, seed: int, steps: int = 10_000) -> tuple[list[bytes], list[float]]:
    actions = np.random.default_rng(6)
    observation, _ = env.reset(seed=seed)
    frames: list[bytes] = [observation.tobytes()]
    rewards: list[float] = []
    over = False
    while not over and len(rewards) < steps:
        observation, reward, terminated, truncated, _ = env.step(int(actions.integers(6)))
        frames.append(observation.tobytes())
        rewards.append(reward)
        over = terminated or truncated
    return frames, rewards


@pytest.mark.parametrize("env_id", ["PongNoFrameskip-v4", "PongDeterministic-v4"])
@pytest.mark.parametrize("backend", BACKENDS)
def test_a_deterministic_episode_is_that_of_the_packages_frame_for_frame(env_id: str, backend: str) -> None:
    direct = DirectEnv(env_id)
    frames_of(direct, seed=8, steps=50)
    ours = frames_of(direct, seed=3, steps=1200)
    assert ours == frames_of(pong_pg.make(env_id, backend=backend), seed=3, steps=1200)
    assert len(ours[1]) > 700
    assert sum(ours[1]) < 0


@pytest.mark.parametrize("env_id", [env_id for env_id in PONG_IDS if "-ram" not in env_id])
def test_the_same_seed_gives_the_same_episode_and_another_seed_another(env_id: str) -> None:
    env = DirectEnv(env_id)
    first = frames_of(env, seed=1, steps=150)
    other = frames_of(env, seed=2, steps=150)
    assert frames_of(env, seed=1, steps=150) == first == frames_of(DirectEnv(env_id), seed=1, steps=150)
    random = PONG_IDS[env_id].repeat_action_probability > 0 or isinstance(PONG_IDS[env_id].frameskip, tuple)
    assert (first != other) == random


def quick(env: DirectEnv) -> DirectEnv:
    env.quick_reset = True
    return env


@pytest.mark.parametrize(
    ("env_id", "obs_type"),
    [("ALE/Pong-v5", "palette"), ("Pong-v4", "palette"), ("PongDeterministic-v4", "rgb"), ("ALE/Pong-v5", "ram")],
)
def test_games_after_a_quick_reset_are_the_same_frame_for_frame(env_id: str, obs_type: str) -> None:
    # The second episode follows one that was cut short, the third a whole one.
    plans = [(1, 70), (2, 5_000), (3, 90), (2, 1), (1, 70), (1, 0)]
    slow, fast = DirectEnv(env_id, obs_type=obs_type), quick(DirectEnv(env_id, obs_type=obs_type))
    expected = [frames_of(slow, seed=seed, steps=steps) for seed, steps in plans]
    games = [frames_of(fast, seed=seed, steps=steps) for seed, steps in plans]
    for game, (ours, theirs) in enumerate(zip(games, expected, strict=True)):
        if obs_type != "palette":
            # Until the first step, the emulator still shows the game before; older ones its memory, too.
            ours[0].pop(0), theirs[0].pop(0)
        assert ours == theirs, f"game {game}"
    assert len(expected[1][1]) > 700
    assert expected[0] != expected[2]


def test_the_first_frame_after_a_quick_reset_is_that_of_the_beginning() -> None:
    env = quick(DirectEnv("ALE/Pong-v5", obs_type="palette"))
    first = env.reset(seed=0)[0].copy()
    for _ in range(60):
        last = env.step(2)[0].copy()
    assert (last != first).any()
    np.testing.assert_array_equal(env.reset()[0], first)
    np.testing.assert_array_equal(env.reset()[0], first)
    np.testing.assert_array_equal(DirectEnv("ALE/Pong-v5", obs_type="palette").reset()[0], first)


def test_a_quick_reset_does_not_reset_the_emulator(monkeypatch: pytest.MonkeyPatch) -> None:
    emulator = load_pong()
    resets = []

    class Counting(Recorder):
        def reset_game(self) -> None:
            resets.append(True)
            self._ale.reset_game()

    emulator.ale = Counting(emulator.ale)
    monkeypatch.setattr(ale, "load_pong", lambda *_, **__: emulator)
    env = quick(DirectEnv("ALE/Pong-v5", obs_type="palette"))
    for _ in range(4):
        env.reset()
    assert len(resets) == 1
    env.quick_reset = False
    env.reset()
    assert len(resets) == 2


def play(env: DirectEnv, actions: list[int], screen: npt.NDArray[np.uint8]) -> list[Any]:
    """Take steps, into new games where one ends, with the frame of each."""
    found: list[Any] = []
    for action in actions:
        reward, terminated, truncated = env.advance(action, screen)
        found.append((reward, terminated, truncated, screen.tobytes()))
        if terminated or truncated:
            found.append(env.reset()[0].tobytes())
    return found


@pytest.mark.parametrize("quick_reset", [False, True])
@pytest.mark.parametrize("env_id", ["ALE/Pong-v5", "Pong-v4"])
def test_siblings_play_as_if_each_were_alone(env_id: str, quick_reset: bool) -> None:
    rng = np.random.default_rng(0)
    # Long enough that games end, in turns of which some are of one step.
    plan = [(int(rng.integers(3)), rng.integers(6, size=int(rng.integers(1, 90))).tolist()) for _ in range(40)]

    def played(envs: list[DirectEnv]) -> list[Any]:
        screens = [np.empty((210, 160), np.uint8) for _ in envs]
        begun = [env.reset(seed=seed)[0].tobytes() for seed, env in enumerate(envs)]
        turns = []
        for turn, (number, actions) in enumerate(plan):
            # Now and then a new game, while another environment is in the middle of one.
            found = [envs[number].reset()[0].tobytes()] if turn % 6 == 5 else []
            turns.append(found + play(envs[number], actions, screens[number]))
        return [begun, *turns]

    def made() -> DirectEnv:
        env = DirectEnv(env_id, obs_type="palette", max_num_frames_per_episode=1_000)
        env.quick_reset = quick_reset
        return env

    first = made()
    siblings = [first, first.sibling(), first.sibling()]
    assert [env.quick_reset for env in siblings] == [quick_reset] * 3
    expected = played([made(), made(), made()])
    assert sum(outcome[2] for turn in expected[1:] for outcome in turn if isinstance(outcome, tuple)) >= 2
    assert played(siblings) == expected


@pytest.mark.needs("ale-py")
def test_siblings_that_do_not_take_turns_would_disturb_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = np.empty((210, 160), np.uint8)
    env = DirectEnv("PongDeterministic-v4", obs_type="palette")

    def first_then_second() -> list[Any]:
        other = env.sibling()
        assert other.ale is env.ale
        env.reset(seed=0), other.reset(seed=0)
        play(env, [2] * 100, screen)
        return play(other, [2] * 10, screen)

    alone = DirectEnv("PongDeterministic-v4", obs_type="palette")
    alone.reset(seed=0)
    expected = play(alone, [2] * 10, screen)
    assert first_then_second() == expected
    monkeypatch.setattr(type(env._emulator), "switch_to", lambda _self, _user: None)
    assert first_then_second() != expected


def test_an_emulator_is_freed_with_its_environments_without_the_garbage_collector() -> None:
    gc.disable()
    try:
        env = DirectEnv("ALE/Pong-v5", obs_type="palette")
        other = env.sibling()
        for each in (env, other, env):
            each.reset(seed=0)
        emulator = weakref.ref(env._emulator)
        del env, other, each
        assert emulator() is None
    finally:
        gc.enable()


@pytest.mark.parametrize("env_id", ["ALE/Pong-v5", "Pong-v4", "PongDeterministic-v4"])
def test_advance_is_step_without_checks(env_id: str) -> None:
    stepping, advancing = (DirectEnv(env_id, obs_type="palette", max_num_frames_per_episode=2_000) for _ in range(2))
    actions = np.random.default_rng(6)
    screen = np.empty((210, 160), np.uint8)
    for seed in (4, 5):
        stepping.reset(seed=seed)
        advancing.reset(seed=seed)
        over, rewards = False, 0
        while not over:
            action = int(actions.integers(6))
            frame, *outcome, _ = stepping.step(action)
            screen.fill(0)
            assert list(advancing.advance(action, screen)) == outcome
            np.testing.assert_array_equal(screen, frame)
            rewards += outcome[0] != 0
            over = any(outcome[1:])
        assert rewards > 3
        with pytest.raises(EnvError, match=r"step\(\) needs a running episode"):
            advancing.step(0)


class Recorder:
    """A proxy of the emulator that records the action of each frame."""

    def __init__(self, ale: Any) -> None:
        self._ale = ale
        self.acted: list[Any] = []

    def act(self, action: Any) -> float:
        self.acted.append(action)
        return float(self._ale.act(action))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._ale, name)


def test_actions_stick_at_the_rate_of_the_id_frame_by_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    emulator = load_pong("ale")
    emulator.ale = recorder = Recorder(emulator.ale)
    monkeypatch.setattr(ale, "load_pong", lambda *_, **__: emulator)
    env = DirectEnv("ALE/Pong-v5")
    actions = list(env.ale.getMinimalActionSet())
    env.reset(seed=0)
    stuck = tries = 0
    held = actions[0]
    for step in range(6_000):
        chosen = 2 + step % 2
        recorder.acted.clear()
        _, _, terminated, _, _ = env.step(chosen)
        for frame_action in recorder.acted:
            if held != actions[chosen]:
                tries += 1
                stuck += frame_action == held
            held = frame_action
        if terminated:
            env.reset()
            held = actions[0]
    assert tries > 5_000
    assert stats.binomtest(stuck, tries, 0.25).pvalue > _ALPHA
    assert stats.binomtest(stuck, tries, 0.28).pvalue < _ALPHA, "the test would not notice another rate"


def test_a_stochastic_frame_skip_draws_2_3_and_4_evenly() -> None:
    env = DirectEnv("Pong-v4")
    env.reset(seed=0)
    before, counts = 0, {2: 0, 3: 0, 4: 0}
    for _ in range(900):
        info = env.step(0)[4]
        counts[info["episode_frame_number"] - before] += 1
        before = info["episode_frame_number"]
    assert stats.chisquare(list(counts.values())).pvalue > _ALPHA
    assert env.ale.getEpisodeFrameNumber() == before


def paddle_heights(env: Any, games: int) -> npt.NDArray[np.int64]:
    """Return the paddle heights after ten steps of fixed alternating actions: an observable effect of sticky actions.

    One number per episode, because the moves of one episode are not independent of each other.
    """
    env.reset(seed=123)
    ale = env.unwrapped.ale
    heights = []
    for _ in range(games):
        # Without a seed: the emulator's, or the environment's, generator goes on.
        env.reset()
        for step in range(10):
            env.step(2 + step // 3 % 2)
        heights.append(int(ale.getRAM()[_PADDLE]))
    return np.array(heights)


@pytest.mark.native
def test_sticky_actions_move_the_paddle_as_the_native_environments_do() -> None:
    native = paddle_heights(pong_pg.make("ALE/Pong-v5", backend=NATIVE_BACKENDS[0]), 150)
    assert stats.ks_2samp(paddle_heights(DirectEnv("ALE/Pong-v5"), 150), native).pvalue > _ALPHA
    stickier = paddle_heights(DirectEnv("ALE/Pong-v5", repeat_action_probability=0.6), 150)
    assert stats.ks_2samp(stickier, native).pvalue < _ALPHA, "the test would not notice another rate"


def follow_the_ball(env: Any, games: int) -> tuple[list[int], list[float]]:
    """Return lengths and returns of a player that follows the ball imperfectly, and so depends on sticky actions."""
    lengths, returns = [], []
    slips = np.random.default_rng(17)
    for game in range(games):
        env.reset(seed=1000 + game)
        ale = env.unwrapped.ale
        steps, total, over = 0, 0.0, False
        while not over:
            ram = ale.getRAM()
            up = int(ram[_BALL]) < int(ram[_PADDLE]) + 8
            _, reward, terminated, truncated, _ = env.step(2 if up != (slips.random() < 0.3) else 3)
            steps += 1
            total += reward
            over = terminated or truncated
        lengths.append(steps)
        returns.append(total)
    return lengths, returns


@pytest.fixture(scope="module")
def native_games() -> tuple[list[int], list[float]]:
    return follow_the_ball(pong_pg.make("ALE/Pong-v5", backend=NATIVE_BACKENDS[0]), _GAMES)


@pytest.mark.native
def test_lengths_and_returns_are_distributed_as_the_native_environments(
    native_games: tuple[list[int], list[float]],
) -> None:
    direct = follow_the_ball(DirectEnv("ALE/Pong-v5", obs_type="palette"), _GAMES)
    for ours, theirs in zip(direct, native_games, strict=True):
        assert stats.ks_2samp(ours, theirs).pvalue > _ALPHA
        assert stats.mannwhitneyu(ours, theirs).pvalue > _ALPHA


@pytest.mark.native
def test_that_comparison_notices_a_wrong_rate(native_games: tuple[list[int], list[float]]) -> None:
    stickier = DirectEnv("ALE/Pong-v5", obs_type="palette", repeat_action_probability=0.9)
    lengths, returns = follow_the_ball(stickier, _GAMES)
    p_values = [
        stats.ks_2samp(lengths, native_games[0]).pvalue,
        stats.ks_2samp(returns, native_games[1]).pvalue,
    ]
    assert min(p_values) < _ALPHA


def test_a_game_is_truncated_at_the_frame_limit() -> None:
    env = DirectEnv("PongDeterministic-v4", max_num_frames_per_episode=40)
    env.reset(seed=0)
    ends = [env.step(0)[2:4] for _ in range(10)]
    assert ends == [(False, False)] * 9 + [(False, True)]
    with pytest.raises(EnvError, match="call reset"):
        env.step(0)


def played_on(env: Any, actions: list[int]) -> list[tuple[bytes, float, bool, bool]]:
    return [(frame.tobytes(), reward, *over) for frame, reward, *over, _ in map(env.step, actions)]


@pytest.mark.needs("ale-py")
@pytest.mark.parametrize("steps", [300, 5000])
def test_an_episode_goes_on_alike_from_a_snapshot_also_after_its_end(steps: int) -> None:
    env, other = DirectEnv("PongDeterministic-v4", obs_type="palette"), None
    frames_of(env, seed=1, steps=200)
    snapshot = env.snapshot()
    actions = np.random.default_rng(1).integers(6, size=60).tolist()
    expected = played_on(env, actions)
    while not env.step(2)[2] and (steps := steps - 1):
        pass
    other = env.sibling()
    frames_of(other, seed=2, steps=20)
    env.restore(snapshot)
    assert played_on(env, actions) == expected
    assert played_on(env, actions) != expected
    # A snapshot can be used more than once.
    env.restore(snapshot)
    assert played_on(env, actions) == expected


@pytest.mark.needs("ale-py")
def test_a_snapshot_has_the_action_that_a_sticky_one_repeats_and_the_frames_so_far() -> None:
    env = DirectEnv("ALE/Pong-v5", repeat_action_probability=1.0, max_num_frames_per_episode=400)
    env.reset(seed=1)
    env._held = env._actions[2]
    played_on(env, [0])
    snapshot, paddle = env.snapshot(), int(env.ale.getRAM()[_PADDLE])
    ends = []
    for held in (2, 3):
        # Always the action before: it would be another one but for the snapshot.
        env._held = env._actions[held]
        env.restore(snapshot)
        outcomes = played_on(env, [0] * 3)
        assert env.ale.getRAM()[_PADDLE] < paddle
        outcomes += played_on(env, [0] * 96)
        ends.append([over for *_, over in outcomes].index(True))
    assert ends == [98, 98]


@pytest.mark.needs("ale-py")
def test_there_is_no_snapshot_of_an_episode_that_is_not_running() -> None:
    env = DirectEnv(max_num_frames_per_episode=8)
    for begin in (lambda: None, lambda: env.reset(seed=1) and env.step(0) and env.step(0)):
        begin()
        with pytest.raises(EnvError, match=r"snapshot\(\) needs a running episode"):
            env.snapshot()
    env.reset(seed=1)
    env.snapshot()
    old = pong_pg.make("Pong-v0", atari_py="0.2")
    old.reset(seed=1)
    with pytest.raises(EnvError, match="can't save its state: make it on ale-py, and without atari_py"):
        old.unwrapped.snapshot()


@pytest.mark.needs("ale-py")
def test_after_a_snapshot_sticky_actions_are_drawn_anew() -> None:
    env = DirectEnv("ALE/Pong-v5")
    frames_of(env, seed=1, steps=100)
    snapshot, actions = env.snapshot(), np.random.default_rng(1).integers(6, size=60).tolist()
    first = played_on(env, actions)
    env.restore(snapshot)
    assert played_on(env, actions) != first


@pytest.mark.needs("gymnasium")
def test_the_frame_limit_is_the_native_environments() -> None:
    native = pong_pg.make("PongDeterministic-v4", backend="gymnasium", max_num_frames_per_episode=40)
    native.reset(seed=0)
    assert [native.step(0)[2:4] for _ in range(10)] == [(False, False)] * 9 + [(False, True)]


@pytest.mark.parametrize("action", [-1, 6, 2.5, "up", None])
def test_an_action_that_does_not_exist_is_refused(action: Any) -> None:
    env = DirectEnv()
    env.reset(seed=0)
    with pytest.raises(EnvError, match="an action must be an integer from 0 to 5"):
        env.step(action)


def test_numpy_integers_are_actions() -> None:
    env = DirectEnv()
    env.reset(seed=0)
    env.step(np.int64(2))
    env.step(np.array(3))  # type: ignore[arg-type]  # an action of another kind


def test_step_before_reset_is_refused() -> None:
    with pytest.raises(EnvError, match="call reset"):
        DirectEnv().step(0)


@pytest.mark.parametrize(
    ("kwargs", "complaint"),
    [
        ({"obs_type": "grayscale"}, "obs_type must be one of rgb, palette, ram"),
        ({"render_mode": "human"}, "render_mode must be None or 'rgb_array'"),
        ({"frameskip": 0}, "frameskip must be an integer from 1 to 108000"),
        ({"frameskip": "(2,5)"}, r"from 1 to 108000 or a pair of them, such as \[2,5\]; got '\(2,5\)'"),
        ({"frameskip": 10**12}, "frameskip must be an integer from 1 to 108000"),
        ({"frameskip": (4, 4)}, "low below high"),
        ({"frameskip": (1, 2, 3)}, "pair"),
        ({"repeat_action_probability": 1.5}, "from 0 to 1"),
        ({"max_num_frames_per_episode": 0}, "from 1 to 108000"),
    ],
)
def test_arguments_out_of_range_are_refused(kwargs: dict[str, Any], complaint: str) -> None:
    with pytest.raises(EnvError, match=complaint):
        DirectEnv(**kwargs)


@pytest.mark.parametrize("seed", [-1, 1.5, "one", True])
def test_an_invalid_seed_is_refused(seed: Any) -> None:
    with pytest.raises(EnvError, match="seed must be an integer of at least 0"):
        DirectEnv().reset(seed=seed)


def test_action_meanings_info_and_frame() -> None:
    env = DirectEnv()
    observation, info = env.reset(seed=0)
    assert env.get_action_meanings() == ["NOOP", "FIRE", "RIGHT", "LEFT", "RIGHTFIRE", "LEFTFIRE"]
    assert info == {"lives": 0, "episode_frame_number": 0}
    np.testing.assert_array_equal(env.render(), observation)
    observation[:] = 0
    assert env.render().any(), "an observation is the caller's own"
    env.close()
    env.close()


@pytest.mark.parametrize("through", [copy.copy, copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_has_the_same_settings_and_an_episode_of_its_own(through: Any) -> None:
    env = DirectEnv("Pong-v0", obs_type="palette", max_num_frames_per_episode=999)
    other = through(env)
    assert repr(other) == repr(env)
    assert frames_of(other, seed=5, steps=100) == frames_of(env, seed=5, steps=100)
    assert other.ale is not env.ale


@pytest.mark.parametrize("obs_type", ["rgb", "palette", "ram"])
def test_spaces_are_those_of_what_is_given_and_the_seed_is_theirs_too(obs_type: str) -> None:
    env = DirectEnv(obs_type=obs_type)
    draws = []
    for _ in range(2):
        observation, _ = env.reset(seed=5)
        draws.append([int(env.action_space.sample()) for _ in range(30)])
        assert env.observation_space.contains(observation)
    assert draws[0] == draws[1]
    assert set(draws[0]) == set(range(6))
    assert env.observation_space.shape == observation.shape


def test_the_ram_is_the_consoles() -> None:
    env = DirectEnv("Pong-ramDeterministic-v4")
    env.reset(seed=0)
    for _ in range(60):
        observation = env.step(2)[0]
    np.testing.assert_array_equal(observation, env.ale.getRAM())
    screen = DirectEnv("PongDeterministic-v4", obs_type="palette")
    screen.reset(seed=0)
    for _ in range(60):
        screen.step(2)
    np.testing.assert_array_equal(screen.ale.getRAM(), observation)
