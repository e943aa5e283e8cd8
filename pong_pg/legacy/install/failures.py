"""What is printed when a script fails: its own traceback as Python prints it, or one line where one says it all."""

from __future__ import annotations

import contextlib
import re
import sys
import traceback
import types
from importlib.machinery import PathFinder
from pathlib import Path

from pong_pg.errors import PongPGError
from pong_pg.legacy.install.failures_in_workers import error_told_in, without_this_package
from pong_pg.legacy.read.own import is_own

_HERE = str(Path(__file__).parents[1])
_FRAME = re.compile(r'File "(?P<file>[^"]+)", line (?P<line>\d+)')

# Modules that are installed under another name.
_DISTRIBUTIONS = {
    "cv2": "opencv-python-headless",
    "PIL": "pillow",
    "skimage": "scikit-image",
    "sklearn": "scikit-learn",
    "yaml": "pyyaml",
    "bs4": "beautifulsoup4",
    "ale_py": "ale-py",
    "atari_py": "ale-py",
}

# Packages whose own past this one does not translate.
_NOT_OURS = {"torch": "PyTorch", "tensorflow": "TensorFlow", "keras": "Keras", "theano": "Theano", "chainer": "Chainer"}
_OF_TENSORS = {"torch", "tensorflow"}


def in_one_line(error: BaseException) -> str | None:
    """Return what to print instead of a traceback, with the place in the script; None where a traceback is due."""
    for known in (error, getattr(error, "cause", None)):
        reason = _reason(known) if isinstance(known, BaseException) else None
        if reason is not None:
            return f"{_place(error)}{reason}"
    # What failed in the making of an actor comes as text alone.
    return line_for(str(error), error) if _is_of_ray(error) else None


def line_for(text: str, error: BaseException | None = None) -> str | None:
    """Return the line for a failure in a worker that comes as a traceback's text; None where the text is due.

    Args:
        text: the traceback.
        error: what the driver got it with.
    """
    known = error_told_in(text)
    reason = _reason(known) if known is not None else None
    return None if reason is None else f"{_place(error or RuntimeError(text))}{reason}"


def _reason(error: BaseException) -> str | None:
    if isinstance(error, PongPGError):
        return " ".join(str(_plain(error)).split())
    if isinstance(error, ModuleNotFoundError) and error.name:
        top = error.name.partition(".")[0]
        if PathFinder.find_spec(top) is not None:
            return None
        distribution = _DISTRIBUTIONS.get(top, top)
        return f"needs the package {top}, which is not installed: run  pip install {distribution}"
    if type(error).__module__.startswith("gymnasium.error") and (
        "Unregistered" in str(type(error).__mro__) or type(error).__name__ == "DependencyNotInstalled"
    ):
        return " ".join(str(error).split())
    return None


def _is_of_ray(error: BaseException) -> bool:
    return any(kind.__module__ == "ray.exceptions" for kind in type(error).__mro__)


def _plain(error: PongPGError) -> str:
    # Ray makes a class of its own of an error in a worker, whose text is the whole traceback.
    return str(error.args[0]) if error.args else type(error).__name__


def _place(error: BaseException) -> str:
    """The last line of the script itself on the way to the error, as "file:line: "; "" if there is none."""
    frames = [(frame.filename, frame.lineno or 0) for frame in traceback.extract_tb(error.__traceback__)]
    # What failed in a worker comes with its traceback as text.
    in_worker = [(match["file"], int(match["line"])) for match in _FRAME.finditer(str(error))]
    own = [(file, line) for file, line in [*frames, *in_worker] if Path(file).exists() and is_own(file)]
    return f"{Path(own[-1][0]).name}:{own[-1][1]}: " if own else ""


def print_traceback(error: BaseException) -> None:
    """Print an uncaught exception as Python does, through `sys.excepthook`, without the frames of this package."""
    seen: BaseException | None = error
    while seen is not None:
        seen.__traceback__ = of_the_script(seen.__traceback__)
        if _is_of_ray(seen):
            _show(seen, without_this_package(str(seen)))
        seen = seen.__cause__ or seen.__context__
    sys.excepthook(type(error), error, error.__traceback__)
    package = _whose(error)
    if package:
        print(
            f"pong-pg run: this failed inside {package}, whose own old versions pong-pg run doesn't translate",
            file=sys.stderr,
        )


def _show(error: BaseException, text: str) -> None:
    """Have an error of Ray's print as this text."""
    shown = type(type(error).__name__, (type(error),), {"__str__": lambda _: text, "__module__": "ray.exceptions"})
    with contextlib.suppress(TypeError):  # it holds more than an object of its class can be turned into
        error.__class__ = shown


def of_the_script(trace: types.TracebackType | None) -> types.TracebackType | None:
    """Return a traceback without the frames of the runner and of its helpers."""
    links = []
    while trace is not None:
        links.append(trace)
        trace = trace.tb_next
    kept = [link for link in links if not link.tb_frame.f_code.co_filename.startswith(_HERE)]
    rebuilt: types.TracebackType | None = None
    for link in reversed(kept or links):
        rebuilt = types.TracebackType(rebuilt, link.tb_frame, link.tb_lasti, link.tb_lineno)
    return rebuilt


def _whose(error: BaseException) -> str:
    """The package outside this project's care that an error is from; "" if it is from none."""
    frames = traceback.extract_tb(error.__traceback__)
    innermost = Path(frames[-1].filename).parts if frames else ()
    text = str(error)
    for module, name in _NOT_OURS.items():
        if module in _OF_TENSORS and module in sys.modules and re.search(r"\btensors?\b", text):
            # Raised by compiled code: there is no frame of the package.
            return name
        if module in innermost or re.search(rf"\bmodule '{module}[\w.]*' has no attribute", text):
            return name
    return ""
