from __future__ import annotations

import dataclasses
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from falling import FallingBall

import pong_pg
from pong_pg.config import TrainConfig
from pong_pg.errors import ArgumentError, ClusterError
from pong_pg.game.metrics import UpdateMetrics
from pong_pg.game.results import GameResult
from pong_pg.game.seeding import training_game
from pong_pg.ppo.learner import CompiledLearner
from pong_pg.registry import make_config
from pong_pg.reinforce.config import ReinforceConfig
from pong_pg.reinforce.reference import Eye, coefficients, play, rmsprop
from pong_pg.reinforce.state import ReinforceState
from pong_pg.reinforce.trainer import ReinforceTrainer
from pong_pg.reinforce.workers import ReinforcePool
from pong_pg.training.checkpoint import read_checkpoint
from pong_pg.training.directory import read_metrics
from pong_pg.training.observers import Observer, RunStart


def toy(config: TrainConfig, **kwargs: Any) -> pong_pg.TrainResult:
    return pong_pg.train(config, env_factory=FallingBall, **kwargs)


def test_an_update_is_the_references_rmsprop_step_on_the_sum_of_its_games(small_config: ReinforceConfig) -> None:
    """Played, added up and stepped by the page, in float64."""
    state = ReinforceState.initial(small_config)
    before = [np.array(array, np.float64) for array in state.weights]
    sums = [np.zeros_like(array) for array in before]
    for game in range(3):
        env_seed, rng = training_game(small_config.seed, 0, game)
        eye = Eye()
        eye.begin(*before)
        factors = coefficients(play(FallingBall(), eye.look, rng, seed=env_seed), 0.99)
        assert factors is not None
        for total, part in zip(sums, eye.gradient(factors), strict=True):
            total += part
    pool = ReinforcePool(small_config, FallingBall)
    metrics = ReinforceTrainer(state, pool).step()
    pool.close()
    for weight, old, gradient in zip(state.weights, before, sums, strict=True):
        expected, _ = rmsprop(old, np.zeros_like(old), gradient, 1e-4, 0.99)
        np.testing.assert_allclose(weight, expected, rtol=1e-5, atol=1e-7)
    assert metrics.gradient_norm == pytest.approx(np.sqrt(sum((g**2).sum() for g in sums)), rel=1e-5)


def test_a_result_holds_the_policy_the_history_and_the_progress(small_config: ReinforceConfig) -> None:
    games: list[GameResult] = []

    class Listener(Observer):
        def on_game(self, result: GameResult) -> None:
            games.append(result)

    result = toy(small_config, observers=[Listener()])
    assert [(row.update, row.games) for row in result.history] == [(1, 3), (2, 6)]
    assert result.progress.agent_steps == result.history[-1].agent_steps == 6 * 80
    assert result.history[0].episode_length == 80
    assert not result.stopped
    assert result.run_dir is None
    assert isinstance(result.policy, pong_pg.ReinforcePolicy)
    assert result.policy.hidden == 8
    # The running mean is folded in the order of the games.
    mean = games[0].total_reward
    for game in games[1:]:
        mean = 0.99 * mean + 0.01 * game.total_reward
    assert result.history[-1].running_mean == pytest.approx(mean, rel=1e-12)
    rewards = [game.total_reward for game in games[3:]]
    last = result.history[-1]
    assert (last.min_return, last.max_return) == (min(rewards), max(rewards))
    assert last.mean_return == pytest.approx(sum(rewards) / 3)


@pytest.mark.parametrize(
    "change",
    [
        {"seed": 6},
        {"batch_size": 2},
        {"hidden": 9},
        {"learning_rate": 2e-4},
        {"gamma": 0.9},
        {"decay_rate": 0.9},
    ],
    ids=lambda change: next(iter(change)),
)
def test_every_setting_that_decides_the_result_does(small_config: ReinforceConfig, change: dict[str, Any]) -> None:
    # Two updates: the first RMSProp step is nearly the sign of the gradient.
    assert toy(small_config).policy.digest() != toy(dataclasses.replace(small_config, **change)).policy.digest()


@pytest.mark.usefixtures("local_ray")
@pytest.mark.ray
@pytest.mark.parametrize(("env", "workers"), [("ALE/Pong-v5", (0, 2)), ("toy", (0, 1, 2, 3))])
def test_the_weights_are_the_same_bits_with_any_number_of_workers(env: str, workers: tuple[int, ...]) -> None:
    config = ReinforceConfig(batch_size=3, iterations=2, hidden=16, seed=1)
    factory = FallingBall if env == "toy" else None
    digests = {
        pong_pg.train(dataclasses.replace(config, workers=number), env_factory=factory).policy.digest()
        for number in workers
    }
    assert len(digests) == 1
    assert ReinforceState.initial(config).policy().digest() not in digests


@pytest.mark.usefixtures("local_ray")
@pytest.mark.ray
def test_more_workers_than_cpus_are_a_warning_and_more_than_games_are_not_started(
    small_config: ReinforceConfig, caplog: pytest.LogCaptureFixture
) -> None:
    starts: list[RunStart] = []

    class Listener(Observer):
        def on_start(self, start: RunStart) -> None:
            starts.append(start)

    toy(dataclasses.replace(small_config, workers=200, batch_size=1, iterations=1), observers=[Listener()])
    assert "200 workers were asked for" in caplog.text
    assert starts[0].workers == 1


def test_an_observer_that_was_told_of_a_connection_is_closed_when_there_is_none(small_config: ReinforceConfig) -> None:
    told: list[str] = []

    class Listener(Observer):
        def on_connect(self, address: str) -> None:
            told.append(address)

        def close(self) -> None:
            told.append("closed")

    with pytest.raises(ClusterError, match="must be HOST:PORT, auto or local"):
        toy(dataclasses.replace(small_config, workers=1, address="nonsense"), observers=[Listener()])
    assert told == ["nonsense", "closed"]


@pytest.mark.parametrize("algorithm", ["reinforce", "ppo"])
def test_ctrl_c_in_a_script_comes_once_the_run_is_saved(
    algorithm: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also in the middle of learning, where the weights are those of no update."""
    sizes = {"reinforce": {"batch_size": 3}, "ppo": {"num_envs": 2, "n_steps": 25}}[algorithm]
    config = make_config(dict(algorithm=algorithm, workers=0, hidden=4, run_dir=str(tmp_path / "run"), **sizes))
    calls = []

    def interrupted(self: Any, *args: Any) -> Any:
        calls.append(0)
        if len(calls) == 5:
            signal.raise_signal(signal.SIGINT)
        return step(self, *args)

    steps: Any = {"reinforce": ReinforceState, "ppo": CompiledLearner}[algorithm]
    name = {"reinforce": "ascend", "ppo": "learn"}[algorithm]
    step = getattr(steps, name)
    monkeypatch.setattr(steps, name, interrupted)
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        toy(config)
    assert signal.getsignal(signal.SIGINT) is before
    rows = read_metrics(tmp_path / "run")
    assert rows
    assert read_checkpoint(tmp_path / "run").progress.update == rows[-1].update


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ({"observers": Observer()}, "observers must be a list, also of one observer; got <pong_pg"),
        ({"observers": 3}, "observers must be a list, also of one observer; got 3"),
        ({"observers": [object()]}, "observers must be objects of subclasses of pong_pg.Observer; got <object"),
        ({"observers": [Observer]}, "observers must be objects of subclasses of pong_pg.Observer; got <class"),
        ({"should_stop": 3}, "should_stop must be a function that returns a bool; got 3"),
        ({"env_factory": "FallingBall"}, "env_factory must be a function or None; got 'FallingBall'"),
    ],
)
def test_a_wrong_argument_is_refused_before_anything_is_made(
    small_config: ReinforceConfig, tmp_path: Path, wrong: dict[str, Any], complaint: str
) -> None:
    config = dataclasses.replace(small_config, run_dir=str(tmp_path / "run"))
    with pytest.raises(ArgumentError, match=complaint):
        pong_pg.train(config, **{"env_factory": FallingBall, **wrong})
    assert not list(tmp_path.iterdir())
    toy(config)
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}
    with pytest.raises(ArgumentError, match=complaint):
        pong_pg.resume(tmp_path / "run", **{"env_factory": FallingBall, "iterations": 1, **wrong})
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")} == before


def test_observers_may_come_from_a_generator(small_config: ReinforceConfig) -> None:
    seen: list[UpdateMetrics] = []

    class Listening(Observer):
        def on_update(self, metrics: UpdateMetrics) -> None:
            seen.append(metrics)

    result = toy(small_config, observers=(Listening() for _ in range(2)))
    assert seen == [metrics for metrics in result.history for _ in range(2)]


@pytest.mark.parametrize("config", ["fast", {"algorithm": "ppo"}, {}, TrainConfig])
def test_what_is_no_configuration_is_refused(config: Any) -> None:
    with pytest.raises(ArgumentError, match=r"^config must be a configuration, such as .*; got "):
        pong_pg.train(config)


@pytest.mark.parametrize("path", [3, None, b"run", []])
@pytest.mark.parametrize(("reads", "name"), [(pong_pg.load, "path"), (pong_pg.resume, "run_dir")])
def test_what_is_no_path_is_refused(reads: Any, name: str, path: Any) -> None:
    with pytest.raises(ArgumentError, match=f"^{name} must be a non-empty string or a pathlib.Path; got "):
        reads(path)


def test_counts_of_games_without_gradient_reach_the_metrics(small_config: ReinforceConfig) -> None:
    result = pong_pg.train(small_config, env_factory=lambda: FallingBall("truncated"))
    assert [row.truncated_games for row in result.history] == [3, 3]
    assert [row.gradient_norm for row in result.history] == [0, 0]
    assert result.policy.digest() == ReinforceState.initial(small_config).policy().digest()


def test_training_without_ray_does_not_import_it(tmp_path: Path) -> None:
    code = (
        "import sys, pong_pg\n"
        "pong_pg.train(pong_pg.ReinforceConfig(workers=0, iterations=1, batch_size=1, hidden=4))\n"
        # Gymnasium is not here: ale-py 0.10 and later import it themselves.
        "assert not {'ray', 'gym', 'shimmy'} & sys.modules.keys()\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=tmp_path)
