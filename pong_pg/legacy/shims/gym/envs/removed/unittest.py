"""`gym.envs.unittest`: small pictures that a network should learn soon, to find mistakes in a learner."""

from __future__ import annotations

from typing import Any

import numpy as np

from pong_pg.legacy.runtime import viewer
from pong_pg.legacy.shims.gym import core, spaces

__all__ = ["CubeCrash", "CubeCrashScreenBecomesBlack", "CubeCrashSparse", "MemorizeDigits"]

_BLACK, _WHITE, _GREEN = (np.array(color, np.float32) for color in ((0, 0, 0), (255, 255, 255), (0, 255, 0)))
_HOLE = 8
_MOVES = (0, -1, 1)
# The rows of each digit from 0 to 9, of six pixels each.
_DIGITS = (
    " **** |*    *|*    *|*    *|*    *| **** ",
    "  **  | * *  |   *  |   *  |   *  |  *** ",
    " **** |*    *|     *|  *** |**    |******",
    " **** |*    *|   ** |     *|*    *| **** ",
    " *  * | *  * | *  * | **** |    * |    * ",
    " **** | *    | **** |    * |    * | **** ",
    "  *** | *    | **** | *  * | *  * | **** ",
    " **** |    * |   *  |   *  |  *   |  *   ",
    " **** |*    *| **** |*    *|*    *| **** ",
    " **** |*    *|*    *| *****|     *| **** ",
)


class _Pictures(core.SeededEnv):
    """What these environments have in common.

    Attributes:
        size: height and width of the pictures.
        use_random_colors: draw other colours for each episode.
    """

    size = (0, 0)
    actions = 0
    use_random_colors = False

    def __init__(self) -> None:
        self.seed()
        self.viewer: Any = None
        self.observation_space = spaces.Box(0, 255, (*self.size, 3), dtype=np.uint8)
        self.action_space = spaces.Discrete(self.actions)
        self.reset()

    def random_color(self) -> Any:
        """Return a random colour."""
        return np.array([self.np_random.randint(low=0, high=255) for _ in range(3)]).astype("uint8")

    def _color(self, usual: Any) -> Any:
        return self.random_color() if self.use_random_colors else usual

    def _colors_unlike(self, background: Any, *usual: Any) -> list[Any]:
        while True:
            colors = [self._color(color) for color in usual]
            if all(np.linalg.norm(color - background) >= 50 for color in colors):
                return colors

    def render(self, mode: str = "human", close: bool = False, **_options: Any) -> Any:
        """Return the last picture, or show it in a window with the mode "human"."""
        if close:
            return None
        if mode == "rgb_array":
            return self.last_obs
        assert mode == "human", f"Render mode '{mode}' is not supported"
        if self.viewer is None:
            self.viewer = viewer.SimpleImageViewer()
        self.viewer.imshow(self.last_obs)
        return self.viewer.isopen

    def close(self) -> None:
        """Close the window."""
        if self.viewer is not None:
            self.viewer.close()
            self.viewer = None


def _metadata(size: tuple[int, int]) -> dict[str, Any]:
    sizes = {"video.res_w": size[1], "video.res_h": size[0]}
    return {"render.modes": ["human", "rgb_array"], "video.frames_per_second": 60, **sizes}


class CubeCrash(_Pictures):
    """A square falls, and is to be moved left or right until it falls through a hole."""

    size = (40, 32)
    actions = 3
    metadata = _metadata(size)
    use_shaped_reward = True
    use_black_screen = False

    def reset(self, **_options: Any) -> Any:
        """Begin at the top."""
        height, width = self.size
        self.cube_x = self.np_random.randint(low=3, high=width - 3)
        self.cube_y = self.np_random.randint(low=3, high=height // 6)
        self.hole_x = self.np_random.randint(low=_HOLE, high=width - _HOLE)
        self.bg_color = self._color(_BLACK)
        self.potential: Any = None
        self.step_n = 0
        self.wall_color, self.cube_color = self._colors_unlike(self.bg_color, _WHITE, _GREEN)
        return self.step(0)[0]

    def step(self, action: Any) -> Any:
        """Move, and fall by a pixel."""
        assert action in range(self.actions), f"Action {action} is out of range"
        self.cube_x += _MOVES[action]
        self.cube_y += 1
        self.step_n += 1
        self.last_obs = self._picture()
        height, width = self.size
        distance = np.abs(self.cube_x - self.hole_x)
        reward: Any = 0
        if self.potential is not None and self.use_shaped_reward:
            reward = (self.potential - distance) * 0.01
        self.potential = distance
        is_outside = self.cube_x - 1 < 0 or self.cube_x + 1 >= width
        is_low = self.cube_y + 1 >= height - 5
        if is_outside or (is_low and distance >= _HOLE // 2):
            return self.last_obs, -1, True, {}
        if is_low and self.cube_y == height:
            return self.last_obs, 1, True, {}
        return self.last_obs, reward, False, {}

    def _picture(self) -> Any:
        height, _ = self.size
        picture = np.zeros((*self.size, 3), np.uint8)
        picture[:] = self.bg_color
        picture[height - 5 :] = self.wall_color
        picture[height - 5 :, self.hole_x - _HOLE // 2 : self.hole_x + _HOLE // 2 + 1] = self.bg_color
        picture[self.cube_y - 1 : self.cube_y + 2, self.cube_x - 1 : self.cube_x + 2] = self.cube_color
        if self.use_black_screen and self.step_n > 4:
            picture[:] = 0
        return picture


class CubeCrashSparse(CubeCrash):
    """The reward comes at the end alone."""

    use_shaped_reward = False


class CubeCrashScreenBecomesBlack(CubeCrash):
    """The reward comes at the end alone, and the screen is black after four steps."""

    use_shaped_reward = False
    use_black_screen = True


class MemorizeDigits(_Pictures):
    """The digit that is shown is to be named."""

    size = (24, 32)
    actions = 10
    metadata = _metadata(size)

    def __init__(self) -> None:
        self._digits = [np.array([list(row) for row in digit.split("|")]) == "*" for digit in _DIGITS]
        super().__init__()

    def reset(self, **_options: Any) -> Any:
        """Begin at another place."""
        height, width = self.size
        self.digit_x = self.np_random.randint(low=width // 5, high=width // 5 * 4)
        self.digit_y = self.np_random.randint(low=height // 5, high=height // 5 * 4)
        self.color_bg = self._color(_BLACK)
        self.step_n = 0
        (self.color_digit,) = self._colors_unlike(self.color_bg, _WHITE)
        self.digit: Any = -1
        return self.step(0)[0]

    def step(self, action: Any) -> Any:
        """Name the digit, and see the next."""
        reward, done = -1, False
        self.step_n += 1
        if self.digit != -1:
            reward = 1 if self.digit == action else -1
            done = self.step_n > 20 and self.np_random.randint(low=0, high=5) == 0
        self.digit = self.np_random.randint(low=0, high=10)
        picture = np.zeros((*self.size, 3), np.uint8)
        picture[:] = self.color_bg
        place = picture[self.digit_y - 3 : self.digit_y + 3, self.digit_x - 3 : self.digit_x + 3]
        place[self._digits[self.digit]] = self.color_digit
        self.last_obs = picture
        return picture, reward, done, {}
