"""Gymnasium's environments in the form of Gym: each class derives from Gymnasium's and from `OldForm`."""

from __future__ import annotations

import functools
import importlib
import inspect
import operator
import sys
from typing import Any

import numpy as np

from pong_pg.compat import steps
from pong_pg.compat._versions import accepts, require
from pong_pg.compat.spaces import converted
from pong_pg.legacy.read import settings
from pong_pg.legacy.runtime import viewer
from pong_pg.legacy.runtime.messages import not_covered, say_once
from pong_pg.legacy.shims.gym import error, spaces
from pong_pg.legacy.shims.gym.core import Env
from pong_pg.legacy.shims.gym.envs.as_then import AS_THEN
from pong_pg.legacy.shims.gym.envs.toy_text import Text
from pong_pg.legacy.shims.gym.utils import seeding
from pong_pg.legacy.tables.gym import OVERRIDES

gymnasium: Any = require("gymnasium", "a script that imports gym")


def native_action(space: Any, action: Any) -> Any:
    """Return an action in the form that Gymnasium's environments take.

    Args:
        space: the action space.
        action: for a Discrete space an integer of any kind: NumPy's, a list, array or tensor of one, or 2.0. For a Box
            a list or tuple becomes an array of its numbers' own type, as `np.clip` made one of it: Gym rounded no
            action to the type of the space.
    """
    if not isinstance(space, gymnasium.spaces.Discrete):
        is_list = isinstance(action, (list, tuple)) and isinstance(space, gymnasium.spaces.Box)
        return np.asarray(action) if is_list else action
    try:
        number = (action if hasattr(action, "item") else np.asarray(action)).item()
        return int(number) if number == int(number) else action
    except (TypeError, ValueError, RuntimeError):
        return action


# Attributes of gym.envs.toy_text.discrete.DiscreteEnv, and where Gymnasium's environments with a table `P` have them.
_OF_TABLES = {"nS": "observation_space.n", "nA": "action_space.n", "isd": "initial_state_distrib"}


class OldForm(Env):
    """Base class that gives one of Gymnasium's environments the API of Gym.

    `step` returns four or five values, and `reset` an observation or a pair, as the script's settings say. With four
    values it draws from the generator that gym 0.19 had, which `seed` seeds.
    """

    _native: Any = object
    # With four step values: Gym's own dynamics, an `AsThen`, where they differ from Gymnasium's.
    _then: Any = None
    _next_seed: int | None = None
    viewer: Any = None

    def __init__(self, *args: Any, render_mode: str | None = None, **kwargs: Any) -> None:
        native, then, four = self._native, self._then, settings.current().step_values == 4
        if four:
            args, kwargs = (), (self._named(args) if args else {}) | kwargs
        if accepts(native.__init__, "render_mode"):
            # With "human", ale-py would look for a display.
            drawn = "rgb_array" in self.metadata.get("render_modes", ())
            kwargs["render_mode"] = "rgb_array" if drawn else render_mode
        native.__init__(self, *args, **kwargs)
        self.render_mode = render_mode
        self.action_space = converted(self.action_space, spaces)
        self.observation_space = converted(self.observation_space, spaces)
        if not four:
            return
        self._np_random = None
        if then is not None:
            then.prepare(self)
            if then.bounds is not None and settings.current().is_gym_094:
                self.observation_space = spaces.Box(*then.bounds(self))
            if then.modes is not None:
                self.metadata = {**self.metadata, "render.modes": then.modes, "render_modes": then.modes}

    def _named(self, args: tuple[Any, ...]) -> dict[str, Any]:
        """Return arguments by their names: Gym's classes had no render mode, which is the first of some of today."""
        parameters = inspect.signature(self._native.__init__).parameters.values()
        names = [one.name for one in parameters if one.kind is one.POSITIONAL_OR_KEYWORD and one.name != "render_mode"]
        return dict(zip(names[1:], args, strict=False))

    def step(self, action: Any) -> Any:
        """Run one step; returns four or five values, as the script's settings say."""
        result = self._stepped(action if type(action) is int else native_action(self.action_space, action))
        if self.render_mode == "human":
            self._render_for_human()
        return result

    def _stepped(self, action: Any) -> Any:
        then = self._then
        if then is not None and then.step is not None and settings.current().step_values == 4:
            outcome = then.step(self, action)
            return _in_four((then.observe(self), *outcome))
        observation, *rest, info = self._native.step(self, action)
        if settings.current().step_values == 5:
            return (observation, *rest, info)
        # Today's tables of transitions have masks of actions, too.
        info = {"prob": info["prob"]} if "prob" in info else info
        return _in_four((observation if then is None or then.observe is None else then.observe(self), *rest, info))

    def reset(
        self, *, seed: int | None = None, return_info: bool | None = None, options: Any = None, **_more: Any
    ) -> Any:
        """Reset the environment to start an episode.

        Args:
            seed: seeds the environment as in Gymnasium; not needed after a call of `seed`.
            return_info: whether to return (observation, info); None for what the script's settings say.
            options: passed on to Gymnasium's environment.
        """
        seed, self._next_seed = self._next_seed if seed is None else seeding.checked(seed), None
        observation, info = self._reset_natively(seed, options)
        if self.render_mode == "human":
            self._render_for_human()
        pair = settings.current().reset_pair if return_info is None else return_info
        return (observation, info) if pair else observation

    def _reset_natively(self, seed: Any, options: Any) -> Any:
        then = self._then if settings.current().step_values == 4 else None
        if then is not None and then.reset is not None:
            if seed is not None:
                self.seed(seed)
            then.reset(self)
            return then.observe(self), {}
        observation, info = self._native.reset(self, seed=seed, options=options)
        return (observation if then is None or then.observe is None else then.observe(self)), info

    def seed(self, seed: Any = None) -> list[int]:
        """Seed the environment; returns the seeds in a list."""
        if settings.current().step_values == 5:
            self._next_seed = seeding.checked(np.random.SeedSequence().entropy if seed is None else seed)
            return [self._next_seed]
        self.np_random, number = seeding.np_random(seed)
        if "ale" in vars(self):
            # A game of a later Gym, in which the emulator is seeded at the reset.
            self._next_seed = number
        return [number]

    def render(self, mode: str | None = None, close: bool = False, **_more: Any) -> Any:
        """Render the environment.

        Args:
            mode: "human" renders it in a window, if there is a display; "rgb_array" returns a (height, width, 3) uint8
                array, "ansi" a string. None for the render mode that the environment was made with, or else "human".
            close: close the window instead.

        Returns:
            For "human" whether the window is open, or could be if there were a display; None for printed text.

        Raises:
            UnsupportedMode: the environment has no such mode.
        """
        if close:
            self._close_window()
            return None
        mode = mode or self.render_mode or "human"
        if mode == "human":
            return self._render_for_human()
        picture = self._render_in({"single_rgb_array": "rgb_array"}.get(mode, mode))
        return Text(picture) if mode == "ansi" and settings.current().step_values == 4 else picture

    def _render_for_human(self) -> bool | None:
        modes = self.metadata["render_modes"]
        if "ansi" in modes and settings.current().step_values == 4:
            # Text environments were printed.
            sys.stdout.write(self._render_in("ansi"))
            return None
        if "rgb_array" not in modes:
            return True
        if self.viewer is None:
            # Also without a display: scripts set the key handlers of its window.
            self.viewer = viewer.SimpleImageViewer()
        if not viewer.has_display():
            return True
        try:
            picture = self._render_in("rgb_array")
        except gymnasium.error.DependencyNotInstalled as missing:
            say_once(f"render() can't show anything: {missing}")
            return True
        return True if picture is None else bool(self.viewer.imshow(picture))

    def _render_in(self, mode: str) -> Any:
        if mode not in self.metadata["render_modes"]:
            raise error.UnsupportedMode(
                f"{self} has no render mode {mode!r}; it has {', '.join(self.metadata['render.modes'])}"
            )
        viewer.draw_without_display()
        own, self.render_mode = self.render_mode, mode
        try:
            return self._native.render(self)
        finally:
            self.render_mode = own

    def close(self) -> None:
        """Close the environment and its window; further calls do nothing."""
        self._close_window()
        self._native.close(self)

    def _close_window(self) -> None:
        if self.viewer is not None:
            self.viewer.close()
            self.viewer = None

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        if name in _OF_TABLES and "P" in vars(self):
            return operator.attrgetter(_OF_TABLES[name])(self)
        raise not_covered(f"gym's {type(self).__name__}", name)

    def __getstate__(self) -> dict[str, Any]:
        # Those of the class EzPickle are made again from their arguments.
        state = super().__getstate__() if "_ezpickle_args" in vars(self) else vars(self)
        return {name: value for name, value in state.items() if name not in {"viewer", "monitor"}}


def _in_four(result: Any) -> Any:
    observation, reward, terminated, truncated, info = result
    if truncated:
        _, info = steps.join_done(terminated, truncated, info)
        return observation, reward, True, info
    return observation, reward, bool(terminated), info


@functools.cache
def in_old_form(native: Any) -> Any:
    """Return a class of Gymnasium's environments in the form of Gym.

    It can be pickled by reference: `__getattr__` of this module finds it by its qualified name.

    Args:
        native: a class that derives from `gymnasium.Env`.
    """
    if issubclass(native, Env):
        return native
    metadata = dict(native.metadata or {})
    modes = list(metadata.get("render_modes", []))
    frames = {"video.frames_per_second": metadata["render_fps"]} if "render_fps" in metadata else {}
    body: dict[str, Any] = {
        "__module__": __name__,
        "__qualname__": f"{native.__module__.replace('.', '/')}:{native.__qualname__}",
        "__doc__": native.__doc__,
        "_native": native,
        # Under the keys of then and of today.
        "metadata": {"render.modes": modes, **frames, **metadata, "render_modes": modes},
        "_then": AS_THEN.get(native.__name__),
    }
    # Helpers of Gymnasium's class that have the names of methods that scripts overrode in old Gym.
    body |= {name: getattr(native, name) for name in OVERRIDES.keys() & set(dir(native))}
    return type(native.__name__, (OldForm, native), body)


def __getattr__(name: str) -> Any:
    module, colon, qualified = name.partition(":")
    if not colon:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return in_old_form(getattr(importlib.import_module(module.replace("/", ".")), qualified))
