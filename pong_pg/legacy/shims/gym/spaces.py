"""`gym.spaces`: Gymnasium's with the old constructors; with four step values they sample and print as in old Gym."""

from __future__ import annotations

import operator
import sys
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from types import ModuleType
from typing import Any

import numpy as np

from pong_pg.compat._versions import accepts, require
from pong_pg.compat.spaces import converted
from pong_pg.legacy.read import settings
from pong_pg.legacy.shims.gym.submodules import add, gone, publish
from pong_pg.legacy.shims.gym.utils import seeding

_spaces: Any = require("gymnasium.spaces", "a script that imports gym")

__all__ = ["Box", "Dict", "Discrete", "MultiBinary", "MultiDiscrete", "Space", "Tuple", "prng"]

# `gym.spaces.prng`: the generator of all spaces in 2016, seeded with 0 when Gym is imported.
prng: Any = ModuleType(f"{__name__}.prng")
prng.np_random = seeding.OldRandomState(0)
prng.seed = prng.np_random.seed


class Space(_spaces.Space):  # type: ignore[misc]  # Gymnasium's classes are not typed here, see pyproject.toml
    """A set of values with a random generator of its own."""

    # In subclasses: from a `RandomState` to a sample, with the draws of gym up to 0.21.
    _sampled: Any = None

    def __init__(self, shape: Any = None, dtype: Any = None, seed: Any = None) -> None:
        _spaces.Space.__init__(self, shape, dtype, None)
        self._seeded(seed)

    def _seeded(self, seed: Any) -> None:
        """Undo how Gymnasium's constructor seeded the space, and seed it as Gym did."""
        self._np_random: Any = None
        if seed is not None:
            self.seed(seed)

    @property
    def np_random(self) -> Any:
        """The space's random generator, as in the Gym of the script."""
        now = settings.current()
        if now.is_gym_094:
            return prng.np_random
        if self._np_random is None:
            # Perhaps the script is for gym up to 0.12, which seeded the one generator; later samples without a seed
            # followed from nothing, so that those of then are as good. Ray's workers must not all draw the same.
            draws_as_then = now.step_values == 4 and now.early_gym_is_guess and "ray" not in sys.modules
            self._np_random = prng.np_random if draws_as_then else seeding.np_random()[0]
        return self._np_random

    def seed(self, seed: Any = None) -> Any:
        """Seed the space; returns the seed in a list."""
        self._np_random, seed = seeding.np_random(seed)
        return [seed]

    def sample(self, *args: Any, **kwargs: Any) -> Any:
        """Return a random value; the arguments, such as `mask`, are those of gym 0.25 on."""
        generator = self.np_random
        if args or kwargs or self._sampled is None or not isinstance(generator, np.random.RandomState):
            return super().sample(*args, **kwargs)
        return self._sampled(generator)


class Discrete(Space, _spaces.Discrete):  # type: ignore[misc]  # as above
    """The integers from `start` to `start` + `n` - 1."""

    def __init__(self, n: Any, seed: Any = None, start: int = 0) -> None:
        Space.__init__(self, (), np.int64, seed)
        self.n: Any = operator.index(n if not isinstance(n, float) else int(n))
        self.start: Any = int(start)
        # Gymnasium's methods compare dtypes with this.
        self.dtype = np.dtype(np.int64)

    def _sampled(self, generator: Any) -> int:
        return int(self.start + generator.randint(self.n))

    def sample(self, *args: Any, **kwargs: Any) -> int:
        """Return a random value as an int; see `Space.sample`."""
        return int(super().sample(*args, **kwargs))

    def contains(self, x: Any) -> bool:
        """Return whether a value is an integer, or an array of one without dimensions, in the space."""
        array = np.asarray(x)
        is_integer = array.shape == () and array.dtype.kind in "iub" and not isinstance(x, str)
        return is_integer and bool(self.start <= int(x) < self.start + self.n)


class Box(Space, _spaces.Box):  # type: ignore[misc]  # as above
    """Arrays whose elements lie between two bounds.

    Args:
        low: the lower bound, for all elements or for each.
        high: the upper bound, for all elements or for each.
        shape: the shape of the arrays, where both bounds are single numbers.
        dtype: the dtype of the arrays; None for float32.
        seed: the seed of the generator.
    """

    def __init__(self, low: Any, high: Any, shape: Any = None, dtype: Any = np.float32, seed: Any = None) -> None:
        dtype = np.dtype(np.float32 if dtype is None else dtype)
        if settings.current().is_gym_094:
            # Spaces had no dtype; their bounds were of NumPy's own.
            dtype = np.dtype(np.float64)
        if shape is None:
            shape = np.broadcast_shapes(np.shape(low), np.shape(high))
        shape = tuple(int(length) for length in np.atleast_1d(shape)) if np.shape(shape) != (0,) else ()
        _spaces.Box.__init__(self, _bound(low, shape, dtype), _bound(high, shape, dtype), shape, dtype.type)
        self._seeded(seed)

    def _sampled(self, generator: Any) -> Any:
        """Draw uniformly between bounds, exponentially from one, normally without."""
        if settings.current().is_gym_094:
            return generator.uniform(low=self.low, high=self.high, size=self.low.shape)
        below, above = -np.inf < self.low, np.inf > self.high
        high = self.high if self.dtype.kind == "f" else self.high.astype(np.int64) + 1
        sample = np.empty(self.shape)
        # The order of the draws is gym 0.19's.
        neither, low_only, high_only, both = ~below & ~above, below & ~above, ~below & above, below & above
        sample[neither] = generator.normal(size=neither[neither].shape)
        sample[low_only] = generator.exponential(size=low_only[low_only].shape) + self.low[low_only]
        sample[high_only] = -generator.exponential(size=high_only[high_only].shape) + self.high[high_only]
        sample[both] = generator.uniform(low=self.low[both], high=high[both], size=both[both].shape)
        return (np.floor(sample) if self.dtype.kind == "i" else sample).astype(self.dtype)

    def contains(self, x: Any) -> bool:
        """Return whether an array, or a list, has the shape and lies between the bounds; whatever its dtype."""
        array = np.asarray(x)
        return array.shape == self.shape and bool(np.all(array >= self.low) and np.all(array <= self.high))

    def __repr__(self) -> str:
        now = settings.current()
        if now.is_gym_094:
            return f"Box{self.shape}"
        if now.step_values == 4:
            # As in gym 0.17 and 0.18.
            return f"Box({self.low.min()}, {self.high.max()}, {self.shape}, {self.dtype})"
        return str(super().__repr__())


class MultiBinary(Space, _spaces.MultiBinary):  # type: ignore[misc]  # as above
    """Arrays of zeros and ones; `n` is their length, or their shape."""

    def __init__(self, n: Any, seed: Any = None) -> None:
        _spaces.MultiBinary.__init__(self, n if isinstance(n, int) else tuple(n))
        self._seeded(seed)

    def _sampled(self, generator: Any) -> Any:
        dtype = np.int64 if settings.current().is_gym_094 else self.dtype
        return generator.randint(low=0, high=2, size=self.n, dtype=dtype)


class MultiDiscrete(Space, _spaces.MultiDiscrete):  # type: ignore[misc]  # as above
    """Arrays of integers, each from 0 to a bound of its own, which is excluded.

    Args:
        nvec: the bounds; in 2016 a list of pairs, the lowest and the highest value of each.
        dtype: the dtype of the arrays.
        seed: the seed of the generator.
        kwargs: `start`, where the installed Gymnasium has it.
    """

    def __init__(self, nvec: Any, dtype: Any = np.int64, seed: Any = None, **kwargs: Any) -> None:
        bounds = np.asarray(nvec)
        if bounds.ndim == 2 and bounds.shape[1] == 2 and not np.all(bounds > 0):
            # Pairs as in 2016: a bound of 0 is not allowed today.
            low, bounds = bounds[:, 0], bounds[:, 1] - bounds[:, 0] + 1
            if np.any(low) and accepts(_spaces.MultiDiscrete.__init__, "start"):
                kwargs["start"] = low
        _spaces.MultiDiscrete.__init__(self, bounds, np.dtype(dtype).type, **kwargs)
        self.num_discrete_space = int(np.prod(self.shape))
        self._seeded(seed)

    def _sampled(self, generator: Any) -> Any:
        start = getattr(self, "start", 0)
        if settings.current().is_gym_094:
            draws = np.floor(self.nvec * 1.0 * generator.rand(len(self.nvec)) + start)
            return [int(part) for part in draws]
        return (generator.random_sample(self.nvec.shape) * self.nvec).astype(self.dtype) + start

    def contains(self, x: Any) -> bool:
        """Return whether an array, or a list, has the shape and lies between the bounds."""
        array, start = np.asarray(x), getattr(self, "start", 0)
        return array.shape == self.shape and bool(np.all(array >= start) and np.all(array - start < self.nvec))

    def __repr__(self) -> str:
        # Gymnasium's representation has the start too; Gym's had none.
        return f"MultiDiscrete{len(self.nvec) if settings.current().is_gym_094 else f'({self.nvec})'}"


class Tuple(Space, _spaces.Tuple):  # type: ignore[misc]  # as above
    """Tuples with a value of each of several spaces."""

    def __init__(self, spaces: Iterable[Any], seed: Any = None) -> None:
        _spaces.Tuple.__init__(self, [_of_this_shim(space) for space in spaces])
        if seed is not None:
            self.seed(seed)

    def seed(self, seed: Any = None) -> Any:
        """Seed all spaces with the same seed, as gym 0.19 did; with five step values as Gymnasium does."""
        return _spaces.Tuple.seed(self, seed) if settings.current().step_values == 5 else _seed_all(self.spaces, seed)


class Dict(Space, _spaces.Dict):  # type: ignore[misc]  # as above
    """Dictionaries with a value of each of several spaces, which are given by name or as pairs of name and space."""

    def __init__(self, spaces: Any = None, seed: Any = None, **parts: Any) -> None:
        given = parts if spaces is None else spaces
        # Gym sorted the keys of a plain dictionary; an OrderedDict, or pairs, kept their order.
        if isinstance(given, Mapping) and not isinstance(given, OrderedDict):
            given = dict(sorted(given.items()))
        named = OrderedDict((name, _of_this_shim(space)) for name, space in dict(given).items())
        _spaces.Dict.__init__(self, named)
        self.spaces = named
        if seed is not None:
            self.seed(seed)

    def seed(self, seed: Any = None) -> Any:
        """Seed the spaces; see `Tuple.seed`."""
        five = settings.current().step_values == 5
        return _spaces.Dict.seed(self, seed) if five else _seed_all(self.spaces.values(), seed)

    def _sampled(self, _generator: Any) -> Any:
        return OrderedDict((name, part.sample()) for name, part in self.spaces.items())

    def __repr__(self) -> str:
        if settings.current().step_values == 5:
            return str(super().__repr__())
        return "Dict(" + ", ".join(f"{name}:{space}" for name, space in self.spaces.items()) + ")"


def _seed_all(spaces: Iterable[Any], seed: Any) -> None:
    for space in spaces:
        space.seed(seed)


def _bound(value: Any, shape: tuple[int, ...], dtype: Any) -> Any:
    """Return a bound as an array of the space's dtype, clipped to the range of an integer type."""
    array = np.broadcast_to(np.asarray(value), shape)
    if dtype.kind in "iu":
        ends = np.iinfo(dtype)
        array = np.clip(array, ends.min, ends.max)
    return np.array(array, dtype)


def _of_this_shim(space: Any) -> Any:
    # This module has every class that a space can be converted to.
    return converted(space, sys.modules[__name__])


def __getattr__(name: str) -> Any:
    # Text, Sequence and Graph were added in gym 0.25; they and functions such as `flatten` are Gymnasium's.
    if name in _spaces.__all__:
        return getattr(_spaces, name)
    raise gone(__name__, name)


add(prng)
_FILES = ("space", "discrete", "box", "multi_binary", "multi_discrete", "utils", "tuple", "dict")
publish(__name__, dict.fromkeys((*_FILES, "tuple_space", "dict_space"), __name__))
