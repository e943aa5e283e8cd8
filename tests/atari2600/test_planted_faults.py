"""A fault planted in each trick by which the console is fast: the comparison with ale-py must notice it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from atari2600_builds import CONSOLE, build, compiler
from atari2600_pairs import ALE_ACTIONS, load_ale

from pong_pg.atari2600.palette import RGB

pytestmark = [
    pytest.mark.needs("ale-py>=0.9"),
    pytest.mark.skipif(compiler() is None, reason="needs a compiler of C"),
]
_FRAMES = 3_000
# For each frame its action, and what ale-py has then: RAM and picture.
Game = list[tuple[int, bytes, bytes]]

# What is replaced by what, in which file: a trick each, or more.
FAULTS = {
    "lazy drawing: writes within a line are seen in the next one": (
        "picture.h",
        "if (at > x && at > first_pixel[reg])",
        "if (at > x && at > 100)",
    ),
    "lazy drawing: a missing delay of the player graphics": ("tia.h", "[GRP0] = 1, [GRP1] = 1,", ""),
    "lazy drawing: lines below the next change are left out": (
        "picture.h",
        "picture->end = (begin + at) / LINE_CLOCKS;",
        "picture->end = (begin + at) / LINE_CLOCKS + 1;",
    ),
    "lazy drawing: colours run into the pixel to the right of what has changed": ("picture.h", "*end = after;", ";"),
    "ignored writes: the vertical delay is forgotten": ("tia.h", "if (reg == ENABL) s->is_delayed |= 2;", ""),
    "ignored writes: a register is dropped by a switch": ("tia.h", "case RSYNC: case AUDC0:", "case PF2: case AUDC0:"),
    "ignored writes: HMCLR leaves what was written": ("tia.h", "memset(s->reg + HMP0, 0, 5); break;", "break;"),
    "poll skipping: the wait ends an interval late": ("riot.h", "((s->timer_value - 1) <<", "(s->timer_value <<"),
    "poll skipping: the wait ends too late": (
        "riot.h",
        "while (timer(s, cycle)",
        "cycle += 80; while (timer(s, cycle)",
    ),
    "collisions: not in the right fifth of the picture": (
        "tia.h",
        "for (int i = 0; i < 3; i++)\n            if (seen",
        "for (int i = 0; i < 2; i++)\n            if (seen",
    ),
    "collisions: a pair is missing": ("tia.h", "0x4036, 0x40c9,", "0x4016, 0x40c9,"),
    "collisions: never cleared": ("tia.h", "if (REG_OF(write) == CXCLR) s->collisions = 0;", ""),
    "translation: a branch that is taken takes no time": ("translate.py", "taken = 3 if", "taken = 2 if"),
    "translation: an index is forgotten": (
        "translate.py",
        "address = (address + y) & 0xffff;",
        "address = address & 0xffff;",
    ),
    "translation: the carry is lost": ("cpu.h", "c = difference <= 0xff;", "c = 0;"),
    "translation: BIT leaves the overflow": (
        "instructions.py",
        "n = m; v = m >> 6 & 1; z = a & m;",
        "n = m; z = a & m;",
    ),
    "translation: a call returns to the wrong place": ("translate.py", "CALL({at + 2}u);", "CALL({at + 3}u);"),
    "input: the paddle is read a little early": ("console.c", "(s->paddle + 99) / 100", "(s->paddle - 20000) / 100"),
    "input: the limit of the paddle": ("console.c", "HIGHEST = 1504533", "HIGHEST = 1504133"),
}


@pytest.fixture(scope="module")
def game() -> Game:
    """A game of random actions, long enough that everything comes about."""
    ale = load_ale()
    ale.reset_game()
    rng = np.random.default_rng(8)
    frames: Game = []
    while len(frames) < _FRAMES and not ale.game_over():
        action = int(rng.integers(6))
        for _ in range(int(rng.integers(1, 30))):
            ale.act(ALE_ACTIONS[action])
            frames.append((action, ale.getRAM().tobytes(), ale.getScreen().tobytes()))
    return frames


def first_difference(sources: Path, folder: Path, frames: Game) -> int | None:
    console = build(sources, folder)
    console.reset()
    for number, (action, ram, screen) in enumerate(frames):
        console.repeat(ALE_ACTIONS[action], 1)
        if console.ram().tobytes() != ram or console.palette().tobytes() != screen:
            return number
        if number % 4 == 0 and console.rgb().tobytes() != RGB[np.frombuffer(screen, np.uint8)].tobytes():
            return number
    return None


def test_without_a_fault_there_is_no_difference(game: Game, tmp_path: Path) -> None:
    assert first_difference(CONSOLE, tmp_path, game) is None


@pytest.mark.parametrize("fault", FAULTS)
def test_the_comparison_notices(fault: str, game: Game, tmp_path: Path) -> None:
    name, right, wrong = FAULTS[fault]
    copied = tmp_path / "atari2600"
    shutil.copytree(CONSOLE, copied)
    text = (copied / name).read_text()
    assert text.count(right) >= 1, f"{name} has no {right!r} any more"
    (copied / name).write_text(text.replace(right, wrong))
    try:
        assert first_difference(copied, tmp_path, game) is not None
    except subprocess.CalledProcessError as error:  # the fault must be one that compiles
        pytest.fail(str(error.stderr))
