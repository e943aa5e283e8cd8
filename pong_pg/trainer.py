"""The loop: play a batch, add up its gradients, take a step; and a whole run around it."""

from __future__ import annotations

import contextlib
import dataclasses
import logging
import math
import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from pong_pg import cluster, compiled
from pong_pg.checkpoint import latest, load_state
from pong_pg.config import SETTINGS, TrainConfig, check_setting
from pong_pg.errors import ConfigError
from pong_pg.exact_sum import GradientSum
from pong_pg.policy import Policy
from pong_pg.ray_pool import RayPool, share_of_cpu
from pong_pg.rollout import Stopped, training_env
from pong_pg.runlog import (
    Observer,
    RunDir,
    RunStart,
    UpdateMetrics,
    check_free,
    file_logs,
    new_run_dir,
    read_metrics,
    reopened_run_dir,
)
from pong_pg.state import Progress, TrainState
from pong_pg.workers import EnvFactory, GameResult, LocalPool, Pool, Spent, sees_palette

log = logging.getLogger(__name__)

_RUNNING_MEAN_KEEPS = 0.99


def _never() -> bool:
    return False


def _ignore(_result: GameResult) -> None:
    pass


@dataclass(frozen=True)
class Batch:
    """The games of one update, in their order, the sum of their gradients, and the time they took.

    `seconds` is the wall time since the batch was begun; `spent` says where it went.
    """

    results: list[GameResult]
    gradient: GradientSum
    seconds: float
    spent: Spent = dataclasses.field(default_factory=Spent)

    @property
    def mean_return(self) -> float:
        """Mean return of the games."""
        return sum(result.total_reward for result in self.results) / len(self.results)


class Trainer:
    """REINFORCE on batches of games: `play` a batch, `apply` its gradient; `step` does both.

    Args:
        state: what to go on from; changed in place.
        pool: who plays.
    """

    def __init__(self, state: TrainState, pool: Pool) -> None:
        self.state = state
        self._pool = pool
        self._stepping = False
        self._began: float | None = None

    @property
    def consistent(self) -> bool:
        """Whether the state is that of a whole number of updates: false only in the middle of a step."""
        return not self._stepping

    def begin(self) -> None:
        """Let the workers begin with the next batch, while this process does other things."""
        self._began = time.perf_counter()
        self._pool.begin(self.state.progress.update, self.state.weights)

    def play(
        self,
        on_game: Callable[[GameResult], None] = _ignore,
        should_stop: Callable[[], bool] = _never,
    ) -> Batch:
        """Play the batch of the next update; the state stays as it is.

        Args:
            on_game: called as each game ends, in any order.
            should_stop: asked several times a second.

        Raises:
            Stopped: `should_stop` said so.
        """
        began, self._began = self._began or time.perf_counter(), None
        played = self._pool.play(self.state.progress.update, self.state.weights, on_game, should_stop)
        return Batch(played.results, played.gradient, time.perf_counter() - began, played.spent)

    def apply(self, batch: Batch) -> UpdateMetrics:
        """Take the step that a batch asks for, and return its row of metrics."""
        began = time.perf_counter()
        W1, W2 = batch.gradient.value(np.float32)
        norm = math.sqrt(sum(float(np.vdot(array, array)) for array in (W1, W2)))
        progress = _advanced(self.state.progress, batch)
        self._stepping = True
        self.state.optimizer.step((W1, W2))
        self.state.progress = progress
        self._stepping = False
        return _metrics(progress, batch, norm, batch.seconds + time.perf_counter() - began)

    def step(
        self,
        on_game: Callable[[GameResult], None] = _ignore,
        should_stop: Callable[[], bool] = _never,
    ) -> UpdateMetrics:
        """Make one update: `play`, then `apply`."""
        return self.apply(self.play(on_game, should_stop))


def _advanced(progress: Progress, batch: Batch) -> Progress:
    running_mean, best_game = progress.running_mean, progress.best_game
    for result in batch.results:
        reward = result.total_reward
        running_mean = (
            reward if running_mean is None else _RUNNING_MEAN_KEEPS * running_mean + (1 - _RUNNING_MEAN_KEEPS) * reward
        )
        best_game = reward if best_game is None else max(best_game, reward)
    return dataclasses.replace(
        progress,
        update=progress.update + 1,
        games=progress.games + len(batch.results),
        agent_steps=progress.agent_steps + sum(result.steps for result in batch.results),
        running_mean=running_mean,
        best_mean=_max(progress.best_mean, batch.mean_return),
        best_game=best_game,
    )


def _max(old: float | None, new: float) -> float:
    return new if old is None else max(old, new)


def _metrics(progress: Progress, batch: Batch, norm: float, seconds: float) -> UpdateMetrics:
    results = batch.results
    rewards = [result.total_reward for result in results]
    steps = sum(result.steps for result in results)
    return UpdateMetrics(
        update=progress.update,
        games=progress.games,
        agent_steps=progress.agent_steps,
        seconds=seconds,
        mean_return=batch.mean_return,
        min_return=min(rewards),
        max_return=max(rewards),
        running_mean=progress.running_mean if progress.running_mean is not None else math.nan,
        episode_length=steps / len(results),
        gradient_norm=norm,
        entropy=sum(result.entropy * result.steps for result in results) / steps,
        steps_per_second=steps / seconds,
        truncated_games=sum(result.truncated for result in results),
        flat_games=sum(not (result.learned or result.truncated) for result in results),
    )


@dataclass(frozen=True)
class TrainResult:
    """What a run gives.

    Attributes:
        policy: the policy after the last update.
        history: one row for each update of the run, those before a resume included.
        progress: how far the run has come.
        run_dir: where it wrote; None where it wrote nothing.
        stopped: the user stopped it before its target.
    """

    policy: Policy
    history: list[UpdateMetrics]
    progress: Progress
    run_dir: Path | None
    stopped: bool


def train(
    config: TrainConfig | None = None,
    *,
    env_factory: EnvFactory | None = None,
    observers: Sequence[Observer] = (),
    should_stop: Callable[[], bool] = _never,
) -> TrainResult:
    """Train a policy from its initial weights.

    Args:
        config: the settings; None for the defaults, which go on until `should_stop` says so. With a `run_dir`,
            the run leaves its files there; without, it leaves nothing.
        env_factory: makes the environment, instead of `config.env`: any that `pong_pg.adapt` takes, with frames
            like Pong's. It travels to Ray's workers by pickle.
        observers: are told of every game and update.
        should_stop: asked several times a second; when it says so, the run ends cleanly.

    Returns:
        The final policy and the history.

    Raises:
        PongPGError: the run directory is in use, the environment can't be made or played, Ray can't be reached,
            or the weights diverge.
    """
    config = config or TrainConfig()
    path = None if config.run_dir is None else Path(config.run_dir)
    if path is not None:
        check_free(path)
    state = TrainState.initial(config)
    state.progress = dataclasses.replace(state.progress, target=config.iterations)

    run_dir = contextlib.nullcontext() if path is None else new_run_dir(path, config)
    return _run(state, run_dir, env_factory, observers, should_stop)


def resume(
    run_dir: str | os.PathLike[str],
    /,
    *,
    env_factory: EnvFactory | None = None,
    observers: Sequence[Observer] = (),
    should_stop: Callable[[], bool] = _never,
    **changes: Any,
) -> TrainResult:
    """Go on with a run from its newest checkpoint, exactly as if it had never stopped.

    Args:
        run_dir: the run's directory.
        env_factory: as the run was begun with.
        observers: as in `train`.
        should_stop: as in `train`.
        changes: settings of `TrainConfig` that do not decide the result, such as `workers`. `iterations` is the
            number of further updates; without it the run goes on to where it was to end.

    Raises:
        ConfigError: a setting contradicts the run's, or the run has reached its end and `iterations` is missing.
        PongPGError: as `train`; or the directory holds no run.
    """
    path = Path(run_dir)
    state = load_state(latest(path))
    state.config = _changed(state.config, path, changes)
    progress = state.progress
    if "iterations" in changes and state.config.iterations is not None:
        progress = dataclasses.replace(progress, target=progress.update + state.config.iterations)
    if progress.target is not None and progress.target <= progress.update:
        raise ConfigError(
            "iterations",
            f"is needed: the run in {path} has made its {progress.update} updates; say how many more",
        )
    state.progress = progress
    reopened = reopened_run_dir(path, state.config, progress.update)
    return _run(state, reopened, env_factory, observers, should_stop)


def _changed(config: TrainConfig, path: Path, changes: dict[str, Any]) -> TrainConfig:
    checked = {}
    for name, value in changes.items():
        if name not in SETTINGS or name == "run_dir":
            raise ConfigError(name, "is not a setting that a resumed run can be given")
        checked[name] = check_setting(name, value)
        old = getattr(config, name)
        if SETTINGS[name].metadata["decides_result"] and checked[name] != old:
            raise ConfigError(
                name,
                f"contradicts the run in {path}, which has {old!r}; got {value!r}: leave it out, or begin a new run",
            )
    return dataclasses.replace(config, run_dir=str(path), **checked)


def _run(
    state: TrainState,
    opening_run_dir: contextlib.AbstractContextManager[RunDir | None],
    env_factory: EnvFactory | None,
    observers: Sequence[Observer],
    should_stop: Callable[[], bool],
) -> TrainResult:
    config = state.config
    stopped = False
    with contextlib.ExitStack() as stack:
        if config.workers != 0:
            for observer in observers:
                observer.on_connect(cluster.resolve(config.address))
        pool = stack.enter_context(_pool(config, env_factory))
        # Only now: a mistake that shows until here leaves nothing behind.
        run_dir = stack.enter_context(opening_run_dir)
        path = None if run_dir is None else run_dir.path
        history = [] if path is None else read_metrics(path)
        if run_dir is not None:
            observers = [*file_logs(run_dir.path), *observers]
        for observer in observers:
            stack.callback(observer.close)
        trainer = Trainer(state, pool)
        progress = state.progress
        forward = compiled.about() if sees_palette(config, env_factory) else None
        start = RunStart(config, path, pool.size, progress.update, progress.target, progress.best_game, forward)
        for observer in observers:
            observer.on_start(start)

        def on_game(result: GameResult) -> None:
            for observer in observers:
                observer.on_game(result)

        saved_at = None
        try:
            while state.progress.target is None or state.progress.update < state.progress.target:
                metrics = _update(trainer, run_dir, on_game, should_stop)
                history.append(metrics)
                for observer in observers:
                    observer.on_update(metrics)
                if run_dir is not None and state.progress.update % config.checkpoint_every == 0:
                    run_dir.checkpoints.save(state)
                    saved_at = state.progress.update
        except Stopped:
            stopped = True
        finally:
            if run_dir is not None and trainer.consistent and saved_at != state.progress.update:
                run_dir.checkpoints.save(state)
    return TrainResult(state.policy(), history, state.progress, path, stopped)


def _update(
    trainer: Trainer,
    run_dir: RunDir | None,
    on_game: Callable[[GameResult], None],
    should_stop: Callable[[], bool],
) -> UpdateMetrics:
    """Make an update, begin with the next, and keep the policy that played this one if it was the best so far."""
    state = trainer.state
    batch = trainer.play(on_game, should_stop)
    best = state.copy() if run_dir is not None and _is_best(batch, state.progress) else None
    metrics = trainer.apply(batch)
    if state.progress.target != state.progress.update:
        # First of all: what follows takes this process, but not the workers.
        trainer.begin()
    if run_dir is not None and best is not None:
        run_dir.checkpoints.save_best(best)
    return metrics


def _is_best(batch: Batch, progress: Progress) -> bool:
    return progress.best_mean is None or batch.mean_return > progress.best_mean


@contextlib.contextmanager
def _pool(config: TrainConfig, env_factory: EnvFactory | None) -> Iterator[Pool]:
    if config.workers == 0:
        with contextlib.closing(LocalPool(config, env_factory)) as local:
            yield local
        return
    # An environment that can't be made or played is told before Ray is started, and in this process.
    training_env(config, env_factory).close()
    with cluster.connected(config.address) as cpus:
        wanted = config.workers if config.workers is not None else max(1, math.floor(cpus))
        if wanted > cpus:
            log.warning(
                "%d workers were asked for, and Ray has %g CPUs free: they share these, and go no faster",
                wanted,
                cpus,
            )
        # A worker without a game would only cost memory.
        size = min(wanted, config.batch_size)
        with contextlib.closing(RayPool(config, env_factory, size, share_of_cpu(wanted, cpus))) as pool:
            yield pool
