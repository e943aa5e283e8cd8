"""Speed, time to the first update and peak memory of `pong-pg train`, and of the published example.

    python benchmarks/training.py --batch-size 10 --updates 20 --rounds 5
    python benchmarks/training.py --preset fast --updates 100 --rounds 3

In each round the raw emulator, `pong-pg train` and, without `--preset`, the published example with its own Ray actors
take turns; figures are medians over the rounds. Speed is in agent steps per second of wall time, from the end of the
first update to the end of the last. The raw emulator plays alone, and in as many processes at once as there are
workers, since two cores that share a clock play less than twice as fast as one. Memory is resident, over the driver and
its workers, without Ray's servers.
"""

from __future__ import annotations

import argparse
import multiprocessing
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import NamedTuple

import psutil

from pong_pg.commands.bench import raw_speed

# Of each measurement of the raw emulator.
RAW_SECONDS = 3.0
_LINE = re.compile(r"(?:Batch|Update) \d+ .*?in ([\d.]+) seconds.*?(\d+) steps/s")
_SERVERS = ("gcs_server", "raylet", "log_monitor", "monitor.py", "dashboard", "DashboardAgent", "RuntimeEnvAgent")


class Run(NamedTuple):
    """What one training command did.

    Attributes:
        speed: agent steps per second after the first update.
        first: seconds from the command to the end of its first update.
        peak: of memory, in bytes.
    """

    speed: float
    first: float
    peak: int


def run(command: list[str]) -> Run:
    """Run a training command, and watch its lines and its memory."""
    peak = 0
    over = threading.Event()
    began = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:

        def watch() -> None:
            nonlocal peak
            driver = psutil.Process(process.pid)
            # Seldom, since it takes time from the command.
            while not over.wait(1):
                peak = max(peak, resident_memory(driver))

        watcher = threading.Thread(target=watch)
        watcher.start()
        ends, steps = [], []
        for line in process.stdout or ():
            if match := _LINE.match(line):
                ends.append(time.perf_counter())
                steps.append(float(match[1]) * float(match[2]))
        over.set()
        watcher.join()
    if process.returncode or len(ends) < 2:
        raise SystemExit(f"{' '.join(command)} failed")
    return Run(sum(steps[1:]) / (ends[-1] - ends[0]), ends[0] - began, peak)


def resident_memory(driver: psutil.Process) -> int:
    """Return the resident memory of the driver and its workers at this moment, in bytes."""
    total = 0
    try:
        for process in [driver, *driver.children(recursive=True)]:
            # Workers are named ray::..., servers by their program.
            words = [word.rpartition("/")[2] for word in process.cmdline()[:3]]
            if not any(server in word for server in _SERVERS for word in words):
                total += process.memory_info().rss
    except psutil.Error:
        # A process has ended; there will be another sample.
        return 0
    return total


def raw_at_once(processes: int) -> float:
    """Return the agent steps per second of raw emulators in so many processes, added up, while all of them play."""
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        # So that all of them are there before it begins.
        pool.map(raw_speed, [0.5] * processes, chunksize=1)
        return sum(pool.map(raw_speed, [RAW_SECONDS] * processes, chunksize=1))


def main() -> None:
    """Measure in turns and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--batch-size", type=int, default=10)
    parser.add_argument("--updates", type=int, default=20, help="updates after the first")
    parser.add_argument("--reference-updates", type=int, help="of the published example (default: the same number)")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--no-reference", action="store_true", help="leave the published example out")
    parser.add_argument("--preset", choices=("fast", "best"), help="train by PPO with this preset")
    options = parser.parse_args()
    batch_size = ["--batch-size", str(options.batch_size)]
    algorithm = ["--preset", options.preset, "--n-eval-episodes", "0"] if options.preset else batch_size
    count = max(1, options.workers)
    raws: list[float] = []
    at_once: list[float] = []
    runs: dict[str, list[Run]] = {}
    with tempfile.TemporaryDirectory() as scratch:
        for number in range(options.rounds):
            ours = [sys.executable, "-m", "pong_pg", "train", *algorithm, "--workers", str(options.workers)]
            ours += ["--iterations", str(options.updates + 1), "--run-dir", f"{scratch}/{number}"]
            commands = {"pong-pg train": ours}
            if not (options.preset or options.no_reference):
                example = [sys.executable, str(Path(__file__).with_name("published_example.py")), *batch_size]
                updates = options.reference_updates or options.updates
                commands["published example"] = [*example, "--iterations", str(updates + 1)]
            before = raw_speed(RAW_SECONDS)
            for name, command in commands.items():
                runs.setdefault(name, []).append(run(command))
            raws.append(statistics.mean((before, raw_speed(RAW_SECONDS))))
            at_once.append(raw_at_once(count))
    print(
        f"{'':28}{'steps/s':>9}{f'of {count} x raw':>14}{f'of {count} at once':>15}{'first update':>14}{'memory':>12}"
    )
    print(f"{'raw emulator':28}{statistics.median(raws):9,.0f}")
    print(f"{f'raw emulator, {count} at once':28}{_speeds(at_once, raws, at_once, count)}")
    for name, results in runs.items():
        first = statistics.median(result.first for result in results)
        peak = statistics.median(result.peak for result in results) / 1e6
        speeds = _speeds([result.speed for result in results], raws, at_once, count)
        print(f"{name:28}{speeds}{first:12.2f} s{peak:9,.0f} MB")
    if len(runs) == 2:
        pairs = list(zip(*runs.values(), strict=True))
        for field in Run._fields:
            ratio = statistics.median(getattr(mine, field) / getattr(other, field) for mine, other in pairs)
            print(f"pong_pg over the published example, {field}: {ratio:.3f}")


def _speeds(speeds: list[float], raws: list[float], at_once: list[float], count: int) -> str:
    """Return a speed, and its shares of what the raw emulator does alone and in all processes at once."""
    of_raw = statistics.median(speed / count / raw for speed, raw in zip(speeds, raws, strict=True))
    of_all = statistics.median(speed / all_of_them for speed, all_of_them in zip(speeds, at_once, strict=True))
    return f"{statistics.median(speeds):9,.0f}{of_raw:14.3f}{of_all:15.3f}"


if __name__ == "__main__":
    main()
