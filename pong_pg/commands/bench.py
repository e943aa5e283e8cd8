"""`pong-pg bench`: measure the speed of playing and training on this machine."""

from __future__ import annotations

import argparse
import platform
import statistics
import sys
import time
from typing import TYPE_CHECKING, Any

from pong_pg import __version__
from pong_pg.commands.options import at_least_one
from pong_pg.commands.signals import while_playing
from pong_pg.evaluation.progress import shown_progress
from pong_pg.game.counts import counted

if TYPE_CHECKING:
    from pong_pg.config import TrainConfig

# Seconds of a measurement of training, after the first updates, and of one of the raw emulator.
_SECONDS, _RAW_SECONDS = 8.0, 0.5
# Updates that are not counted: in the first, Ray's workers are still starting.
_WARM_UP = 2


def add_parser(subparsers: Any) -> None:
    """Add this command to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "bench",
        help="measure the speed of playing and training on this machine",
        description="Measure agent steps per second on this machine, in one to two minutes: the raw emulator, and "
        "training by REINFORCE and by PPO, in one process and with workers.",
    )
    parser.add_argument("--workers", type=at_least_one, metavar="N", help="number of workers (default: one per CPU)")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Measure, print the results and return 0."""
    from pong_pg.distributed.threads import available_cores

    raw, speeds = [raw_speed(_RAW_SECONDS)], list[tuple[str, float, float]]()
    with while_playing(), shown_progress(sys.stdout) as show:
        for name, config in _configs(options.workers or available_cores()).items():
            show(f"Measuring {name}", 0.0)
            speed = training_speed(config, _SECONDS)
            # The speed of a machine varies over time. So each measurement is between two of the raw emulator.
            raw.append(raw_speed(_RAW_SECONDS))
            of_raw = speed / statistics.mean(raw[-2:]) / (config.workers or 1)
            speeds.append((name, speed, of_raw))
    speeds.insert(0, ("raw emulator, one process", statistics.median(raw), 1.0))
    _print_table(speeds)
    return 0


def _configs(workers: int) -> dict[str, TrainConfig]:
    """Return what is trained, by the names of the rows."""
    from pong_pg.registry import make_config

    return {
        f"{name}, {counted(number, 'worker') if number else 'one process'}": make_config(
            {"algorithm": name.lower(), "workers": number}
        )
        for number in (0, workers)
        for name in ("REINFORCE", "PPO")
    }


def raw_speed(seconds: float) -> float:
    """Return the agent steps per second of the emulator alone: four frames each, without reading the screen.

    Raises:
        MissingPackageError: no emulator, or no ROM of Pong, is installed.
    """
    from pong_pg.compat.emulator import load_ale

    pong = load_ale()
    ale, (up, down) = pong.ale, pong.actions[2:4]
    ale.reset_game()
    steps, began = 0, time.perf_counter()
    while (took := time.perf_counter() - began) < seconds:
        for _ in range(4):
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

    ends: list[tuple[float, int]] = []

    class Clock(Observer):
        def on_update(self, metrics: UpdateMetrics) -> bool:
            # All time counts, also that between two updates: workers play on in it.
            ends.append((time.perf_counter(), metrics.agent_steps))
            return len(ends) <= _WARM_UP or ends[-1][0] - ends[_WARM_UP - 1][0] < seconds

    train(config, observers=[Clock()])
    (began, before), (ended, after) = ends[_WARM_UP - 1], ends[-1]
    return (after - before) / (ended - began)


def _print_table(speeds: list[tuple[str, float, float]]) -> None:
    from rich.console import Console
    from rich.table import Table

    print(*_machine_lines(), sep="\n")
    table = Table("")
    table.add_column("agent steps/s", justify="right")
    table.add_column("of raw emulators", justify="right")
    for name, speed, of_raw in speeds:
        table.add_row(name, f"{speed:,.0f}", f"{of_raw:.2f}")
    Console(highlight=False).print(table)


def _machine_lines() -> list[str]:
    """Return two lines: the machine of this process, and the versions of its packages."""
    from pong_pg.compat._versions import installed_version
    from pong_pg.compat.emulator import load_ale
    from pong_pg.distributed.threads import available_cores
    from pong_pg.reinforce.kernels import LIBRARY

    packages = ((name, installed_version(name)) for name in ("numpy", "ray", "gymnasium"))
    versions = [f"{name} {version}" for name, version in packages if version]
    versions = [f"python {platform.python_version()}", f"pong_pg {__version__}", *versions]
    return [
        f"{available_cores()} cores, {platform.system()} {platform.machine()}",
        ", ".join([*versions, f"emulator {load_ale().binding}", f"forward pass {LIBRARY.about()}"]),
    ]
