"""How the agent's paddle moves up and down: is Pong the same game upside down?

    python benchmarks/paddle.py

The paddle is moved from one end of its way to the other and back, without sticky actions, and its rows after every
second frame, in which it moves, are read from the emulator's memory. Upside down, its way up would be its way down.
"""

from __future__ import annotations

import ale_py
from ale_py import roms
from rich.console import Console
from rich.table import Table

# The emulator's numbers of the actions.
STAY, UP, DOWN = 0, 3, 4
# The byte of the emulator's memory with the row of the agent's paddle.
ROW = 51
# The paddle gets from one end to the other, and rests there, within 42 frames.
FRAMES = 80


class Paddle:
    """A game of which only the paddle matters."""

    def __init__(self) -> None:
        self._ale = ale_py.ALEInterface()
        self._ale.setInt("random_seed", 1)
        self._ale.setFloat("repeat_action_probability", 0.0)
        self._ale.setInt("frame_skip", 1)
        self._ale.loadROM(roms.get_rom_path("pong"))
        self._ale.reset_game()
        # Until then it does not move.
        self.rows_of(STAY)

    def rows_of(self, action: int) -> list[int]:
        """Return the paddle's row after every second of `FRAMES` frames of an action; rows count downwards."""
        rows = []
        for frame in range(FRAMES):
            self._ale.act(action)
            if frame % 2:
                rows.append(int(self._ale.getRAM()[ROW]))
        return rows


def main() -> None:
    """Print both ways, and by how much they differ."""
    ale_py.ALEInterface.setLoggerMode(ale_py.LoggerMode.Error)
    paddle = Paddle()
    paddle.rows_of(UP)
    down, up = paddle.rows_of(DOWN), paddle.rows_of(UP)
    top, bottom = up[-1], down[-1]
    table = Table("frames", "rows below the top, going down", "rows above the bottom, going up", "difference")
    for number, (below, above) in enumerate(zip(down, up, strict=True), 1):
        fallen, risen = below - top, bottom - above
        table.add_row(str(2 * number), str(fallen), str(risen), f"{fallen - risen:+d}")
        if fallen == risen == bottom - top:
            break
    console = Console()
    console.print(f"The agent's paddle moves between rows {top} and {bottom}.")
    console.print(table)


if __name__ == "__main__":
    main()
