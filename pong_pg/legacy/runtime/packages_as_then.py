"""Sets up modules that a script imports: how NumPy and argparse print values, and what Pillow once had."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import Any

from pong_pg.legacy.read import settings
from pong_pg.legacy.read.own import is_own_namespace
from pong_pg.legacy.tables.pillow import FILTERS

# Functions of Pillow that took the nearest pixels unless another filter was named -> its name, and the arguments
# before it.
_WITH_FILTER = {"fit": ("method", 2), "pad": ("method", 2), "scale": ("resample", 2)}


def prepare() -> None:
    """Set up the packages that are loaded by now, each of them once."""
    for name, set_up in _SET_UP.items():
        module = sys.modules.get(name)
        if name not in _prepared and module is not None:
            _prepared.add(name)
            set_up(module)


def _set_up_numpy(numpy: Any) -> None:
    if int(numpy.__version__.partition(".")[0]) >= 2:
        # Scalars print as numbers, 0.5 and not np.float64(0.5), also those that come from a library.
        numpy.set_printoptions(legacy="1.25")


def _set_up_argparse(argparse: Any) -> None:
    today = argparse.Namespace._get_kwargs

    def get_kwargs(self: Any) -> list[tuple[str, Any]]:
        # Before Python 3.9 a namespace printed its values in the order of their names.
        now = settings.current()
        is_then = now.python2 or (now.gym and now.step_values == 4)
        return sorted(today(self)) if is_then else today(self)

    argparse.Namespace._get_kwargs = get_kwargs


def _set_up_images(image: Any) -> None:
    for name, row in FILTERS.items():
        old = name.rpartition(".")[2]
        if not hasattr(image, old):
            setattr(image, old, getattr(image, row.supplied_by.partition(":")[2]))
    image.Image.resize = _with_nearest(image.Image.resize, image, "resample", 2)


def _set_up_operations(operations: Any) -> None:
    for name, (argument, before) in _WITH_FILTER.items():
        real = getattr(operations, name)
        setattr(operations, name, _with_nearest(real, sys.modules["PIL.Image"], argument, before))


def _with_nearest(real: Callable[..., Any], image: Any, argument: str, before: int) -> Callable[..., Any]:
    """Return a function that resizes images, which took the nearest pixels before Pillow 7 unless told otherwise.

    Libraries of today that call it get what they expect.
    """

    @functools.wraps(real)
    def resize(*arguments: Any, **named: Any) -> Any:
        is_then = settings.current().is_before_numpy_117 and len(arguments) <= before
        if is_then and is_own_namespace(sys._getframe(1).f_globals):
            named.setdefault(argument, image.NEAREST)
        return real(*arguments, **named)

    return resize


_SET_UP: dict[str, Callable[[Any], None]] = {
    "PIL.Image": _set_up_images,
    "PIL.ImageOps": _set_up_operations,
    "argparse": _set_up_argparse,
    "numpy": _set_up_numpy,
}
_prepared: set[str] = set()
