"""Whole training commands, pong_pg's and the published example's: speed, time to the first update, peak memory.

    python benchmarks/training.py --batch-size 10 --updates 20 --rounds 5 [--workers 2] [--no-reference]
    python benchmarks/training.py --preset fast|pixels|best --updates 100 --rounds 3 [--options "--inputs positions"]

In each round the raw emulator, `pong-pg train` and the published example with its own Ray actors take turns; the ratios
are medians over the rounds. The raw emulator plays alone and in as many processes at once as there are workers: on a
shared machine, or with cores that share a clock, two processes may play less than twice as fast as one. Speed is in
agent steps per second of wall time over all updates but the first: from the end of the first update to the end of the
last, as the lines of the command arrive. Memory is resident, over driver and workers, without Ray's servers, as in
`benchmarks/memory.py`.
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import re
import shlex
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

import psutil
from memory import resident_memory
from rich.console import Console
from rich.table import Table
from workloads import rate, raw_emulator

# Of each measurement of the raw emulator.
_RAW_SECONDS = 3
HERE = Path(__file__).parent
_LINE = re.compile(r"(?:Batch|Update) (\d+)(?: computed \d+ rollouts)? in ([\d.]+) seconds.*?, (\d+) steps(/s)?")


@dataclass(frozen=True)
class Run:
    """What one command did.

    Attributes:
        rate: agent steps per second.
        early: the same over the first quarter of the updates after the first.
        late: the same over the last quarter.
        first: seconds from the command to its first update.
        peak: bytes.
    """

    rate: float
    early: float
    late: float
    first: float
    peak: int


def run(command: list[str]) -> Run:
    """Run a training command; record its lines and its memory while it runs."""
    peak = 0
    over = threading.Event()
    began = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:

        def watch() -> None:
            nonlocal peak
            driver = psutil.Process(process.pid)
            # Seldom, since it takes time from the command.
            while not over.wait(1):
                try:
                    peak = max(peak, resident_memory(driver))
                except psutil.Error:
                    return

        watcher = threading.Thread(target=watch)
        watcher.start()
        ends, steps = [], []
        for line in process.stdout or ():
            if match := _LINE.match(line):
                ends.append(time.perf_counter())
                number = float(match[3])
                steps.append(number * float(match[2]) if match[4] else number)
        over.set()
        watcher.join()
    if process.returncode or not ends:
        raise SystemExit(f"{' '.join(command)} failed")
    last = len(ends) - 1
    quarter = math.ceil(last / 4)

    def rate(begin: int, end: int) -> float:
        return sum(steps[begin + 1 : end + 1]) / (ends[end] - ends[begin]) if end > begin else 0.0

    return Run(rate(0, last), rate(0, quarter), rate(last - quarter, last), ends[0] - began, peak)


def raw_at_once(processes: int) -> float:
    """Return the agent steps per second of raw emulators in so many processes, added up, while all of them play."""
    with multiprocessing.get_context("spawn").Manager() as manager:
        everyone = manager.Barrier(processes)
        with multiprocessing.get_context("spawn").Pool(processes) as pool:
            return sum(pool.map(_raw_with_others, [everyone] * processes, chunksize=1))


def _raw_with_others(everyone: threading.Barrier) -> float:
    raw = raw_emulator(200)
    rate(raw, 0.5)
    everyone.wait()
    return rate(raw, _RAW_SECONDS)


def main() -> None:
    """Measure in turns and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--batch-size", type=int, default=10)
    parser.add_argument("--updates", type=int, default=20, help="updates after the first")
    parser.add_argument(
        "--reference-updates", type=int, help="updates of the published example (default: the same number)"
    )
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--no-reference", action="store_true")
    parser.add_argument(
        "--preset", choices=("fast", "pixels", "best"), help="train with this preset instead of the published algorithm"
    )
    parser.add_argument("--options", default="", help="with --preset: more options of pong-pg train, in one word")
    options = parser.parse_args()
    if options.preset:
        options.no_reference = True
        algorithm = ["--preset", options.preset, "--eval-episodes", "0", *shlex.split(options.options)]
    else:
        algorithm = ["--batch-size", str(options.batch_size)]
    raw = raw_emulator(200)
    rate(raw, 1)
    figures: dict[str, list[Run]] = {}
    limit = max(1, options.workers)
    raws = []
    at_once = []
    console = Console()
    with console.status("measuring") as status, tempfile.TemporaryDirectory() as scratch:
        for number in range(options.rounds):
            contenders = {
                "pong-pg train": [
                    *(sys.executable, "-m", "pong_pg", "train", "--workers", str(options.workers)),
                    *(*algorithm, "--iterations", str(options.updates + 1)),
                    *("--run-dir", f"{scratch}/{number}"),
                ],
            }
            if not options.no_reference:
                updates = options.reference_updates or options.updates
                contenders["published example"] = [
                    *(sys.executable, str(HERE / "reference_with_ray.py")),
                    *("--batch-size", str(options.batch_size), "--iterations", str(updates + 1)),
                ]
            before = rate(raw, _RAW_SECONDS)
            for name, command in contenders.items():
                status.update(f"round {number + 1} of {options.rounds}: {name}")
                figures.setdefault(name, []).append(run(command))
            raws.append((before + rate(raw, _RAW_SECONDS)) / 2)
            at_once.append(raw_at_once(limit))
    table = Table(
        title=f"{' '.join(algorithm[:2])}, {options.updates} updates after the first, {options.rounds} rounds"
    )
    for column in ("", "steps/s", f"of {limit} x raw", f"of {limit} at once", "first update after", "peak memory"):
        table.add_column(column, justify="right" if column else "left")
    table.add_row("raw emulator, one process", f"{statistics.median(raws):,.0f}", "", "", "", "")
    table.add_row(f"raw emulator, {limit} at once", *_shares(at_once, raws, at_once, limit), "", "")
    for name, runs in figures.items():
        table.add_row(
            name,
            *_shares([run.rate for run in runs], raws, at_once, limit),
            f"{statistics.median(run.first for run in runs):.2f} s",
            f"{statistics.median(run.peak for run in runs) / 1e6:,.0f} MB",
        )
        table.add_row("  first quarter", *_shares([run.early for run in runs], raws, at_once, limit), "", "")
        table.add_row("  last quarter", *_shares([run.late for run in runs], raws, at_once, limit), "", "")
    console.print(table)
    if len(figures) == 2:
        ours, theirs = figures.values()
        for name, ratios in (
            ("steps/s", [a.rate / b.rate for a, b in zip(ours, theirs, strict=True) if b.rate]),
            ("time to the first update", [a.first / b.first for a, b in zip(ours, theirs, strict=True)]),
            ("peak memory", [a.peak / b.peak for a, b in zip(ours, theirs, strict=True)]),
        ):
            if ratios:
                console.print(f"pong_pg over the published example, {name}: {statistics.median(ratios):.3f}")


def _shares(rates: list[float], alone: list[float], at_once: list[float], processes: int) -> list[str]:
    """Return the cells of a row: the rate, and its shares of what the raw emulator did alone and in all processes."""
    of_alone = statistics.median(rate / processes / raw for rate, raw in zip(rates, alone, strict=True))
    of_all = statistics.median(rate / raw for rate, raw in zip(rates, at_once, strict=True))
    return [f"{statistics.median(rates):,.0f}", f"{of_alone:.3f}", f"{of_all:.3f}"]


if __name__ == "__main__":
    main()
