from __future__ import annotations

import sys
from pathlib import Path

import psutil
import pytest
from leftovers import Program

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere Ray has a reaper itself")

# Starts what looks like a process of Ray's, and what a task may have started, and ends itself.
DRIVER = """
import os, subprocess, sys, time
from pathlib import Path
from pong_pg.distributed import reaper

logs = Path(f"ray/session_2026-01-02_03-04-05_678901_{os.getpid()}/logs")
logs.mkdir(parents=True)
other = Path(f"ray/session_2026-01-02_03-04-05_678901_1{os.getpid()}/logs")
other.mkdir(parents=True)
Path("folder/inner").mkdir(parents=True)
reaper.start()
reaper.remove_at_end(str(Path("folder").absolute()))

def start(name, folder):
    with open(folder / "agent.log", "w") as log:
        return subprocess.Popen([name, "600"], executable="/bin/sleep", stderr=log).pid

print(start("ray::Agent", logs), start("sleep", logs), start("ray::Agent", other), flush=True)
"""


@pytest.mark.parametrize(
    "end",
    [
        pytest.param("os.kill(os.getpid(), 9)", id="kill"),
        # What is forked has the pipe to the reaper, too.
        pytest.param("os.fork() == 0 and time.sleep(600)\nos._exit(3)", id="exit-with-fork"),
    ],
)
def test_what_ray_leaves_behind_is_ended_and_nothing_else(end: str, tmp_path: Path) -> None:
    with Program([sys.executable, "-c", DRIVER + end], tmp_path) as driver:
        driver.process.wait(60)
        agent, child, others = map(int, driver.out.split())
        psutil.wait_procs([psutil.Process(agent)] if psutil.pid_exists(agent) else [], timeout=20)
        assert not psutil.pid_exists(agent)
        # The one belongs to a task, the other to a process whose id ends with the same digits.
        assert psutil.pid_exists(child)
        assert psutil.pid_exists(others)
        assert not (tmp_path / "folder").exists()
        left = [process.cmdline() for process in driver.left()]
        assert not [command for command in left if "reaper.py" in " ".join(command)]


FORKS = """
import os
from pong_pg.distributed import reaper
reaper.start()
reaper.start()
((process, _),) = reaper._running
print(os.getsid(process.pid) != os.getsid(0), flush=True)
if os.fork() == 0:
    print(reaper._running, flush=True)
else:
    os.wait()
"""


def test_a_process_that_ends_well_leaves_no_reaper_and_its_forks_have_none(tmp_path: Path) -> None:
    with Program([sys.executable, "-X", "dev", "-c", FORKS], tmp_path) as driver:
        assert driver.process.wait(60) == 0
        assert driver.left_after(10) == []
        assert (driver.out, driver.err) == ("True\n[]\n", "")
