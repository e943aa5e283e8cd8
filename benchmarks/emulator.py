"""The console in C beside ale-py: how many times as fast it is.

    python benchmarks/emulator.py [--rounds 21] [--steps 500] [--games 16]

Both take turns in one process, with the same random actions. Each figure is the median over the rounds, in CPU time.
"""

from __future__ import annotations

import argparse
import functools
import itertools
import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from rich.console import Console as Terminal
from rich.table import Table

from pong_pg.atari2600.binding import Console, color_table
from pong_pg.compat._versions import load_ale_py, rom_path
from pong_pg.game.frames import PALETTE_MASK, ROWS, mask

# ALE's numbers for the six actions.
_ALE_ACTIONS = (0, 1, 3, 4, 11, 12)
# Begins a game, which is not measured: ale-py takes milliseconds. Returns what plays the actions, which is.
Begin = Callable[[], Callable[[list[int]], None]]


def ale_py() -> tuple[Any, list[Any]]:
    """Return ale-py's emulator, and its arguments for the six actions."""
    package = load_ale_py()
    ale = package.ALEInterface()
    ale.setInt("random_seed", 0)
    ale.setFloat("repeat_action_probability", 0.0)
    ale.loadROM(rom_path())
    return ale, [package.Action(action) for action in _ALE_ACTIONS]


def emulators() -> Iterator[tuple[str, int, Begin, Begin]]:
    """Yield what is measured, the frames of a step, and how each emulator begins."""
    ale, actions = ale_py()
    console = Console()
    screen, rgb = np.zeros((210, 160), np.uint8), np.zeros((210, 160, 3), np.uint8)
    sample, table = np.zeros((80, 80), np.int8), color_table(PALETTE_MASK)
    arguments = console.address, table.ctypes.data, ROWS.start, ROWS.stop, ROWS.step, sample.ctypes.data
    draw_mask = functools.partial(console._c.console_sample, *arguments)

    def ale_plays(frames: int, look: Callable[[], object]) -> Begin:
        def play(chosen: list[int]) -> None:
            act = ale.act
            for number in chosen:
                action = actions[number]
                for _ in range(frames):
                    act(action)
                look()

        return lambda: (ale.reset_game(), play)[1]

    def console_plays(frames: int, look: Callable[[], object]) -> Begin:
        def play(chosen: list[int]) -> None:
            repeat = console.repeat
            for number in chosen:
                repeat(_ALE_ACTIONS[number], frames)
                look()

        return lambda: (console.reset(), play)[1]  # type: ignore[func-returns-value]  # for its effect

    def ale_mask() -> None:
        ale.getScreen(screen)
        mask(screen)

    yield "the mask of every fourth frame", 4, ale_plays(4, ale_mask), console_plays(4, draw_mask)
    yield (
        "every frame, palette indices",
        1,
        ale_plays(1, lambda: ale.getScreen(screen)),
        console_plays(1, lambda: console.palette(screen)),
    )
    yield (
        "every frame, RGB",
        1,
        ale_plays(1, lambda: ale.getScreenRGB(rgb)),
        console_plays(1, lambda: console.rgb(rgb)),
    )


def environments(count: int) -> Iterator[tuple[str, int, Begin, Begin]]:
    """Yield the same for the environments that are made of the two, `count` of them in the vector environments."""
    import ale_py
    import gymnasium

    from pong_pg.compat.pong_env import PongEnv
    from pong_pg.compat.pong_vector import PongVectorEnv

    def one_plays(env: Any) -> Begin:
        def play(chosen: list[int]) -> None:
            for action in chosen:
                env.step(action)

        return lambda: (env.reset(), play)[1]

    def many_play(env: Any) -> Begin:
        def play(chosen: list[int]) -> None:
            for begin in range(0, len(chosen), count):
                env.step(np.resize(chosen[begin : begin + count], count))

        return lambda: (env.reset(), play)[1]

    for frames in (1, 4):
        settings: dict[str, Any] = {"frameskip": frames, "repeat_action_probability": 0.0}
        theirs = gymnasium.make("ALE/Pong-v5", **settings).unwrapped
        yield f"env.step, RGB, {frames} frames", frames, one_plays(theirs), one_plays(PongEnv(**settings))
    ale = ale_py.AtariVectorEnv("pong", num_envs=count, noop_max=0, use_fire_reset=False, num_threads=1)
    yield f"{count} games, 4x84x84", 4, many_play(ale), many_play(PongVectorEnv(count, noop_max=0))


def seconds(begin: Begin, chosen: list[int]) -> float:
    """Return the CPU time of playing some actions."""
    play = begin()
    start = time.process_time()
    play(chosen)
    return time.process_time() - start


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=21)
    parser.add_argument("--steps", type=int, default=500)
    parser.add_argument("--games", type=int, default=16, help="of the vector environments")
    arguments = parser.parse_args()
    table = Table("what is looked at", "ale-py, µs a frame", "console, µs a frame", "times as fast", "from", "to")
    rng = np.random.default_rng(0)
    for name, frames, one, other in itertools.chain(emulators(), environments(arguments.games)):
        rounds = []
        for _ in range(arguments.rounds):
            # So few that no game ends, after which ale-py would do nothing.
            chosen = rng.integers(0, 6, arguments.steps).tolist()
            rounds.append((seconds(one, chosen), seconds(other, chosen)))
        ratios = sorted(first / second for first, second in rounds)
        scale = 1e6 / arguments.steps / frames
        spent = [f"{statistics.median(times) * scale:.2f}" for times in zip(*rounds, strict=True)]
        quartiles = [ratios[len(ratios) // 4], ratios[-1 - len(ratios) // 4]]
        table.add_row(name, *spent, f"{statistics.median(ratios):.1f}", *(f"{ratio:.1f}" for ratio in quartiles))
    Terminal(width=120).print(table)


if __name__ == "__main__":
    main()
