from __future__ import annotations

import dataclasses
import io
import itertools
import json
import signal
import subprocess
import sys
import types
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from falling import FallingBall
from states import state_in

import pong_pg
from pong_pg.config import TrainConfig
from pong_pg.errors import ArgumentError, ClusterError, ConfigError, DivergedError, RunDirError
from pong_pg.evaluation.evaluate import Evaluation, evaluate
from pong_pg.game.metrics import UpdateMetrics
from pong_pg.game.results import GameResult
from pong_pg.game.seeding import evaluation_seed, training_game
from pong_pg.ppo.adam import Adam
from pong_pg.registry import make_config
from pong_pg.reinforce.algorithm import ALGORITHM
from pong_pg.reinforce.config import ReinforceConfig
from pong_pg.reinforce.kernels import LIBRARY
from pong_pg.reinforce.local_pool import LocalPool
from pong_pg.reinforce.reference import Eye, coefficients, play, rmsprop
from pong_pg.reinforce.state import TrainState
from pong_pg.reinforce.trainer import Trainer
from pong_pg.training import loop, run_dir
from pong_pg.training.checkpoint import read_checkpoint
from pong_pg.training.directory import read_metrics
from pong_pg.training.display import PlainDisplay
from pong_pg.training.lock import held
from pong_pg.training.observers import Observer, RunStart


def toy(config: TrainConfig, **kwargs: Any) -> pong_pg.TrainResult:
    return pong_pg.train(config, env_factory=FallingBall, **kwargs)


def test_only_games_on_the_emulator_have_a_compiled_forward_pass(small_config: ReinforceConfig) -> None:
    starts: list[RunStart] = []

    class Listening(PlainDisplay):
        def on_start(self, start: RunStart) -> None:
            starts.append(start)
            raise KeyboardInterrupt

    for factory in (FallingBall, None):
        with pytest.raises(KeyboardInterrupt):
            pong_pg.train(small_config, env_factory=factory, observers=[Listening(io.StringIO())])
    assert [start.forward for start in starts] == [None, LIBRARY.about()]


def test_an_update_is_the_references_rmsprop_step_on_the_sum_of_its_games(small_config: ReinforceConfig) -> None:
    """Played, added up and stepped by the page, in float64."""
    state = TrainState.initial(small_config)
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
    pool = LocalPool(small_config, FallingBall)
    metrics = Trainer(state, pool).step()
    pool.close()
    for weight, old, gradient in zip(state.weights, before, sums, strict=True):
        expected, _ = rmsprop(old, np.zeros_like(old), gradient, 1e-4, 0.99)
        np.testing.assert_allclose(weight, expected, rtol=1e-5, atol=1e-7)
    assert metrics.gradient_norm == pytest.approx(np.sqrt(sum((g**2).sum() for g in sums)), rel=1e-5)


def test_a_result_holds_the_policy_the_history_and_the_progress(small_config: ReinforceConfig) -> None:
    result = toy(small_config)
    assert [row.update for row in result.history] == [1, 2]
    assert [row.games for row in result.history] == [3, 6]
    assert result.progress.agent_steps == result.history[-1].agent_steps == 6 * 80
    assert result.history[0].episode_length == 80
    assert not result.stopped
    assert result.run_dir is None
    assert isinstance(result.policy, pong_pg.Policy)
    assert result.policy.hidden == 8


def test_the_running_mean_is_folded_in_the_order_of_the_games(small_config: ReinforceConfig) -> None:
    games: list[GameResult] = []

    class Listener(Silent):
        def on_game(self, result: GameResult) -> None:
            games.append(result)

    result = toy(small_config, observers=[Listener()])
    mean = games[0].total_reward
    for game in games[1:]:
        mean = 0.99 * mean + 0.01 * game.total_reward
    assert result.history[-1].running_mean == pytest.approx(mean, rel=1e-12)
    rewards = [game.total_reward for game in games[3:]]
    last = result.history[-1]
    assert (last.min_return, last.max_return) == (min(rewards), max(rewards))
    assert last.mean_return == pytest.approx(sum(rewards) / 3)


class Silent(Observer):
    def __init__(self) -> None:
        self.closed = 0

    def close(self) -> None:
        self.closed += 1


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
@pytest.mark.parametrize("env", ["ALE/Pong-v5", "toy"])
def test_the_weights_are_the_same_bits_with_0_1_2_and_3_workers(env: str, caplog: pytest.LogCaptureFixture) -> None:
    config = ReinforceConfig(batch_size=3, iterations=2, hidden=16, seed=1)
    factory = FallingBall if env == "toy" else None
    digests = {
        pong_pg.train(dataclasses.replace(config, workers=workers), env_factory=factory).policy.digest()
        for workers in (0, 1, 2, 3)
    }
    assert len(digests) == 1
    assert TrainState.initial(config).policy().digest() not in digests


@pytest.mark.usefixtures("local_ray")
@pytest.mark.ray
def test_more_workers_than_cpus_is_a_warning(small_config: ReinforceConfig, caplog: pytest.LogCaptureFixture) -> None:
    config = dataclasses.replace(small_config, workers=200, iterations=1, batch_size=2)
    toy(config)
    assert "200 workers were asked for" in caplog.text


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


@pytest.mark.usefixtures("local_ray")
@pytest.mark.ray
def test_no_more_workers_are_started_than_there_are_games(small_config: ReinforceConfig) -> None:
    starts: list[RunStart] = []

    class Listener(Silent):
        def on_start(self, start: RunStart) -> None:
            starts.append(start)

    toy(dataclasses.replace(small_config, workers=2, batch_size=1, iterations=1), observers=[Listener()])
    assert starts[0].workers == 1


def test_three_updates_and_three_more_are_six(small_config: ReinforceConfig, tmp_path: Path) -> None:
    at_once = toy(dataclasses.replace(small_config, iterations=6, run_dir=str(tmp_path / "six")))
    toy(dataclasses.replace(small_config, iterations=3, run_dir=str(tmp_path / "three")))
    resumed = pong_pg.resume(tmp_path / "three", env_factory=FallingBall, iterations=3)
    assert resumed.policy.digest() == at_once.policy.digest()
    states = [state_in(tmp_path / name / "checkpoints" / "update-000006.npz", TrainState) for name in ("six", "three")]
    assert states[0].progress == states[1].progress
    for ours, theirs in zip(states[0].memory, states[1].memory, strict=True):
        assert ours.tobytes() == theirs.tobytes()
    assert [row.update for row in resumed.history] == [1, 2, 3, 4, 5, 6]
    for row, expected in zip(resumed.history, at_once.history, strict=True):
        assert dataclasses.replace(row, seconds=0, steps_per_second=0) == dataclasses.replace(
            expected, seconds=0, steps_per_second=0
        )


def test_without_a_resume_the_second_half_would_differ(small_config: ReinforceConfig, tmp_path: Path) -> None:
    """The negative control: RMSProp's memory and the counters are what makes a resume exact."""
    three = toy(dataclasses.replace(small_config, iterations=3, run_dir=str(tmp_path / "three")))
    state = state_in(tmp_path / "three", TrainState)
    fresh = TrainState(state.config, state.weights, None, state.progress)
    pool = LocalPool(state.config, FallingBall)
    Trainer(fresh, pool).step()
    pool.close()
    resumed = pong_pg.resume(tmp_path / "three", env_factory=FallingBall, iterations=1)
    assert fresh.policy().digest() != resumed.policy.digest() != three.policy.digest()


def stop_after(games: int) -> Any:
    class Stopper(Silent):
        seen = 0

        def on_game(self, result: GameResult) -> None:
            self.seen += 1

        def asked(self) -> bool:
            return self.seen >= games

    return Stopper()


@pytest.mark.parametrize("games", [0, 1, 4, 7])
def test_a_run_that_is_stopped_anywhere_goes_on_exactly(
    small_config: ReinforceConfig, tmp_path: Path, games: int
) -> None:
    expected = toy(dataclasses.replace(small_config, iterations=4)).policy.digest()
    config = dataclasses.replace(small_config, iterations=4, run_dir=str(tmp_path / "run"), checkpoint_every=3)
    stopper = stop_after(games)
    stopped = toy(config, observers=[stopper], should_stop=stopper.asked)
    assert stopped.stopped
    assert stopped.progress.update == games // 3
    assert stopper.closed == 1
    resumed = pong_pg.resume(tmp_path / "run", env_factory=FallingBall)
    assert not resumed.stopped
    assert resumed.progress.update == 4, "a resumed run goes on to where it was to end"
    assert resumed.policy.digest() == expected


def test_a_crash_leaves_what_a_resume_needs(small_config: ReinforceConfig, tmp_path: Path) -> None:
    config = dataclasses.replace(small_config, iterations=4, run_dir=str(tmp_path / "run"), checkpoint_every=1)
    expected = toy(dataclasses.replace(small_config, iterations=4)).policy.digest()

    class Crash(Silent):
        def on_update(self, metrics: UpdateMetrics) -> None:
            if metrics.update == 3:
                raise RuntimeError("the power fails")

    with pytest.raises(RuntimeError, match="power"):
        toy(config, observers=[Crash()])
    # As after a kill: the last checkpoint is older than the last row.
    (tmp_path / "run" / "checkpoints" / "update-000003.npz").unlink()
    resumed = pong_pg.resume(tmp_path / "run", env_factory=FallingBall)
    assert resumed.policy.digest() == expected
    rows = (tmp_path / "run" / "metrics.csv").read_text().splitlines()
    assert [row.split(",")[0] for row in rows] == ["update", "1", "2", "3", "4"]
    lines = (tmp_path / "run" / "metrics.jsonl").read_text().splitlines()
    assert [json.loads(line)["update"] for line in lines] == [1, 2, 3, 4]


@pytest.mark.parametrize("name", ["env", "batch_size", "hidden", "learning_rate", "gamma", "decay_rate", "seed"])
def test_a_resume_that_contradicts_the_run_is_refused(small_config: ReinforceConfig, tmp_path: Path, name: str) -> None:
    config = dataclasses.replace(small_config, iterations=1, run_dir=str(tmp_path / "run"))
    toy(config)
    other: dict[str, Any] = {
        "env": "Pong-v0",
        "batch_size": 4,
        "hidden": 9,
        "learning_rate": 0.5,
        "gamma": 0.5,
        "decay_rate": 0.5,
    }
    with pytest.raises(ConfigError, match=f"{name} contradicts the run in .*leave it out"):
        pong_pg.resume(tmp_path / "run", iterations=1, **{name: other.get(name, 99)})
    same = getattr(config, name)
    assert pong_pg.resume(tmp_path / "run", env_factory=FallingBall, iterations=1, **{name: same}).progress.update == 2


def test_a_run_of_a_cluster_goes_on_without_it(small_config: ReinforceConfig, tmp_path: Path) -> None:
    elsewhere = dataclasses.replace(small_config, workers=2, address="10.0.0.2:6379")
    changed = loop._changed(elsewhere, tmp_path, {"workers": 0})
    assert (changed.workers, changed.address) == (0, None)
    assert loop._changed(elsewhere, tmp_path, {"workers": 1}).address == "10.0.0.2:6379"


def test_a_run_that_has_reached_its_end_asks_how_many_more(small_config: ReinforceConfig, tmp_path: Path) -> None:
    toy(dataclasses.replace(small_config, run_dir=str(tmp_path / "run")))
    with pytest.raises(ConfigError, match=r"iterations is needed: the run in .* has made its 2 updates"):
        pong_pg.resume(tmp_path / "run")


def test_nothing_is_read_before_the_directory_is_held(
    small_config: ReinforceConfig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who held it until now may have made more updates just before."""
    run_dir = tmp_path / "run"
    toy(dataclasses.replace(small_config, run_dir=str(run_dir)))
    monkeypatch.setattr("pong_pg.training.loop.held", held_after(held, run_dir))
    assert pong_pg.resume(run_dir, env_factory=FallingBall, iterations=1).progress.update == 6
    assert [row.update for row in read_metrics(run_dir)] == [1, 2, 3, 4, 5, 6]


def held_after(hold: Any, run_dir: Path) -> Any:
    """Hold the directory, but only once another process has made three more updates in it."""

    def late(path: Path, *advice: str) -> Any:
        code = (
            "import pong_pg; from falling import FallingBall; "
            f"pong_pg.resume({str(run_dir)!r}, env_factory=FallingBall, iterations=3)"
        )
        subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parents[1])
        return hold(path, *advice)

    return late


@pytest.mark.parametrize("algorithm", ["reinforce", "ppo"])
def test_ctrl_c_in_a_script_comes_once_the_run_is_saved(
    algorithm: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also in the middle of learning, where the weights are those of no update."""
    sizes = {"reinforce": {"batch_size": 3}, "ppo": {"num_envs": 2, "rollout_steps": 25}}[algorithm]
    config = make_config(dict(algorithm=algorithm, workers=0, hidden=4, run_dir=str(tmp_path / "run"), **sizes))
    calls = []

    def interrupted(self: Any, *args: Any) -> Any:
        calls.append(0)
        if len(calls) == 5:
            signal.raise_signal(signal.SIGINT)
        return step(self, *args)

    steps: Any = {"reinforce": TrainState, "ppo": Adam}[algorithm]
    name = {"reinforce": "ascend", "ppo": "step"}[algorithm]
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
        ({"observers": [object()]}, "observers must be objects of subclasses of pong_pg.Observer, .*; got <object"),
        ({"observers": [Observer]}, "observers must be objects of subclasses of pong_pg.Observer, .*; got <class"),
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


def test_an_observer_may_be_of_any_class_that_has_all_methods(small_config: ReinforceConfig) -> None:
    methods = {name: method for name, method in vars(Observer).items() if not name.startswith("_")}
    listening: Any = type("Listening", (), methods)()
    assert toy(small_config, observers=[listening]).progress.update == small_config.iterations


@pytest.mark.parametrize("config", ["fast", {"algorithm": "ppo"}, {}, TrainConfig])
def test_what_is_no_configuration_is_refused(config: Any) -> None:
    with pytest.raises(ArgumentError, match=r"^config must be a configuration, such as .*; got "):
        pong_pg.train(config)


@pytest.mark.parametrize("path", [3, None, b"run", []])
@pytest.mark.parametrize(("reads", "name"), [(pong_pg.load, "path"), (pong_pg.resume, "run_dir")])
def test_what_is_no_path_is_refused(reads: Any, name: str, path: Any) -> None:
    with pytest.raises(ArgumentError, match=f"^{name} must be a string or a pathlib.Path; got "):
        reads(path)


def test_a_directory_in_use_is_refused(small_config: ReinforceConfig, tmp_path: Path) -> None:
    config = dataclasses.replace(small_config, run_dir=str(tmp_path / "run"))
    refusals: list[RunDirError] = []

    class Intruder(Silent):
        def on_game(self, result: GameResult) -> None:
            if not refusals:
                with pytest.raises(RunDirError, match="in use by another pong-pg") as caught:
                    pong_pg.resume(tmp_path / "run", iterations=1)
                refusals.append(caught.value)

    # A checkpoint must be there before the intruder can try.
    toy(config)
    pong_pg.resume(tmp_path / "run", env_factory=FallingBall, iterations=1, observers=[Intruder()])
    assert refusals


def test_the_best_checkpoint_is_the_policy_that_played_the_best_batch(
    small_config: ReinforceConfig, tmp_path: Path
) -> None:
    config = dataclasses.replace(small_config, iterations=6, run_dir=str(tmp_path / "run"))
    result = toy(config)
    means = [row.mean_return or 0.0 for row in result.history]
    best = means.index(max(means))
    state = state_in(tmp_path / "run" / "checkpoints" / "best.npz", TrainState)
    assert state.progress.update == best
    pool = LocalPool(config, FallingBall)
    assert Trainer(state, pool).play().mean_return == max(means)
    pool.close()
    assert result.progress.best_mean == max(means)


def test_weights_that_diverge_are_told_and_the_last_good_ones_kept(
    small_config: ReinforceConfig, tmp_path: Path
) -> None:
    config = dataclasses.replace(small_config, iterations=2, run_dir=str(tmp_path / "run"))
    toy(config)
    path = tmp_path / "run" / "checkpoints" / "update-000002.npz"
    state = state_in(path, TrainState)
    state.weights[0][:] *= np.float32(1e8)
    state.weights[1][:] *= np.float32(1e-8)
    from pong_pg.training.checkpoint import save

    save(path, state)
    with pytest.raises(DivergedError, match="lower --learning-rate"):
        pong_pg.resume(tmp_path / "run", env_factory=FallingBall, iterations=1)
    assert read_checkpoint(tmp_path / "run").progress.update == 2


def test_counts_of_games_without_gradient_reach_the_metrics(small_config: ReinforceConfig) -> None:
    result = pong_pg.train(small_config, env_factory=lambda: FallingBall("truncated"))
    assert [row.truncated_games for row in result.history] == [3, 3]
    assert [row.gradient_norm for row in result.history] == [0, 0]
    assert result.policy.digest() == TrainState.initial(small_config).policy().digest()


def test_training_without_ray_does_not_import_it(tmp_path: Path) -> None:
    import subprocess
    import sys

    code = (
        "import sys, pong_pg\n"
        "pong_pg.train(pong_pg.ReinforceConfig(workers=0, iterations=1, batch_size=1, hidden=4))\n"
        # Gymnasium is not here: ale-py 0.10 and later import it themselves.
        "assert not {'ray', 'gym', 'shimmy'} & sys.modules.keys()\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=tmp_path)


class Evaluations(Silent):
    def __init__(self) -> None:
        super().__init__()
        self.told: list[tuple[int, Evaluation]] = []

    def on_evaluation(self, update: int, evaluation: Evaluation) -> None:
        self.told.append((update, evaluation))


def test_a_run_ends_after_so_many_agent_steps_and_goes_on_for_so_many_more(
    small_config: ReinforceConfig, tmp_path: Path
) -> None:
    # An update is 240 steps.
    config = dataclasses.replace(small_config, iterations=None, steps=500, run_dir=str(tmp_path / "run"))
    result = toy(config)
    assert (result.progress.update, result.progress.agent_steps) == (3, 720)
    with pytest.raises(ConfigError, match=r"iterations is needed: the run in .* has made its 3 updates"):
        pong_pg.resume(tmp_path / "run", env_factory=FallingBall)
    resumed = pong_pg.resume(tmp_path / "run", env_factory=FallingBall, steps=240)
    assert resumed.progress.update == 4
    resumed = pong_pg.resume(tmp_path / "run", env_factory=FallingBall, iterations=2)
    assert resumed.progress.update == 6
    assert resumed.progress.target_steps is None


def test_the_first_of_several_goals_ends_a_run(small_config: ReinforceConfig) -> None:
    all_goals: list[tuple[dict[str, Any], int]] = [
        ({"iterations": 2, "steps": 10_000}, 2),
        ({"iterations": 9, "steps": 241}, 2),
    ]
    for goals, updates in all_goals:
        assert toy(dataclasses.replace(small_config, **goals)).progress.update == updates


def test_a_run_ends_after_so_many_minutes_and_was_not_stopped(
    small_config: ReinforceConfig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = dataclasses.replace(small_config, iterations=None, minutes=3, run_dir=str(tmp_path / "run"))
    seconds = itertools.count(1000.0)
    monkeypatch.setattr(loop, "time", types.SimpleNamespace(monotonic=lambda: next(seconds)))
    result = toy(config)
    # The time was looked at from second 1000 on, once a second until it was up.
    assert next(seconds) == 1000 + 60 * 3 + 1
    assert not result.stopped
    assert result.progress.update > 3
    # What was under way when time was up is not lost: the run goes on from the last update.
    assert read_checkpoint(tmp_path / "run").progress.update == result.progress.update


def test_a_run_ends_when_evaluation_games_say_so(
    small_config: ReinforceConfig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ALGORITHM, "updates_between_evaluations", 2)
    returns = iter([-1.0, -0.5, 3.0])
    observer = Evaluations()

    def scripted(*_: Any, **__: Any) -> Evaluation:
        return Evaluation([GameResult(0, 0, next(returns), 80, False)])

    monkeypatch.setattr(loop, "evaluate", scripted)
    monkeypatch.setattr(loop, "_EVALUATION_MARGIN", 100.0)
    config = dataclasses.replace(small_config, iterations=None, until_return=2.0, run_dir=str(tmp_path / "run"))
    result = toy(config, observers=[observer])
    with pytest.raises(ConfigError, match=r"iterations is needed: the run in .* has made its 6 updates"):
        pong_pg.resume(tmp_path / "run", env_factory=FallingBall)
    assert pong_pg.resume(tmp_path / "run", env_factory=FallingBall, iterations=1).progress.update == 7
    assert [update for update, _ in observer.told] == [2, 4, 6]
    assert result.evaluation is not None
    assert result.evaluation.mean == 3
    assert not result.stopped


def test_training_games_far_below_the_goal_are_not_evaluated(small_config: ReinforceConfig) -> None:
    observer = Evaluations()
    toy(dataclasses.replace(small_config, iterations=25, until_return=21.0), observers=[observer])
    assert observer.told == []


def test_a_run_may_end_with_an_evaluation(small_config: ReinforceConfig) -> None:
    observer = Evaluations()
    result = toy(dataclasses.replace(small_config, eval_episodes=4), observers=[observer])
    ((update, evaluation),) = observer.told
    assert update == 2
    assert evaluation == result.evaluation
    assert len(evaluation.games) == 4
    seed = evaluation_seed(small_config.seed, 2)
    assert evaluation == evaluate(result.policy, small_config, 4, seed=seed, greedy=True, env_factory=FallingBall)


def evaluated(config: ReinforceConfig, monkeypatch: pytest.MonkeyPatch, resumed_at: int | None = None) -> list[Any]:
    """The games of the evaluations after the second, fourth, ... update, and of that at the end."""
    monkeypatch.setattr(ALGORITHM, "updates_between_evaluations", 2)
    monkeypatch.setattr(loop, "_EVALUATION_MARGIN", 100.0)
    observer = Evaluations()
    updates = config.iterations or 0
    if resumed_at is None:
        toy(config, observers=[observer])
    else:
        toy(dataclasses.replace(config, iterations=resumed_at, eval_episodes=0), observers=[observer])
        goals: dict[str, Any] = {
            "iterations": updates - resumed_at,
            "until_return": 12.0,
            "eval_episodes": config.eval_episodes,
        }
        pong_pg.resume(str(config.run_dir), env_factory=FallingBall, observers=[observer], **goals)
    return [(update, evaluation.games) for update, evaluation in observer.told]


def test_a_run_is_evaluated_on_other_games_each_time(
    small_config: ReinforceConfig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A return of 12 is out of reach: this toy gives 10 at most.
    config = dataclasses.replace(
        small_config, iterations=5, until_return=12.0, eval_episodes=10, run_dir=str(tmp_path / "run")
    )
    found = evaluated(config, monkeypatch)
    assert [update for update, _ in found] == [2, 4, 5]
    seeds = [game.env_seed for _, games in found for game in games]
    assert len(seeds) == len(set(seeds)) == 30
    again = dataclasses.replace(config, run_dir=str(tmp_path / "again"))
    assert evaluated(again, monkeypatch, resumed_at=3) == found, "the same games after a resume"
    other = evaluated(dataclasses.replace(config, seed=99, run_dir=None), monkeypatch)
    assert not set(seeds) & {game.env_seed for _, games in other for game in games}


@pytest.mark.usefixtures("local_ray")
@pytest.mark.ray
def test_a_run_is_evaluated_on_the_same_games_with_workers(
    small_config: ReinforceConfig, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = dataclasses.replace(small_config, iterations=3, until_return=12.0)
    assert evaluated(config, monkeypatch) == evaluated(dataclasses.replace(config, workers=2), monkeypatch)


def test_evaluating_changes_nothing_of_the_training(
    small_config: ReinforceConfig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ALGORITHM, "updates_between_evaluations", 1)
    config = dataclasses.replace(small_config, iterations=3)
    plain = toy(config)
    observer = Evaluations()
    monkeypatch.setattr(loop, "_EVALUATION_MARGIN", 100.0)
    asked = toy(dataclasses.replace(config, until_return=11.0), observers=[observer])
    assert len(observer.told) == 2, "after the last update nobody asks"
    assert asked.policy.digest() == plain.policy.digest()


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"algorithm": "ppo"}, "algorithm contradicts the run in .*, which has 'reinforce'; got 'ppo'"),
        ({"clip_range": 0.1}, "clip_range belongs to algorithm ppo, not to reinforce; got 0.1"),
        ({"batchsize": 3}, "batchsize is not a setting of pong_pg; did you mean batch_size"),
        ({"run_dir": "x"}, "run_dir is not a setting that a resumed run can be given"),
    ],
)
def test_a_resume_says_why_a_setting_is_refused(
    small_config: ReinforceConfig, tmp_path: Path, changes: dict[str, Any], complaint: str
) -> None:
    toy(dataclasses.replace(small_config, run_dir=str(tmp_path / "run")))
    with pytest.raises(ConfigError, match=complaint):
        pong_pg.resume(tmp_path / "run", **changes)


def test_a_checkpoint_is_written_once_a_minute_however_rarely_there_is_to_be_one(
    small_config: ReinforceConfig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = dataclasses.replace(small_config, iterations=3, checkpoint_every=100, keep_checkpoints=9)
    for seconds, updates in ((60.0, [0, 3]), (0.0, [0, 1, 2, 3])):
        monkeypatch.setattr(run_dir, "_MOST_SECONDS", seconds)
        path = tmp_path / str(seconds)
        toy(dataclasses.replace(config, run_dir=str(path)))
        found = sorted(path.name for path in (path / "checkpoints").glob("update-*"))
        assert found == [f"update-{update:06d}.npz" for update in updates]


@pytest.mark.parametrize("algorithm", ["reinforce", "ppo"])
def test_a_run_can_be_resumed_from_its_first_game_on(algorithm: str, tmp_path: Path) -> None:
    run_dir = tmp_path / "run"

    class Listener(Observer):
        def on_game(self, result: GameResult) -> None:
            # Whatever ends the process now.
            assert read_checkpoint(run_dir).progress.update == 0
            raise KeyboardInterrupt

    config = make_config({"algorithm": algorithm, "workers": 0, "hidden": 4, "iterations": 2, "run_dir": str(run_dir)})
    with pytest.raises(KeyboardInterrupt):
        toy(config, observers=[Listener()])
    assert pong_pg.resume(run_dir, env_factory=FallingBall).progress.update == 2
