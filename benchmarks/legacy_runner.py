"""Overhead of `pong-pg run`: the example of 2020, compared with the same code ported by hand to today's packages.

    python benchmarks/legacy_runner.py [--rounds 9] [--games 3] [--starts 5]

Rollout: both play whole games, taking turns, in processes of their own that are new in each round; the figure is
microseconds of processor time per step. Start: wall time from the command to the end of the first update with Ray's
actors, also taking turns. Ratios and differences are medians over the rounds, of the two measured in the same round.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from rich.console import Console
from rich.table import Table

EXAMPLE = Path(__file__).parent.parent / "examples" / "2020_plot_pong" / "plot_pong_example.py"
UNDER_THE_RUNNER = [sys.executable, "-m", "pong_pg", "run"]
BY_HAND = [sys.executable, "-u"]
# One thread, as in Ray's workers.
ENVIRONMENT = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}

PORT = {
    "import gym\n": "import ale_py\nimport gymnasium as gym\n",
    "astype(np.float)": "astype(float)",
    "observation = env.reset()": "observation, _ = env.reset()",
    "observation, reward, done, info = env.step(action)": (
        "observation, reward, terminated, truncated, info = env.step(action)\n        done = terminated or truncated"
    ),
    'self.env = gym.make("Pong-v0")': 'gym.register_envs(ale_py)\n        self.env = gym.make("Pong-v0")',
}
ONE_UPDATE = {"iterations = 20": "iterations = 1"}
WITHOUT_RAY = {"ray.init()\n": "", "@ray.remote\n": ""}
GAMES_ON_REQUEST = """
import sys

np.random.seed(0)
model, env = Model(), RolloutWorker().env
for line in sys.stdin:
    began = time.process_time()
    steps = sum(len(rollout(model, env)[0]) for _ in range(int(line)))
    print(1e6 * (time.process_time() - began) / steps)
"""


def changed(text: str, *tables: dict[str, str]) -> str:
    """Return a source text with the changes of each table, every one of which must apply."""
    for table in tables:
        for old, new in table.items():
            if old not in text:
                raise SystemExit(f"{EXAMPLE.name} no longer contains {old!r}: update the tables in this file")
            text = text.replace(old, new)
    return text


def microseconds_a_step(sides: list[tuple[list[str], Path]], games: int, *, turned: bool) -> tuple[float, ...]:
    """Return the time per step of each side, each in a new process: where its arrays lie in memory matters, too."""
    with ExitStack() as stack:
        players = [stack.enter_context(player(command, script)) for command, script in sides]
        order = players[::-1] if turned else players
        for play in order:
            # A first game warms up.
            play(1)
        figures: dict[int, float] = dict.fromkeys(range(len(players)), 0.0)
        for _ in range(games):
            for play in order:
                figures[players.index(play)] += play(1) / games
    return tuple(figures.values())


@contextmanager
def player(command: list[str], script: Path) -> Iterator[Callable[[int], float]]:
    """Start a process that plays so many games when it is asked to, and returns the microseconds per step."""
    with subprocess.Popen(
        [*command, str(script)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        bufsize=1,
        env=ENVIRONMENT,
    ) as process:
        to, answer = process.stdin, process.stdout
        if to is None or answer is None:
            raise RuntimeError("the player has no pipes")

        def play(games: int) -> float:
            print(games, file=to, flush=True)
            return float(answer.readline())

        yield play
        to.close()


def seconds_to_the_first_update(command: list[str], script: Path) -> float:
    """Start a whole run and return the seconds until its first line."""
    began = time.perf_counter()
    with subprocess.Popen(
        [*command, str(script)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=ENVIRONMENT
    ) as run:
        line = run.stdout.readline() if run.stdout else ""
        took = time.perf_counter() - began
        run.communicate()
    if not line.startswith("Batch 1 "):
        raise SystemExit(f"{script.name} printed {line!r} instead of its first update")
    return took


def main() -> None:
    """Measure in turns and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=9, help="rounds of games")
    parser.add_argument("--games", type=int, default=3, help="games of each side in a round")
    parser.add_argument("--starts", type=int, default=5, help="starts of each side; 0 for none")
    options = parser.parse_args()
    old = EXAMPLE.read_text()
    playing = changed(old.partition("# %%\n# Running\n")[0], WITHOUT_RAY) + GAMES_ON_REQUEST
    texts = {
        "old_games.py": playing,
        "ported_games.py": changed(playing, PORT),
        "old_run.py": changed(old, ONE_UPDATE),
        "ported_run.py": changed(old, ONE_UPDATE, PORT),
    }
    table = Table("", "pong-pg run", "ported by hand", "", title="the example of 2020")
    with tempfile.TemporaryDirectory() as directory:
        for name, text in texts.items():
            Path(directory, name).write_text(text)
        sides = {
            kind: [(UNDER_THE_RUNNER, Path(directory, f"old_{kind}")), (BY_HAND, Path(directory, f"ported_{kind}"))]
            for kind in ("games.py", "run.py")
        }
        figures = [
            microseconds_a_step(sides["games.py"], options.games, turned=number % 2 == 1)
            for number in range(options.rounds)
        ]
        ratio = statistics.median(ours / theirs for ours, theirs in figures)
        table.add_row("rollout, us per step", *medians(figures, "{:.0f}"), f"{100 * (ratio - 1):+.1f} %")
        if options.starts:
            starts = []
            for number in range(options.starts):
                turn = sides["run.py"] if number % 2 else sides["run.py"][::-1]
                took = {command[-1]: seconds_to_the_first_update(command, script) for command, script in turn}
                starts.append((took[UNDER_THE_RUNNER[-1]], took[BY_HAND[-1]]))
            more = statistics.median(ours - theirs for ours, theirs in starts)
            table.add_row("start to first update, s", *medians(starts, "{:.2f}"), f"{more:+.2f} s")
    Console().print(table)


def medians(rounds: Sequence[tuple[float, ...]], form: str) -> list[str]:
    """Return the median of each side."""
    return [form.format(statistics.median(values)) for values in zip(*rounds, strict=True)]


if __name__ == "__main__":
    main()
