"""Sets up modules that a script imports: how NumPy and argparse print values, what Pillow and Matplotlib had."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import Any

from pong_pg.legacy.read import settings
from pong_pg.legacy.read.own import is_own_namespace
from pong_pg.legacy.tables import scipy


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


def _set_up_styles(style: Any) -> None:
    # Up to Matplotlib 3.5 they were called "seaborn", "seaborn-whitegrid", ...
    for name in [name for name in style.library if name.startswith("seaborn-v0_8")]:
        style.library.setdefault(name.replace("-v0_8", ""), style.library[name])


def _set_up_images(image: Any) -> None:
    for name, row in scipy.PILLOW.items():
        old = name.rpartition(".")[2]
        if not hasattr(image, old):
            setattr(image, old, getattr(image, row.supplied_by.partition(":")[2]))
    image.Image.resize = _with_nearest(image)


def _with_nearest(image: Any) -> Callable[..., Any]:
    """Return the method that resizes images, which took the nearest pixels before Pillow 7 unless told otherwise.

    Libraries of today that call it get what they expect.
    """
    real = image.Image.resize

    @functools.wraps(real)
    def resize(*arguments: Any, **named: Any) -> Any:
        is_then = settings.current().is_before_numpy_117 and len(arguments) == 2
        if is_then and is_own_namespace(sys._getframe(1).f_globals):
            named.setdefault("resample", image.NEAREST)
        return real(*arguments, **named)

    return resize


_SET_UP: dict[str, Callable[[Any], None]] = {
    "PIL.Image": _set_up_images,
    "argparse": _set_up_argparse,
    "matplotlib.style": _set_up_styles,
    "numpy": _set_up_numpy,
}
_prepared: set[str] = set()
