"""The training loop, for all algorithms: `train` and `resume`."""

from __future__ import annotations

import contextlib
import dataclasses
import logging
import math
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import FrameType
from typing import Any

from pong_pg.algorithm import Algorithm, State, Trainer
from pong_pg.config import TrainConfig, check_setting
from pong_pg.distributed import cluster
from pong_pg.distributed.actors import share_of_cpu
from pong_pg.errors import ConfigError, PongPGError, Stopped, check_argument, check_path
from pong_pg.evaluation.evaluate import Evaluation, evaluate
from pong_pg.game.counts import counted
from pong_pg.game.env import EnvFactory, factory_name, training_env
from pong_pg.game.metrics import UpdateMetrics
from pong_pg.game.progress import Progress
from pong_pg.game.results import GameResult
from pong_pg.game.seeding import evaluation_seed
from pong_pg.registry import algorithm, check_names, preset
from pong_pg.settings import settings_of
from pong_pg.training.checkpoint import check_modules, latest, read_checkpoint
from pong_pg.training.directory import check_free, held, made_run_dir, new_run_dir, reopened_run_dir
from pong_pg.training.display import progress_display
from pong_pg.training.observers import Observer, RunStart, TrainResult, checked_observers
from pong_pg.training.run_dir import RunDir

log = logging.getLogger(__name__)

# For --until-return: how many games decide, at least; and how far below the goal the last training games, which
# draw their actions, may be for an evaluation to be worth its time.
_MIN_EVALUATION_GAMES = 10
_EVALUATION_MARGIN = 4.0


def _never() -> bool:
    return False


def train(
    config: TrainConfig | None = None,
    *,
    env_factory: EnvFactory | None = None,
    observers: Sequence[Observer] = (),
    should_stop: Callable[[], bool] = _never,
) -> TrainResult:
    """Train a policy from its initial weights.

    Args:
        config: the settings. With a `run_dir`, the run leaves its files there; without, it leaves nothing, and Ctrl-C
            loses it. None does what `pong-pg train` does: the preset "fast", in a new directory in runs/.
        env_factory: makes the environment, instead of `config.env`: any that `pong_pg.adapt` takes, with frames
            like Pong's. It travels to Ray's workers by pickle.
        observers: are called for every game and update. Without any, and without `config`, progress is printed.
        should_stop: called several times a second; when it returns True, the run ends cleanly.

    Returns:
        The final policy and the history.

    Raises:
        ArgumentError: an argument has the wrong type.
        PongPGError: the run directory is in use, the environment can't be made or played, Ray can't be reached,
            or the weights diverge.
        RunDirLostError: the run directory can no longer be written; the message names the newest checkpoint.
    """
    if config is None:
        with made_run_dir(TrainConfig.env) as made:
            config = preset("fast", run_dir=made)
            observers = observers or [progress_display()]
            return train(config, env_factory=env_factory, observers=observers, should_stop=should_stop)
    rule = "must be a configuration, such as pong_pg.ReinforceConfig() or pong_pg.preset('fast')"
    check_argument(isinstance(config, TrainConfig), "config", rule, config)
    observers = checked_observers(observers)
    _check_functions(env_factory, should_stop)
    path = None if config.run_dir is None else Path(config.run_dir)
    if path is not None:
        check_free(path)
    progress = Progress(target=config.iterations, target_steps=config.total_timesteps)
    state = algorithm(config.algorithm).state_type().initial(config, progress)
    run_dir = contextlib.nullcontext() if path is None else new_run_dir(path, config, factory_name(env_factory))
    return _execute(state, run_dir, env_factory, observers, should_stop)


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
        changes: settings that do not decide the result, such as `workers`. `iterations`, `total_timesteps`,
            `seconds` and `until_return` say when it is to end from now on; without any of them the run goes on to
            where it was to end. Seconds are those of a command: a run that has them goes on for as many again.

    Raises:
        ArgumentError: an argument has the wrong type, or `run_dir` is empty.
        ConfigError: a setting contradicts the run's, or the run has reached its end and `iterations` is missing.
        EnvError: the run was begun with an `env_factory`, and there is none now; or its environment's id names a
            module, which is imported only if `env` is among the changes.
        PongPGError: as `train`; or the directory holds no run.
    """
    check_path("run_dir", run_dir)
    observers = checked_observers(observers)
    _check_functions(env_factory, should_stop)
    path = Path(run_dir)
    # Locks only existing runs.
    latest(path)
    # Before anything is read: whoever holds it may still be writing its last checkpoint.
    with held(path):
        checkpoint = read_checkpoint(latest(path))
        if env_factory is None:
            check_modules(path, checkpoint.config, changes.keys())
        config = _changed(checkpoint.config, path, changes)
        progress = _with_new_goals(checkpoint.progress, path, config if changes.keys() & _GOALS else None)
        checkpoint.check_env_factory(path, env_factory)
        state = checkpoint.state(config, progress)
        reopened = reopened_run_dir(path, config, progress.update, factory_name(env_factory))
        return _execute(state, reopened, env_factory, observers, should_stop)


def _check_functions(env_factory: object, should_stop: object) -> None:
    is_factory = env_factory is None or callable(env_factory)
    check_argument(is_factory, "env_factory", "must be a function or None", env_factory)
    check_argument(callable(should_stop), "should_stop", "must be a function that returns a bool", should_stop)


_GOALS = frozenset({"iterations", "total_timesteps", "seconds", "until_return"})


def _changed(config: TrainConfig, path: Path, changes: dict[str, Any]) -> TrainConfig:
    known = settings_of(type(config))
    check_names(type(config), changes)
    checked = {}
    for name, value in changes.items():
        if name == "run_dir":
            raise ConfigError(name, "is not a setting that a resumed run can be given")
        checked[name] = value if name == "algorithm" else check_setting(type(config), name, value)
        old = getattr(config, name)
        if known[name][0].decides_result and checked[name] != old:
            raise ConfigError(
                name,
                f"contradicts the run in {path}, which has {old!r}; got {value!r}: leave it out, or begin a new run",
            )
    if checked.get("workers") == 0:
        # The cluster of the run so far is of no use.
        checked.setdefault("address", None)
    if checked.keys() & _GOALS:
        checked = {**dict.fromkeys(_GOALS), **checked}
    return dataclasses.replace(config, run_dir=str(path), **checked)


def _with_new_goals(progress: Progress, path: Path, config: TrainConfig | None) -> Progress:
    """Return the progress with the targets of a configuration, counted from here on; None for those that it has."""
    if config is not None:
        target = None if config.iterations is None else progress.update + config.iterations
        target_steps = None if config.total_timesteps is None else progress.agent_steps + config.total_timesteps
        progress = dataclasses.replace(progress, target=target, target_steps=target_steps)
    if progress.at_target:
        raise ConfigError(
            "iterations",
            f"is needed: the run in {path} has made its {counted(progress.update, 'update')}; say how many more",
        )
    return progress


def _execute(
    state: State,
    opening_run_dir: contextlib.AbstractContextManager[RunDir | None],
    env_factory: EnvFactory | None,
    observers: Sequence[Observer],
    should_stop: Callable[[], bool],
) -> TrainResult:
    config = state.config
    deadline = math.inf if config.seconds is None else time.monotonic() + config.seconds
    with contextlib.ExitStack() as stack:
        for observer in observers:
            stack.callback(observer.close)
            if config.uses_ray:
                observer.on_connect(cluster.resolve(config.address))
        trainer = stack.enter_context(_trainer(state, env_factory))
        # Only now: a mistake that shows until here leaves nothing behind.
        run_dir = stack.enter_context(opening_run_dir)
        path = None if run_dir is None else run_dir.path
        history = [] if run_dir is None else run_dir.rows
        _announce_end_of_learning(config, state.progress)
        for observer in observers:
            observer.on_start(RunStart(config, path, trainer.pool.size, state.progress, state.policy))
        loop = _Loop(state, trainer, run_dir, env_factory, observers)
        with _first_interrupt() as interrupted:
            stopped = loop.to_its_end(history, lambda: loop.stop or should_stop() or interrupted(), deadline)
        faults = tuple(trainer.pool.faults)
    return TrainResult(state.policy(), config, history, state.progress, path, stopped, loop.evaluation, faults)


def _announce_end_of_learning(config: TrainConfig, progress: Progress) -> None:
    end = config.learns_until
    if end is not None and (progress.agent_steps >= end or (progress.target_steps or 0) > end):
        log.warning(
            "nothing is learned after %d agent steps, where the learning rate is 0, and the run has made %d; to train "
            "for longer, begin a new run with larger --anneal-steps and --total-timesteps",
            end,
            progress.agent_steps,
        )


class _Loop:
    """A run whose trainer is there and whose directory is open.

    Attributes:
        evaluation: the greedy games at its end.
        stop: whether an observer has stopped it.
    """

    def __init__(
        self,
        state: State,
        trainer: Trainer,
        run_dir: RunDir | None,
        env_factory: EnvFactory | None,
        observers: Sequence[Observer],
    ) -> None:
        self._state, self._trainer, self._run_dir = state, trainer, run_dir
        self._env_factory, self._observers = env_factory, observers
        self.evaluation: Evaluation | None = None
        self.stop = False
        self._faults = 0

    def to_its_end(self, history: list[UpdateMetrics], should_stop: Callable[[], bool], deadline: float) -> bool:
        """Make updates until the run has come to its end, by the monotonic clock or otherwise.

        Returns:
            Whether `should_stop` ended it.

        Raises:
            RunDirLostError: the run directory can no longer be written.
        """

        def over() -> bool:
            return should_stop() or time.monotonic() >= deadline

        if self._run_dir is not None and self._state.progress.update == 0:
            # From here on, the run can be resumed, however its process ends.
            self._run_dir.save(self._state)
        stopped = False
        try:
            while not self._state.progress.at_target:
                if self._has_reached_return(should_stop):
                    progress = self._state.progress
                    self._state.progress = dataclasses.replace(progress, target=progress.update)
                    break
                if over():
                    raise Stopped
                history.append(self._update(over))
        except Stopped:
            stopped = should_stop()
        except BaseException:
            # That error is raised, also where no checkpoint can be written.
            with contextlib.suppress(PongPGError):
                self._save()
            raise
        self._save()
        games = self._state.config.n_eval_episodes
        if games and self.evaluation is None and not stopped:
            # Its workers would go on with the batch after the last, and take the CPUs.
            self._trainer.pool.close()
            with contextlib.suppress(Stopped):
                self._evaluate(games, should_stop)
        return stopped

    def _save(self) -> None:
        if self._run_dir is not None and self._trainer.consistent:
            self._run_dir.save(self._state)

    def _update(self, over: Callable[[], bool]) -> UpdateMetrics:
        run_dir = self._run_dir
        metrics, best = self._trainer.update(self._on_game, over)
        if run_dir is not None:
            run_dir.record(metrics)
            run_dir.best = best or run_dir.best
        new_faults = self._trainer.pool.faults[self._faults :]
        self._faults += len(new_faults)
        for observer in self._observers:
            go_on = observer.on_update(metrics)
            self.stop = self.stop or (go_on is not None and not go_on)
            for fault in new_faults:
                observer.on_fault(fault)
        if run_dir is not None and (
            metrics.update % self._state.config.checkpoint_every == 0 or run_dir.checkpoint_due
        ):
            run_dir.save(self._state)
        return metrics

    def _on_game(self, result: GameResult) -> None:
        for observer in self._observers:
            observer.on_game(result)

    def _has_reached_return(self, should_stop: Callable[[], bool]) -> bool:
        """Whether evaluation games say that the run has reached the return until which it goes on."""
        config, progress = self._state.config, self._state.progress
        goal, recent_mean = config.until_return, progress.recent_mean
        if goal is None or recent_mean is None or recent_mean < goal - _EVALUATION_MARGIN:
            return False
        if progress.update % algorithm(config.algorithm).updates_between_evaluations:
            return False
        evaluation = self._evaluate(max(config.n_eval_episodes, _MIN_EVALUATION_GAMES), should_stop)
        if evaluation.mean < goal:
            self.evaluation = None
        return evaluation.mean >= goal

    def _evaluate(self, games: int, should_stop: Callable[[], bool]) -> Evaluation:
        """Play greedy games, and report them to the observers.

        Raises:
            Stopped: `should_stop` returned True.
        """

        def on_game(_game: GameResult) -> None:
            if should_stop():
                raise Stopped

        policy, config, update = self._state.policy(), self._state.config, self._state.progress.update

        for observer in self._observers:
            observer.on_evaluation_begin(update, games)
        seed = evaluation_seed(config.seed, update)
        with contextlib.closing(training_env(config, self._env_factory)) as env:
            self.evaluation = evaluate(policy, env, games, seed=seed, greedy=True, on_game=on_game)
        if self._run_dir is not None:
            self._run_dir.record_evaluation(update, self.evaluation)
        for observer in self._observers:
            observer.on_evaluation(update, self.evaluation)
        return self.evaluation


@contextlib.contextmanager
def _trainer(state: State, env_factory: EnvFactory | None) -> Iterator[Trainer]:
    config = state.config
    of: Algorithm[Any, State, Any] = algorithm(config.algorithm)
    if not config.uses_ray:
        with contextlib.closing(of.local_pool(config, env_factory)) as pool:
            yield of.trainer(state, pool)
        return
    # An environment that can't be made or played is reported before Ray is started, and in this process; and the
    # console in C begins to be compiled.
    training_env(config, env_factory).close()
    with cluster.connected(config.address) as cpus:
        wanted = config.workers if config.workers is not None else max(1, math.floor(cpus))
        if wanted > cpus:
            log.warning(
                "%d workers were asked for, and Ray has %g CPUs free: they share these, which is no faster",
                wanted,
                cpus,
            )
        # A worker that has nothing to do would only cost memory.
        size = min(wanted, config.max_workers)
        with contextlib.closing(of.ray_pool(config, env_factory, size, share_of_cpu(wanted, cpus))) as pool:
            yield of.trainer(state, pool)


@contextlib.contextmanager
def _first_interrupt() -> Iterator[Callable[[], bool]]:
    """Turn the first Ctrl-C into a request to stop; KeyboardInterrupt is raised once the run has been saved."""
    in_main_thread = threading.current_thread() is threading.main_thread()
    if not in_main_thread or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield _never
        return
    came = False

    def note(_number: int, _frame: FrameType | None) -> None:
        nonlocal came
        if came:
            raise KeyboardInterrupt
        came = True

    before = signal.signal(signal.SIGINT, note)
    try:
        yield lambda: came
    finally:
        signal.signal(signal.SIGINT, before)
    if came:
        raise KeyboardInterrupt
