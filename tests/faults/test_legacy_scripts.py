"""Old scripts with Ray that end badly: no process, no session of Ray and no temporary file is left."""

from __future__ import annotations

import shutil
import signal
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest
from programs import Program

pytestmark = [
    pytest.mark.ray,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere Ray ends its processes otherwise"),
]

EXAMPLES = Path(__file__).parents[2] / "examples"
# Seconds within which everything is gone: two agents of Ray try for a minute to report that its servers are gone.
SECONDS = 90

BEGIN = """
import os, sys, time
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
    def play(self):
        time.sleep(600)

player = Player.remote()
ray.get(player.pid.remote())
"""
READY = "\nprint('ready')\nsys.stdout.flush()\ntime.sleep(600)\n"
BUSY = "player.play.remote()\ntime.sleep(0.5)\n"


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


INT, TERM, HUP, KILL = signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL
FAULTS = {
    "exception while actors are busy": Fault(f"{BUSY}raise KeyError('why')", 1, said="KeyError: 'why'"),
    "os._exit": Fault("os._exit(3)", 3),
    "SIGKILL while actors are busy": Fault(BUSY + READY, -KILL, (KILL,)),
    "SIGKILL in a second session": Fault(f"ray.shutdown()\nray.init(num_cpus=1)\n{READY}", -KILL, (KILL,)),
    "SIGHUP to the group": Fault(READY, -HUP, (HUP,), group=True),
    "SIGTERM twice": Fault(READY, -TERM, (TERM, TERM)),
    "Ctrl-C eight times": Fault(READY, 130, (INT,) * 8, group=True, said="KeyboardInterrupt"),
    "os._exit in an actor": Fault("ray.get(player.end.remote())", 1, said="ray.exceptions.ActorDiedError"),
    "a fork that ends with sys.exit": Fault(
        "if os.fork() == 0: sys.exit(0)\nos.wait()\nray.get(player.pid.remote())", 0
    ),
}


def script(folder: Path, text: str) -> Program:
    """Run the text of an old script by `pong-pg run`."""
    (folder / "script.py").write_text(text)
    return Program([sys.executable, "-m", "pong_pg", "run", "script.py"], folder)


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


@pytest.mark.parametrize("seconds", [0.3, 1.5, 3.0])
@pytest.mark.parametrize("number", [INT, KILL], ids=lambda number: number.name)
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


def test_nothing_is_left_of_a_published_notebook_that_is_killed(tmp_path: Path) -> None:
    shutil.copytree(EXAMPLES / "2023_notebook", tmp_path, dirs_exist_ok=True)
    with Program([sys.executable, "-m", "pong_pg", "run", "plot_pong_example.ipynb"], tmp_path) as driver:
        # Time to start Ray and to begin to play.
        time.sleep(12)
        assert driver.process.poll() is None, driver.err
        driver.send(KILL)
        assert driver.process.wait(120) == -KILL, driver.err
        assert driver.left_after(SECONDS) == []
