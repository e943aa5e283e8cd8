"""`gym.envs.algorithmic`: characters are read from a tape or a grid; a text that follows from them is to be written.

From Zaremba et al., "Learning Simple Algorithms from Examples" (2015).
"""

from __future__ import annotations

import io
import sys
from typing import Any

import numpy as np

from pong_pg.legacy.read import settings
from pong_pg.legacy.shims.gym import core, logger, spaces
from pong_pg.legacy.shims.gym.utils.helpers import colorize

__all__ = [
    "AlgorithmicEnv",
    "CopyEnv",
    "DuplicatedInputEnv",
    "GridAlgorithmicEnv",
    "RepeatCopyEnv",
    "ReverseEnv",
    "ReversedAdditionEnv",
    "TapeAlgorithmicEnv",
]

_LONGEST = 30


class AlgorithmicEnv(core.SeededEnv):
    """What these environments have in common.

    An action is (movement of the head, whether to write, the character to write). A right character is worth 1, a wrong
    one -0.5, and the end of the time -1; the last two end the episode. Inputs get longer when the last episodes were
    near the best return.

    Args:
        base: the number of characters.
        chars: letters instead of digits, when it is rendered.
        starting_min_length: the length of the shortest inputs at the beginning.
    """

    metadata = {"render.modes": ["human", "ansi"]}  # noqa: RUF012 - Gym's form
    MIN_REWARD_SHORTFALL_FOR_PROMOTION = -1.0
    MOVEMENTS: list[str] = []  # noqa: RUF012 - Gym's form
    READ_HEAD_START: Any = 0

    def __init__(self, base: int = 10, chars: bool = False, starting_min_length: int = 2) -> None:
        self.base = base
        self.last = 10
        self.episode_total_reward: Any = None
        self.last_action: Any = None
        self.last_reward: float = 0
        self.time = 0
        self.charmap: list[str] = [chr(ord("A") + number) if chars else str(number) for number in range(base)] + [" "]
        self._level.reward_shortfalls = []
        self._level.min_length = starting_min_length
        sizes = len(self.MOVEMENTS), 2, base
        self.action_space = spaces.Tuple([spaces.Discrete(size) for size in sizes])
        self.observation_space = spaces.Discrete(base + 1)
        self.seed()
        self.reset()

    @property
    def _level(self) -> Any:
        """What keeps the length of inputs: in gym 0.9.4 all environments had it in common."""
        return AlgorithmicEnv if settings.current().is_gym_094 else self

    @classmethod
    def _movement_idx(cls, movement_name: str) -> int:
        return cls.MOVEMENTS.index(movement_name)

    def _get_obs(self, pos: Any = None) -> Any:
        raise NotImplementedError

    def _get_str_obs(self, pos: Any = None) -> str:
        character: int = self._get_obs(pos)
        return self.charmap[character]

    def _get_str_target(self, pos: int) -> str:
        return self.charmap[self.target[pos]] if 0 <= pos < len(self.target) else " "

    def render_observation(self) -> str:
        """Return the input as text, with the place of the head in green."""
        raise NotImplementedError

    def render(self, mode: str = "human", close: bool = False, **_options: Any) -> Any:
        """Print the tapes and the last action, or return that as text with the mode "ansi"."""
        if close:
            return None
        text = self._text()
        if mode != "ansi":
            sys.stdout.write(text)
            return sys.stdout if settings.current().is_gym_094 else None
        return io.StringIO(text) if settings.current().is_gym_094 else text

    def _text(self) -> str:
        title = f"Total length of input instance: {self.input_width}, step: {self.time}\n"
        written = "Output Tape         : "
        targets = "Targets             : "
        for place in range(-2, len(self.target) + 2):
            targets += self._get_str_target(place)
            if place == self.write_head_position - 1 and self.last_action is not None and self.last_action[1] == 1:
                character = self.last_action[2]
                color = "green" if character == self.target[place] else "red"
                written += colorize(self.charmap[character], color, highlight=True)
            elif place < self.write_head_position:
                written += self._get_str_target(place)
        head = f"{title}{'=' * (len(title) - 1)}\n{self.render_observation()}{written}\n{targets}\n\n"
        if self.last_action is None:
            return head + "\n" * 5
        movement, writes, character = self.last_action
        return head + (
            f"Current reward      :   {self.last_reward:.3f}\n"
            f"Cumulative reward   :   {self.episode_total_reward:.3f}\n"
            f"Action              :   Tuple(move over input: {self.MOVEMENTS[movement]},\n"
            f"                              write to the output tape: {writes == 1},\n"
            f"                              prediction: {self.charmap[character]})\n"
        )

    @property
    def input_width(self) -> int:
        """The length of the input."""
        return len(self.input_data)

    @property
    def time_limit(self) -> int:
        """The number of steps after which an episode ends with a reward of -1."""
        return self.input_width + len(self.target) + 4

    def step(self, action: Any) -> Any:
        """Run one step."""
        assert self.action_space.contains(action)
        self.last_action = action
        movement, writes, character = action
        reward, done = 0.0, False
        self.time += 1
        if writes == 1:
            reward, done = self._write(character)
        self._move(movement)
        if self.time > self.time_limit:
            reward, done = -1.0, True
        self.last_reward = reward
        self.episode_total_reward += reward
        return self._get_obs(), reward, done, {}

    def _write(self, character: Any) -> tuple[float, bool]:
        if self.write_head_position >= len(self.target):
            logger.warn("step() was called after done=True: call reset() first")
            is_right = False
        else:
            is_right = bool(character == self.target[self.write_head_position])
        self.write_head_position += 1
        return 1.0 if is_right else -0.5, not is_right or self.write_head_position >= len(self.target)

    def _check_levelup(self) -> None:
        if self.episode_total_reward is None:
            # Before the first episode.
            return
        level = self._level
        level.reward_shortfalls.append(self.episode_total_reward - len(self.target))
        level.reward_shortfalls = level.reward_shortfalls[-self.last :]
        is_near = min(level.reward_shortfalls) >= self.MIN_REWARD_SHORTFALL_FOR_PROMOTION
        if len(level.reward_shortfalls) == self.last and is_near and level.min_length < _LONGEST:
            level.min_length += 1
            level.reward_shortfalls = []

    def reset(self, **_options: Any) -> Any:
        """Draw another input."""
        self._check_levelup()
        self.last_action = None
        self.last_reward = 0
        self.read_head_position = self.READ_HEAD_START
        self.write_head_position = 0
        self.episode_total_reward = 0.0
        self.time = 0
        length = self.np_random.randint(3) + self._level.min_length
        self.input_data = self.generate_input_data(length)
        self.target = self.target_from_input_data(self.input_data)
        return self._get_obs()

    def generate_input_data(self, size: int) -> Any:
        """Return an input of a length."""
        raise NotImplementedError

    def target_from_input_data(self, input_data: Any) -> Any:
        """Return what is to be written."""
        raise NotImplementedError("Subclasses must implement")

    def _move(self, movement: Any) -> None:
        raise NotImplementedError


class TapeAlgorithmicEnv(AlgorithmicEnv):
    """Reads from a tape."""

    MOVEMENTS = ["left", "right"]  # noqa: RUF012 - Gym's form

    def _move(self, movement: Any) -> None:
        self.read_head_position += 1 if self.MOVEMENTS[movement] == "right" else -1

    def _get_obs(self, pos: Any = None) -> Any:
        place = int(self.read_head_position if pos is None else np.asarray(pos).item())
        return self.input_data[place] if 0 <= place < self.input_width else self.base

    def generate_input_data(self, size: int) -> Any:
        """Return random characters."""
        return [self.np_random.randint(self.base) for _ in range(size)]

    def render_observation(self) -> str:
        """Return the tape as text, with the place of the head in green."""
        cells = [self._get_str_obs(place) for place in range(-2, self.input_width + 2)]
        if -2 <= self.read_head_position < self.input_width + 2:
            place = self.read_head_position + 2
            cells[place] = colorize(cells[place], "green", highlight=True)
        return f"Observation Tape    : {''.join(cells)}\n"


class GridAlgorithmicEnv(AlgorithmicEnv):
    """Reads from a grid.

    Args:
        rows: the number of rows.
        args: as of `AlgorithmicEnv`.
        kwargs: as of `AlgorithmicEnv`.
    """

    MOVEMENTS = ["left", "right", "up", "down"]  # noqa: RUF012 - Gym's form
    READ_HEAD_START = (0, 0)

    def __init__(self, rows: int, *args: Any, **kwargs: Any) -> None:
        self.rows = rows
        super().__init__(*args, **kwargs)

    def _move(self, movement: Any) -> None:
        across, down = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}[self.MOVEMENTS[movement]]
        x, y = self.read_head_position
        self.read_head_position = x + across, y + down

    def _get_obs(self, pos: Any = None) -> Any:
        x, y = self.read_head_position if pos is None else pos
        is_inside = 0 <= x < self.input_width and 0 <= y < self.rows
        return self.input_data[x][y] if is_inside else self.base

    def generate_input_data(self, size: int) -> Any:
        """Return random characters by column."""
        return [[self.np_random.randint(self.base) for _ in range(self.rows)] for _ in range(size)]

    def render_observation(self) -> str:
        """Return the grid as text, with the place of the head in green."""
        label = "Observation Grid    : "
        lines = []
        for row in range(-1, self.rows + 1):
            cells = [(column, self._get_str_obs((column, row))) for column in range(-2, self.input_width + 2)]
            lines += [
                "".join(
                    colorize(text, "green", highlight=True) if (column, row) == self.read_head_position else text
                    for column, text in cells
                )
            ]
        return label + f"\n{' ' * len(label)}".join(lines) + "\n"


class CopyEnv(TapeAlgorithmicEnv):
    """The input is to be written."""

    def __init__(self, base: int = 5, chars: bool = True) -> None:
        super().__init__(base=base, chars=chars)

    def target_from_input_data(self, input_data: Any) -> Any:
        """Return the input."""
        return input_data


class DuplicatedInputEnv(TapeAlgorithmicEnv):
    """Each character of the input comes several times, and is to be written once."""

    def __init__(self, duplication: int = 2, base: int = 5) -> None:
        self.duplication = duplication
        super().__init__(base=base, chars=True)

    def generate_input_data(self, size: int) -> Any:
        """Return random characters, each several times."""
        characters = [self.np_random.randint(self.base) for _ in range(max(size, self.duplication) // self.duplication)]
        return [character for character in characters for _ in range(self.duplication)]

    def target_from_input_data(self, input_data: Any) -> Any:
        """Return each character once."""
        return input_data[:: self.duplication]


class RepeatCopyEnv(TapeAlgorithmicEnv):
    """The input is to be written, then backwards, then again."""

    MIN_REWARD_SHORTFALL_FOR_PROMOTION = -0.1

    def __init__(self, base: int = 5) -> None:
        super().__init__(base=base, chars=True)
        self.last = 50

    def target_from_input_data(self, input_data: Any) -> Any:
        """Return the input, its reverse, and the input."""
        return input_data + input_data[::-1] + input_data


class ReverseEnv(TapeAlgorithmicEnv):
    """The input is to be written backwards."""

    MIN_REWARD_SHORTFALL_FOR_PROMOTION = -0.1

    def __init__(self, base: int = 2) -> None:
        super().__init__(base=base, chars=True, starting_min_length=1)
        self.last = 50

    def target_from_input_data(self, input_data: Any) -> Any:
        """Return the input's reverse."""
        return input_data[::-1]


class ReversedAdditionEnv(GridAlgorithmicEnv):
    """The sum of the rows is to be written, whose first digit is the lowest."""

    def __init__(self, rows: int = 2, base: int = 3) -> None:
        super().__init__(rows=rows, base=base, chars=False)

    def target_from_input_data(self, input_data: Any) -> Any:
        """Return the digits of the sum."""
        carry, target = 0, []
        for digits in input_data:
            carry, digit = divmod(sum(digits) + carry, self.base)
            target.append(digit)
        return [*target, carry] if carry > 0 else target

    @property
    def time_limit(self) -> int:
        """The number of steps after which an episode ends; a digit that is carried gives no more time."""
        return self.input_width * 2 + 4
