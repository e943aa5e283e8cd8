"""`pong-pg bench`: measure the speed of playing and training on this machine."""

from __future__ import annotations

import argparse
import dataclasses
import json
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pong_pg.commands.options import at_least_one
from pong_pg.commands.signals import exit_on_sigterm
from pong_pg.evaluation.progress import shown_progress
from pong_pg.game.counts import counted

if TYPE_CHECKING:
    from pong_pg.config import TrainConfig

# Seconds of a measurement of training, after the first updates, and of one of the raw emulator.
_SECONDS, _RAW_SECONDS = 8.0, 0.5
# Updates that are not counted: in the first, Ray's workers are still starting.
_WARM_UP = 2
# Frames of an agent step.
_FRAMES = 4


@dataclass(frozen=True)
class Speed:
    """The speed of something that was measured.

    Attributes:
        name: what was measured.
        processes: how many processes play.
        steps_per_second: agent steps per second.
        of_raw: the fraction of so many raw emulators, which were measured just before and after.
    """

    name: str
    processes: int
    steps_per_second: float
    of_raw: float


def add_parser(subparsers: Any) -> None:
    """Add this command to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "bench",
        help="measure the speed of playing and training on this machine",
        description="Measure agent steps per second on this machine, in one to two minutes: the raw emulator, and "
        "training by REINFORCE and by PPO, in one process and with workers.",
    )
    parser.add_argument("--workers", type=at_least_one, metavar="N", help="number of workers (default: one per CPU)")
    parser.add_argument("--json", action="store_true", help="print one JSON document on standard output, nothing else")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Measure, print the results and return 0."""
    from pong_pg.compat.emulator import load_pong
    from pong_pg.distributed.threads import available_cores, limit_native_threads
    from pong_pg.viewing.machine import this_machine

    machine = this_machine(load_pong("ale").binding)
    configs = _configs(options.workers or available_cores())
    messages = sys.stderr if options.json else sys.stdout
    with exit_on_sigterm(), limit_native_threads(), shown_progress(messages) as show:
        speeds = list(measured(configs, lambda name: show(f"Measuring {name}", 0.0)))
    if options.json:
        print(json.dumps({"machine": machine, "speeds": list(map(dataclasses.asdict, speeds))}))
    else:
        _print_table(machine, speeds)
    return 0


def _configs(workers: int) -> dict[str, TrainConfig]:
    """Return what is trained, by the names of the rows."""
    from pong_pg.ppo.config import PPOConfig
    from pong_pg.reinforce.config import ReinforceConfig

    return {
        "REINFORCE, one process": ReinforceConfig(workers=0),
        "PPO, one process": PPOConfig(workers=0),
        f"REINFORCE, {counted(workers, 'worker')}": ReinforceConfig(workers=workers),
        f"PPO, {counted(workers, 'worker')}": PPOConfig(workers=workers),
    }


def measured(configs: dict[str, TrainConfig], begin: Callable[[str], None]) -> Iterator[Speed]:
    """Yield the speed of the raw emulator, and of training with each configuration.

    The speed of a machine varies over time. So each measurement is between two of the raw emulator.

    Args:
        configs: what is trained, by the names of the rows.
        begin: is called with each name before it is measured.
    """
    raw = [raw_speed(_RAW_SECONDS)]
    trained = []
    for name, config in configs.items():
        begin(name)
        speed = training_speed(config, _SECONDS)
        raw.append(raw_speed(_RAW_SECONDS))
        processes = config.workers or 1
        trained.append(Speed(name, processes, speed, speed / statistics.mean(raw[-2:]) / processes))
    yield Speed("raw emulator, one process", 1, statistics.median(raw), 1.0)
    yield from trained


def raw_speed(seconds: float) -> float:
    """Return the agent steps per second of the emulator alone: four frames each, without reading the screen.

    Raises:
        MissingPackageError: no emulator, or no ROM of Pong, is installed.
    """
    from pong_pg.compat.emulator import load_pong

    pong = load_pong("ale")
    ale, (up, down) = pong.ale, pong.actions[2:4]
    ale.reset_game()
    steps, began = 0, time.perf_counter()
    while (took := time.perf_counter() - began) < seconds:
        for _ in range(_FRAMES):
            ale.act(up if steps & 4 else down)
        if ale.game_over():
            ale.reset_game()
        steps += 1
    return steps / took


def training_speed(config: TrainConfig, seconds: float) -> float:
    """Train, and return the agent steps per second after the first updates.

    Raises:
        PongPGError: the environment can't be made, or Ray does not start.
    """
    from pong_pg.game.metrics import UpdateMetrics
    from pong_pg.training.loop import train
    from pong_pg.training.observers import Observer

    class Rows(Observer):
        """Keeps the metrics, and the time when the first updates were done."""

        def __init__(self) -> None:
            self.rows: list[UpdateMetrics] = []
            self.began = float("inf")

        def on_update(self, metrics: UpdateMetrics) -> None:
            self.rows.append(metrics)
            if len(self.rows) == _WARM_UP:
                self.began = time.monotonic()

        def is_done(self) -> bool:
            return len(self.rows) > _WARM_UP and time.monotonic() - self.began >= seconds

    observer = Rows()
    train(config, observers=[observer], should_stop=observer.is_done)
    before, *counted_rows = observer.rows[_WARM_UP - 1 :]
    return (counted_rows[-1].agent_steps - before.agent_steps) / sum(row.seconds for row in counted_rows)


def _print_table(machine: dict[str, str], speeds: list[Speed]) -> None:
    from rich.console import Console
    from rich.table import Table

    from pong_pg.viewing.machine import machine_lines

    console = Console(highlight=False)
    for line in machine_lines(machine):
        console.print(line, soft_wrap=True, markup=False)
    table = Table("")
    table.add_column("agent steps/s", justify="right")
    table.add_column("of raw emulators", justify="right")
    for speed in speeds:
        table.add_row(speed.name, f"{speed.steps_per_second:,.0f}", f"{speed.of_raw:.2f}")
    console.print(table)
