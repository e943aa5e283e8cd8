"""Signals that stop `pong-pg train`: once, and again while it stops."""

from __future__ import annotations

import os
import pty
import signal
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from programs import Program

import pong_pg

TRAIN = [sys.executable, "-m", "pong_pg", "train", "--batch-size", "2", "--hidden", "4", "--n-eval-episodes", "0"]
TRAIN += ["--run-dir", "run"]


@contextmanager
def started(*options: str) -> Iterator[Program]:
    """A run in a session of its own, as on a terminal; at the end, no process of it is left."""
    with Program([*TRAIN, *options], Path()) as program:
        yield program
        # Two agents of Ray try for a minute to report that its servers are gone.
        assert program.left_after(90) == []


def signal_it(program: Program, number: signal.Signals, times: int, pause: float) -> tuple[int, str]:
    """Send a signal so many times; the status and standard error."""
    # Ctrl-C on a terminal goes to all its processes.
    program.send(number, pause=pause, group=number == signal.SIGINT)
    # Signals that come while a program is in C, such as in a write to a disk, are one.
    while times > 1 and "once more" not in program.err and program.process.poll() is None:
        time.sleep(0.005)
    program.send(*[number] * (times - 1), pause=pause, group=number == signal.SIGINT)
    return program.end(), program.err


@pytest.fixture(autouse=True)
def _in_a_directory_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("number", "times", "moment"),
    [
        (signal.SIGINT, 2, "Playing"),
        (signal.SIGTERM, 4, "Batch 1 "),
        (signal.SIGTERM, 2, "Batch 3 "),
        (signal.SIGHUP, 3, "Batch 2 "),
    ],
)
def test_a_second_signal_ends_the_run_at_once(
    number: signal.Signals, times: int, moment: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The third batch is the last: after it, evaluation games are played."""
    # On the console in C, a game is over before the second signal comes.
    monkeypatch.setenv("PONG_PG_EMULATOR", "ale")
    with started("--workers", "0", "--iterations", "3", "--n-eval-episodes", "50") as program:
        program.wait_for(moment)
        status, errors = signal_it(program, number, times, pause=0.03)
    assert status == 128 + number, errors
    first, *others = [line for line in errors.splitlines() if line]
    assert first.startswith(f"pong-pg: {number.name}: writing a checkpoint and stopping")
    # A run that is playing may have stopped before the second signal; one that evaluates plays a game to its end.
    assert others in ([], [f"pong-pg: {number.name}: stopped at once"])
    assert others or moment != "Batch 3 "
    # The checkpoint of the end may not be there, but none is damaged.
    for path in Path("run/checkpoints").glob("update-*.npz"):
        pong_pg.load(path)


@pytest.mark.ray
def test_ctrl_c_while_a_cluster_is_asked_ends_the_command_at_once() -> None:
    """There is nothing to save: neither the cluster's answer nor Ray's start is waited for."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        with started("--address", f"127.0.0.1:{server.getsockname()[1]}") as program:
            program.wait_for("Attaching to Ray")
            status, errors = signal_it(program, signal.SIGINT, 1, pause=0)
        assert (status, errors.strip()) == (130, "pong-pg: SIGINT: stopped at once")
    assert not Path("run").exists()


def test_a_terminal_that_is_closed_stops_the_run_with_a_checkpoint() -> None:
    process, terminal = pty.fork()
    if process == 0:
        os.execv(sys.executable, [*TRAIN, "--workers", "0"])
    text = b""
    # The live display shows the number of updates made.
    while not any(Path("run/checkpoints").glob("update-*.npz")) and b"Traceback" not in text:
        text += os.read(terminal, 65_536)
        if Path("run/metrics.jsonl").exists() and Path("run/metrics.jsonl").read_text().count("\n") >= 2:
            break
    os.close(terminal)
    _, status = os.waitpid(process, 0)
    assert os.waitstatus_to_exitcode(status) == 128 + signal.SIGHUP, text
    assert pong_pg.load("run")


def test_a_run_under_nohup_outlives_its_terminal() -> None:
    with started("--workers", "0", "--iterations", "2") as program:
        program.wait_for("Playing")
        # The control: a run that does not ignore it is stopped.
        assert signal_it(program, signal.SIGHUP, 1, pause=0)[0] == 129
    command = [sys.executable, "-c", _NOHUP, *TRAIN[1:-2], "--workers", "0", "--iterations", "2", "--run-dir", "other"]
    with Program(command, Path()) as program:
        program.wait_for("Playing")
        program.send(signal.SIGHUP)
        assert program.end() == 0, program.err


_NOHUP = """
import os, signal, sys
signal.signal(signal.SIGHUP, signal.SIG_IGN)
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
"""


@pytest.mark.ray
@pytest.mark.parametrize(
    ("number", "times", "moment", "pause"),
    [
        (signal.SIGTERM, 2, "Starting Ray", 1.0),
        (signal.SIGINT, 4, "Batch 1 ", 0.4),
    ],
)
def test_signals_leave_no_process_of_ray(number: signal.Signals, times: int, moment: str, pause: float) -> None:
    with started("--workers", "2") as program:
        program.wait_for(moment)
        # In the middle of Ray's start.
        time.sleep(1 if moment == "Starting Ray" else 0)
        status, errors = signal_it(program, number, times, pause)
    # While Ray starts and shuts down, its native code may have put the default action in place of Python's handler for
    # a moment, by which the signal itself ends the process; or a handler of its own, which prints a stack and aborts.
    assert status in {128 + number, -number, -signal.SIGABRT}, errors
    assert "Traceback" not in errors
