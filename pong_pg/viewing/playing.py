"""You against a network, in the terminal and in real time."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from pong_pg.compat._versions import require
from pong_pg.compat.emulator import pong_rom
from pong_pg.compat.ids import MAX_FRAMES, PONG_IDS
from pong_pg.config import TrainConfig
from pong_pg.errors import MissingPackageError
from pong_pg.game.actions import DOWN, STAY, UP
from pong_pg.game.player import Player
from pong_pg.game.seeding import evaluation_game
from pong_pg.viewing.game_steps import FRAMES_PER_SECOND, Screen
from pong_pg.viewing.terminal import QUIT, Pace, Terminal
from pong_pg.viewing.watching import FINAL_SECONDS, TerminalView

# Of the left and of the right player.
Pair = tuple[int, int]

# The console's game 3. Its game 1 is what everything else here plays (mode 0 of ale-py): the same paddles and angles,
# and a ball that keeps its speed. In game 4, as in game 2, the ball becomes faster.
_MODE = 3
# The ball's vertical position in the console's memory; 0 while there is no ball.
_BALL_Y = 54
# Of each player, for actions 0 (stay), 2 (up) and 3 (down), without and with the button pressed.
_PLAIN = {0: 0, 2: 3, 3: 4}
_PRESSED = {0: 1, 2: 11, 3: 12}
_REINSTALL = "run  pip install --force-reinstall multi-agent-ale-py"

_BUTTONS = "up/w, down/s move   space pause   + faster  - slower   q quit"
_ACTION_OF = {"up": UP, "w": UP, "W": UP, "down": DOWN, "s": DOWN, "S": DOWN}
# How long a press of a key moves the paddle: by somewhat more than its own height, and until the keyboard
# repeats a key that is held.
PRESS_FRAMES = 4


class TwoPlayerCourt:
    """Pong for two players on multi-agent-ale-py, with the ROM of ale-py or atari-py.

    The console's one-player game serves by itself a second after a point. Here the player who scored has to press the
    button for that, so it is pressed for both while there is no ball: the ball comes after the same time as there.
    While the ball is in play it is never pressed, since it would make hits faster than those of the one-player game.

    Attributes:
        score: points of the left and of the right player.

    Raises:
        MissingPackageError: multi-agent-ale-py, or a ROM of Pong that it knows, is not installed.
    """

    def __init__(self) -> None:
        try:
            package = require("multi_agent_ale_py", "Pong for two players")
        except RuntimeError as error:  # what it raises where its library does not fit the machine
            raise MissingPackageError(f"multi-agent-ale-py can't be loaded ({error}): {_REINSTALL}") from error
        package.ALEInterface.setLoggerMode("error")
        self._ale: Any = package.ALEInterface()
        self._ale.setInt("random_seed", 0)
        self._ale.setFloat("repeat_action_probability", 0.0)
        self._ale.loadROM(str(pong_rom()))
        if not self._ale.isSupportedRom() or _MODE not in self._ale.getAvailableModes(2):
            raise MissingPackageError(f"multi-agent-ale-py does not know the installed ROM of Pong: {_REINSTALL}")
        self._ale.setMode(_MODE)
        self._memory = np.zeros(128, np.uint8)
        self._frames = 0
        self.score: Pair = (0, 0)

    def reset(self) -> Screen:
        """Start a game, and return the palette screen, (210, 160) uint8, as an array of its own."""
        self._ale.reset_game()
        self._frames, self.score = 0, (0, 0)
        return self._palette()

    def step(self, left: int, right: int) -> tuple[Screen, bool]:
        """Play one frame.

        Args:
            left: action of the left player: 0 (stay), 2 (up) or 3 (down).
            right: of the right player.

        Returns:
            The palette screen, and whether the game is over.
        """
        self._ale.getRAM(self._memory)
        codes = _PLAIN if self._memory[_BALL_Y] else _PRESSED
        gained, lost = self._ale.act(np.array([codes[right], codes[left]], np.intc))
        self._frames += 1
        # A player who takes too long to serve loses a reward, but no point: then the other one gets none.
        if gained == -lost:
            left_score, right_score = self.score
            self.score = left_score + (gained < 0), right_score + (gained > 0)
        return self._palette(), bool(self._ale.game_over()) or self._frames >= MAX_FRAMES

    def _palette(self) -> Screen:
        screen: Screen = self._ale.getScreen().reshape(210, 160)
        return screen

    def render(self) -> Screen:
        """Return the screen as a new (210, 160, 3) uint8 RGB array."""
        screen: Screen = self._ale.getScreenRGB()
        return screen


class Board:
    """The game in a terminal, where only presses of keys are known: each moves the paddle for some frames."""

    def __init__(self, terminal: Terminal) -> None:
        self._view, self._terminal = TerminalView(terminal), terminal
        self._action, self._frames = STAY, 0

    def draw(self, screen: Screen, title: str) -> None:
        """Show a screen, (210, 160, 3) uint8 RGB, and a line above it; called often."""
        self._view.show(title, screen, [self._view.text(_BUTTONS)])

    def begins(self) -> str | None:
        """Return the key that was pressed to begin, after waiting for one for a tenth of a second."""
        return next(iter(self._terminal.keys(0.1)), None)

    def keys(self, seconds: float) -> list[str]:
        """Return the keys pressed that do not move the paddle; wait at most so long for the first."""
        others = []
        for key in self._terminal.keys(seconds):
            if key in _ACTION_OF:
                self._action, self._frames = _ACTION_OF[key], PRESS_FRAMES
            else:
                others.append(key)
        return others

    def action(self) -> int:
        """Return the action of the last key, for as long as it moves the paddle."""
        self._frames -= 1
        return self._action if self._frames >= 0 else STAY


def frame_skip(config: TrainConfig | None) -> int:
    """Return the frames of an agent step in training, or the least of them; 4 where that is not known, or not Pong."""
    if config is None or config.env not in PONG_IDS:
        return 4
    frames: Any = config.env_kwargs.get("frameskip", PONG_IDS[config.env].frameskip)
    return int(frames if isinstance(frames, int) else frames[0])


class Seat:
    """A policy on the right side, where it was trained; it is asked for an action once for each agent step.

    Args:
        policy: the player.
        config: that it was trained with; None if that is not known.
        greedy: take the most probable action instead of sampling one.
    """

    def __init__(self, policy: Player, config: TrainConfig | None, *, greedy: bool = True) -> None:
        self._policy, self._greedy = policy, greedy
        self._skip = frame_skip(config)
        self._left, self._chosen = 0, STAY

    def reset(self, rng: np.random.Generator) -> None:
        """Begin a new game, with this generator for all that is drawn."""
        self._policy.reset(rng)
        self._left = 0

    def act(self, frame: Screen) -> int:
        """Return the action for the next frame, after a palette screen, (210, 160) uint8."""
        if self._left == 0:
            self._chosen = self._policy.act(frame, greedy=self._greedy)
            self._left = self._skip
        self._left -= 1
        return self._chosen


def play(
    court: TwoPlayerCourt, board: Board, opponent: Seat, *, name: str, seed: int, speed: float
) -> tuple[Pair, Pair]:
    """Play until you quit; each game begins when you press a key.

    Args:
        court: the game.
        board: where you see and press.
        opponent: the other player, on the right.
        name: of the other player.
        seed: decides what the other player draws.
        speed: to begin with.

    Returns:
        The games that you won, and that the other one won; and the points of both, also of a game that was quit.
    """
    pace = Pace(board.keys, speed)
    games, points = (0, 0), (0, 0)
    for game in itertools.count():
        frame, over = court.reset(), False
        opponent.reset(evaluation_game(seed, game)[1])

        def draw(what: object = pace, game: int = game) -> None:
            own, other = court.score
            board.draw(court.render(), f"you {own} : {other} {name}   game {game + 1}   {what}")

        while not (key := board.begins()):
            draw("press a key to begin")
        if key in QUIT:
            break
        before = points
        while not over:
            draw()
            if not pace.wait(1, draw):
                return games, points
            frame, over = court.step(board.action(), opponent.act(frame))
            own, other = court.score
            points = before[0] + own, before[1] + other
        draw()
        games = games[0] + (own > other), games[1] + (other > own)
        if not pace.wait(FINAL_SECONDS * FRAMES_PER_SECOND * pace.speed, draw):
            break
    return games, points
