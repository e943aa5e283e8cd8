"""Peak memory of `pong-pg train`, over its driver and workers, without Ray's own servers.

    python benchmarks/memory.py --batch-size 60 --workers 2 --iterations 2

The arguments are those of `pong-pg train`. Memory is sampled five times per second. Pages that processes share are
counted once for each of them in the first figure (resident), and once in all in the second (proportional).
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import psutil

_SERVERS = ("gcs_server", "raylet", "log_monitor", "monitor.py", "dashboard", "DashboardAgent", "RuntimeEnvAgent")


def is_ours(process: psutil.Process) -> bool:
    """Return whether a process is the driver or a worker; workers are named ray::..., servers by their program."""
    words = [word.rpartition("/")[2] for word in process.cmdline()[:3]]
    return not any(server in word for server in _SERVERS for word in words)


def resident_memory(driver: psutil.Process) -> int:
    """Return the resident memory of the driver and its workers at this moment, in bytes.

    It takes a fraction of the time that `memory` does, for which the kernel goes through all of their pages.
    """
    return sum(info.rss for info in _of_each(driver, psutil.Process.memory_info))


def memory(driver: psutil.Process) -> tuple[int, int]:
    """Return resident and proportional memory of the driver and its workers at this moment, in bytes."""
    infos = list(_of_each(driver, psutil.Process.memory_full_info))
    return sum(info.rss for info in infos), sum(info.pss for info in infos)


def _of_each(driver: psutil.Process, measure: Callable[[psutil.Process], Any]) -> Iterator[Any]:
    for process in [driver, *driver.children(recursive=True)]:
        try:
            if is_ours(process):
                yield measure(process)
        except psutil.Error:
            continue


def main() -> int:
    """Run `pong-pg train` with the arguments given, and print the peaks."""
    peaks = (0, 0)
    with subprocess.Popen([sys.executable, "-m", "pong_pg", "train", *sys.argv[1:]]) as run:
        driver = psutil.Process(run.pid)
        while run.poll() is None:
            try:
                now = memory(driver)
            except psutil.Error:
                break
            peaks = max(peaks[0], now[0]), max(peaks[1], now[1])
            time.sleep(0.2)
    resident, proportional = (peak / 2**20 for peak in peaks)
    print(f"Peak over driver and workers: {resident:.0f} MB resident, {proportional:.0f} MB proportional")
    return run.returncode


if __name__ == "__main__":
    raise SystemExit(main())
