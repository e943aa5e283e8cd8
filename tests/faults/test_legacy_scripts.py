"""Old scripts that end badly in every way, with Ray: no process, no session of Ray and no temporary file is left."""

from __future__ import annotations

import shutil
import signal
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest
from leftovers import Program, script

pytestmark = [
    pytest.mark.ray,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere Ray ends its processes otherwise"),
]

EXAMPLES = Path(__file__).parents[2] / "examples"
# Seconds within which everything is gone: two agents of Ray try for a minute to report that its servers are gone.
SECONDS = 90

BEGIN = """
import os, sys, threading, time
print("begun")
sys.stdout.flush()
import ray
ray.init(num_cpus=2)

@ray.remote
class Player(object):
    def pid(self):
        return os.getpid()
    def end(self):
        os._exit(7)
    def leave(self):
        sys.exit(3)
    def fail(self):
        raise ValueError("in an actor")
    def play(self):
        time.sleep(600)

@ray.remote
def task(kind):
    if kind == "end":
        os._exit(5)
    if kind == "leave":
        sys.exit(4)
    time.sleep(600)

player = Player.remote()
ray.get(player.pid.remote())
"""
READY = "\nprint('ready')\nsys.stdout.flush()\ntime.sleep(600)\n"
BUSY = "player.play.remote()\ntask.remote('play')\ntime.sleep(0.5)\n"


@dataclass(frozen=True)
class Fault:
    """What a script does after `BEGIN`, what is done to it then, and how it ends.

    Attributes:
        code: what it does.
        status: its exit status, as Python's own; negative for a signal.
        signals: what it is sent, once it has printed "ready".
        group: they are sent to its whole group, as a terminal does.
        said: the beginning of a line that it prints on standard error.
    """

    code: str
    status: int
    signals: tuple[int, ...] = ()
    group: bool = False
    said: str = ""


INT, TERM, HUP, KILL, QUIT = signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL, signal.SIGQUIT
FAULTS = {
    "ends": Fault("", 0),
    "exception": Fault("raise KeyError('why')", 1, said="KeyError: 'why'"),
    "exception while actors are busy": Fault(f"{BUSY}raise KeyError('why')", 1, said="KeyError: 'why'"),
    "sys.exit": Fault("sys.exit(9)", 9),
    "os._exit": Fault("os._exit(3)", 3),
    "os._exit while actors are busy": Fault(f"{BUSY}os._exit(3)", 3),
    "os.abort": Fault("os.abort()", -signal.SIGABRT),
    "SIGKILL": Fault(READY, -KILL, (KILL,)),
    "SIGKILL while actors are busy": Fault(BUSY + READY, -KILL, (KILL,)),
    "SIGKILL in a second session": Fault(f"ray.shutdown()\nray.init(num_cpus=1)\n{READY}", -KILL, (KILL,)),
    "SIGHUP": Fault(READY, -HUP, (HUP,)),
    "SIGHUP to the group": Fault(READY, -HUP, (HUP,), group=True),
    "SIGQUIT": Fault(READY, -QUIT, (QUIT,)),
    "SIGTERM": Fault(READY, -TERM, (TERM,)),
    "SIGTERM twice": Fault(READY, -TERM, (TERM, TERM)),
    "SIGTERM and SIGKILL": Fault(READY, -KILL, (TERM, KILL)),
    "Ctrl-C": Fault(READY, 130, (INT,), group=True, said="KeyboardInterrupt"),
    "Ctrl-C to the script alone": Fault(READY, 130, (INT,), said="KeyboardInterrupt"),
    "Ctrl-C twice": Fault(READY, 130, (INT, INT), group=True, said="KeyboardInterrupt"),
    "Ctrl-C eight times": Fault(READY, 130, (INT,) * 8, group=True, said="KeyboardInterrupt"),
    "os._exit in an actor": Fault("ray.get(player.end.remote())", 1, said="ray.exceptions.ActorDiedError"),
    "sys.exit in an actor": Fault("ray.get(player.leave.remote())", 1, said="ray.exceptions.ActorDiedError"),
    "exception in an actor": Fault("ray.get(player.fail.remote())", 1, said="ValueError: in an actor"),
    "os._exit in a task": Fault("ray.get(task.remote('end'))", 1, said="ray.exceptions.WorkerCrashedError"),
    "sys.exit in a task": Fault("ray.get(task.remote('leave'))", 1, said="ray.exceptions.WorkerCrashedError"),
    "an actor killed": Fault(
        "os.kill(ray.get(player.pid.remote()), 9)\nray.get(player.pid.remote())",
        1,
        said="ray.exceptions.ActorDiedError",
    ),
    "a fork that ends with sys.exit": Fault(
        "if os.fork() == 0: sys.exit(0)\nos.wait()\nray.get(player.pid.remote())", 0
    ),
    "a fork that outlives it for a second": Fault(
        "if os.fork() == 0:\n    time.sleep(1)\n    os._exit(0)\nos._exit(4)", 4
    ),
    "a thread that does not end": Fault(
        f"threading.Thread(target=time.sleep, args=(600,)).start()\n{READY}", -TERM, (INT, TERM)
    ),
    "standard output closed": Fault("os.close(1)\nraise KeyError('why')", 1, said="KeyError: 'why'"),
    "standard input closed": Fault("os.close(0)\nsys.exit(2)", 2),
}


@pytest.mark.parametrize("name", FAULTS)
def test_nothing_is_left_of_a_script_with_ray(name: str, tmp_path: Path) -> None:
    fault = FAULTS[name]
    with script(tmp_path, BEGIN + fault.code) as driver:
        if fault.signals:
            driver.wait_for("ready")
            driver.send(*fault.signals, group=fault.group)
        assert driver.process.wait(120) == fault.status, driver.err
        assert any(line.startswith(fault.said) for line in [*driver.err.splitlines(), ""]), driver.err
        assert driver.left_after(SECONDS) == []
        assert driver.files() == set()


# Seconds after it has begun at which a script is interrupted, most of them while Ray starts.
@pytest.mark.parametrize("seconds", [0.3, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0])
@pytest.mark.parametrize("number", [INT, TERM, KILL], ids=lambda number: number.name)
def test_nothing_is_left_where_ray_is_just_being_started(
    number: signal.Signals, seconds: float, tmp_path: Path
) -> None:
    with script(tmp_path, BEGIN + READY) as driver:
        driver.wait_for("begun")

        time.sleep(seconds)
        driver.send(number, group=number == INT)
        assert driver.process.wait(120) == (130 if number == INT else -number), driver.err
        assert driver.left_after(SECONDS) == []
        assert driver.files() == set()


FORMS = {
    "2016_reusables": ("driver.py", "--batch-size", "2"),
    "2017_rl_pong": ("driver.py", "--batch-size", "2"),
    "2020_plot_pong": ("plot_pong_example.py",),
    "2023_notebook": ("plot_pong_example.ipynb",),
}


@pytest.mark.parametrize(("number", "status"), [(INT, 130), (TERM, -TERM), (KILL, -KILL)], ids=["INT", "TERM", "KILL"])
@pytest.mark.parametrize("form", FORMS)
def test_nothing_is_left_of_the_published_forms(form: str, number: signal.Signals, status: int, tmp_path: Path) -> None:
    shutil.copytree(EXAMPLES / form, tmp_path, dirs_exist_ok=True)
    with Program([sys.executable, "-m", "pong_pg", "run", *FORMS[form]], tmp_path) as driver:
        # Their first batch shows that games are played, or would if there were time.
        time.sleep(12)
        assert driver.process.poll() is None, driver.err
        driver.send(number, group=number == INT)
        assert driver.process.wait(120) == status, driver.err
        assert driver.left_after(SECONDS) == []
        # The folder of a notebook is removed by the process itself.
        assert driver.files() == set() or (number == KILL and form.endswith("notebook"))
