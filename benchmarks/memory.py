"""Peak memory of `pong-pg train`, over its driver and workers, without Ray's own servers.

    python benchmarks/memory.py --batch-size 60 --workers 2 --iterations 2

The arguments are those of `pong-pg train`. Memory is sampled five times per second. Pages that processes share are
counted once for each of them in the first figure (resident), and once in all in the second (proportional).
"""

from __future__ import annotations

import subprocess
import sys
import time

import psutil

_SERVERS = ("gcs_server", "raylet", "log_monitor", "monitor.py", "dashboard", "DashboardAgent", "RuntimeEnvAgent")


def is_ours(process: psutil.Process) -> bool:
    """Return whether a process is the driver or a worker; workers are named ray::..., servers by their program."""
    words = [word.rpartition("/")[2] for word in process.cmdline()[:3]]
    return not any(server in word for server in _SERVERS for word in words)


def memory(driver: psutil.Process) -> tuple[int, int]:
    """Return resident and proportional memory of the driver and its workers at this moment, in bytes."""
    resident = proportional = 0
    for process in [driver, *driver.children(recursive=True)]:
        try:
            if is_ours(process):
                info = process.memory_full_info()
                resident += info.rss
                proportional += info.pss
        except psutil.Error:
            continue
    return resident, proportional


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
