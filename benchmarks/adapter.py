"""Overhead of the adapter: microseconds that a step takes more through `pong_pg.adapt` than in the environment itself.

    python benchmarks/adapter.py [--rounds 21] [--steps 2000]

The environment and its adapted form take turns; each figure is the median over the rounds. Measured are environments
that cost nothing, with four and with five values, and CartPole and Pong of whatever packages are installed.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

import pong_pg
from pong_pg.compat import native
from pong_pg.compat._versions import installed_version

FRAME = np.zeros((210, 160, 3), np.uint8)


class Box:
    """The part of a space that the adapter uses."""

    shape, dtype, low = FRAME.shape, FRAME.dtype, FRAME


class Discrete:
    """The part of an action space that an environment must have."""

    n = 6


class OldForm:
    """An environment of old Gym, with four values, that costs nothing."""

    action_space, observation_space = Discrete(), Box()

    def reset(self) -> Any:
        """Return an observation."""
        return FRAME

    def step(self, action: int) -> Any:
        """Return observation, reward, done, info."""
        return FRAME, 0.0, False, {}


class NewForm(OldForm):
    """An environment with Gymnasium's five values that costs nothing."""

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        """Return observation and info."""
        return FRAME, {}

    def step(self, action: int) -> Any:
        """Return observation, reward, terminated, truncated, info."""
        return FRAME, 0.0, False, False, {}


def seconds(step: Callable[[int], Any], reset: Callable[[], Any], steps: int) -> float:
    """Return the time that so many steps take; resets between episodes are not counted."""
    total = 0.0
    reset()
    left = steps
    while left:
        began = time.perf_counter()
        for done in range(left):
            result = step(done & 1)
            if result[2] or result[3] is True:
                break
        total += time.perf_counter() - began
        left -= done + 1
        reset()
    return total


def cost(env: Any, rounds: int, steps: int) -> tuple[float, float]:
    """Return median microseconds per step of the environment itself, and how many more the adapted one takes."""
    adapted = pong_pg.adapt(env)
    alone, more = [], []
    for turn in range(rounds):
        timings = {}
        # Who goes first changes from round to round.
        for who in (env, adapted) if turn % 2 else (adapted, env):
            timings[who is env] = seconds(who.step, who.reset, steps) / steps * 1e6
        alone.append(timings[True])
        more.append(timings[False] - timings[True])
    return statistics.median(alone), statistics.median(more)


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--rounds", type=int, default=21)
    parser.add_argument("--steps", type=int, default=2000)
    arguments = parser.parse_args()
    envs: dict[str, tuple[Any, int]] = {
        "own class, four values": (OldForm(), arguments.steps),
        "own class, five values": (NewForm(), arguments.steps),
    }
    for backend in ("gymnasium", "gym"):
        if installed_version(backend) is not None:
            for env_id, steps in (("CartPole-v1", arguments.steps), ("PongNoFrameskip-v4", arguments.steps // 10)):
                envs[f"{backend} {env_id}"] = native.BACKENDS[backend](env_id, {}), steps
    table = Table("environment", "alone, us per step", "adapter, us per step")
    for name, (env, steps) in envs.items():
        alone, more = cost(env, arguments.rounds, steps)
        table.add_row(name, f"{alone:.2f}", f"{more:+.2f}")
    Console().print(table)


if __name__ == "__main__":
    main()
