"""`pong-pg watch` on a terminal, and without one."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import pong_pg
from pong_pg.cli import main

# Its games are those of `pong-pg eval`, which are played on every stack.
ROOT = Path(__file__).parents[2]


class Screen:
    """A program on a pseudo-terminal."""

    def __init__(self, *command: str, columns: int = 80, rows: int = 24, **environ: str) -> None:
        self.master, self.slave = pty.openpty()
        self.resize(columns, rows)
        self.before = termios.tcgetattr(self.slave)
        self.output = b""
        environment = {**os.environ, "TERM": "xterm-256color", "PYTHONPATH": str(ROOT), **environ}
        self.process = subprocess.Popen(
            [sys.executable, *command], stdin=self.slave, stdout=self.slave, stderr=self.slave, env=environment
        )

    def resize(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def read(self, seconds: float) -> bytes:
        """What comes within a time."""
        got, end = b"", time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if select.select([self.master], [], [], left)[0]:
                got += os.read(self.master, 65536)
        self.output += got
        return got

    def until(self, text: bytes, since: int = 0) -> None:
        """Wait for a text, in what has come since so many bytes."""
        end = time.monotonic() + 30
        while text not in self.output[since:]:
            assert time.monotonic() < end, self.output
            self.read(0.05)

    def until_still(self) -> None:
        """Wait until nothing has come for half a second, fifteen frames."""
        end = time.monotonic() + 30
        while self.read(0.5):
            assert time.monotonic() < end, "it goes on drawing"

    def ended(self) -> int:
        """The status of the program, once it has ended."""
        end = time.monotonic() + 60
        while self.process.poll() is None:
            assert time.monotonic() < end, self.output
            self.read(0.05)
        return self.process.wait()

    def press(self, keys: bytes) -> None:
        os.write(self.master, keys)

    def assert_restored(self) -> None:
        self.until(b"\x1b[?1049l")
        assert self.output.count(b"\x1b[?1049h") == self.output.count(b"\x1b[?1049l") == 1
        assert self.output.rindex(b"\x1b[?25h") > self.output.rindex(b"\x1b[?25l")
        assert termios.tcgetattr(self.slave) == self.before


@contextlib.contextmanager
def screen(*command: str, columns: int = 80, rows: int = 24, **environ: str) -> Iterator[Screen]:
    it = Screen(*command, columns=columns, rows=rows, **environ)
    try:
        yield it
    finally:
        it.process.kill()
        it.process.wait()
        os.close(it.master)
        os.close(it.slave)


PROGRAM = [sys.executable, "-m", "pong_pg"]
WATCH = (*PROGRAM[1:], "watch", "fast")
# Until it is stopped; the directory of the run is missing.
TRAIN = (
    *PROGRAM[1:],
    "train",
    "--watch",
    *["--algorithm", "ppo", "--num-envs", "2", "--n-steps", "64", "--run-dir"],
)


def test_a_game_on_a_terminal_its_rate_its_keys_and_the_end() -> None:
    with screen(*WATCH, "--speed", "16", columns=200, rows=60, COLORTERM="truecolor") as it:
        it.until(b"up ")
        assert b"\x1b[48;2;" in it.output or b";48;2;" in it.output
        assert 1_000 < len(it.read(2)) < 2 * 200_000
        before = len(it.output)
        it.press(b" ")
        # Of "paused", the s is there already: that of "fast".
        it.until(b"pau", since=before)
        it.until_still()
        before = len(it.output)
        # Where no ball is in play, a step may change nothing that is shown.
        for _ in range(100):
            it.press(b"s")
            if it.read(0.1):
                break
        assert b"\x1b[" in it.output[before:]
        it.until_still()
        before = len(it.output)
        it.resize(40, 12)
        it.until(b"\x1b[2J", since=before)
        it.press(b"q")
        assert it.process.wait(20) == 0
        it.assert_restored()
        # The games ended with the score of the last.
        it.until(b" (not to its end)\r\n")


def test_training_is_watched_and_the_weights_are_the_same(tmp_path: Path) -> None:
    config = pong_pg.PPOConfig(num_envs=2, n_steps=64, iterations=6, checkpoint_every=2, hidden=16)
    options = ["--iterations", "6", "--checkpoint-every", "2", "--hidden", "16"]
    with screen(*TRAIN, str(tmp_path / "run"), *options, columns=200, rows=60) as it:
        assert it.ended() == 0
        it.assert_restored()
        assert b"mean of 50 games" in it.output
        assert b"opponent 0 : 0 policy" in it.output
        # The panel stays, and the lines after it.
        it.until(b" 6 of 6", since=it.output.index(b"\x1b[?1049l"))
        it.until(pong_pg.train(config).policy.digest().encode())


def test_q_closes_the_game_and_the_training_goes_on_until_it_is_stopped(tmp_path: Path) -> None:
    with screen(*TRAIN, str(tmp_path / "run")) as it:
        it.until(b"opponent 0 : 0 policy")
        for size in ((200, 60), (20, 5), (1, 1), (80, 24)):
            it.resize(*size)
            it.read(0.3)
        it.press(b"q")
        it.until(b"pong-pg train \xe2")
        it.process.send_signal(signal.SIGINT)
        it.until(b"writing a checkpoint and stopping")
        assert it.ended() == 130
        it.assert_restored()


def test_a_signal_is_answered_while_training_is_watched(tmp_path: Path) -> None:
    with screen(*TRAIN, str(tmp_path / "run")) as it:
        it.until(b"opponent 0 : 0 policy")
        it.process.send_signal(signal.SIGINT)
        assert it.ended() == 130
        it.assert_restored()
        it.until(b"pong-pg: SIGINT: writing a checkpoint", since=it.output.index(b"\x1b[?1049l"))


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGHUP, 129)])
def test_signals_give_the_terminal_back(number: int, status: int) -> None:
    with screen(*WATCH, NO_COLOR="1") as it:
        it.until(b"up ")
        it.process.send_signal(number)
        assert it.process.wait(20) == status
        it.assert_restored()
        assert b"38;" not in it.output


def test_a_run_without_a_checkpoint_is_waited_for(tmp_path: Path) -> None:
    with screen("-m", "pong_pg", "watch", "--follow", str(tmp_path)) as it:
        it.until(b"Waiting for the run's first checkpoint")
        it.press(b"q")
        assert it.process.wait(20) == 0
        it.assert_restored()


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ([], "needs a terminal"),
        (["--speed", "0"], "must be a number from 0.0625 to 16"),
        (["--follow"], "--follow needs the directory of a run"),
    ],
)
def test_what_cannot_be_is_one_line(options: list[str], complaint: str) -> None:
    command = [sys.executable, *WATCH, *options]
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
    assert done.returncode == 2
    assert complaint in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_what_is_no_directory_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.chdir(tmp_path)
    for name in ("nothere", "fast", "file"):
        assert main(["watch", "--follow", name]) == 2
        (line,) = capsys.readouterr().err.splitlines()
        assert f"--follow needs the directory of a run that is training; got {name}" in line
