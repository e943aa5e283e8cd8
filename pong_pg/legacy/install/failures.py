"""Prints why a script failed: its own traceback, as Python prints it, or one line if that is enough."""

from __future__ import annotations

import contextlib
import importlib
import re
import sys
import traceback
import types
from importlib.machinery import PathFinder
from pathlib import Path

from pong_pg.errors import PongPGError
from pong_pg.legacy.read.own import is_own
from pong_pg.legacy.runtime.hints import hint_for

_HERE = str(Path(__file__).parents[1])
_OWN_FRAME = re.compile(r'\s+File "[^"]*[/\\]pong_pg[/\\]legacy[/\\]')
_LAST_LINE = re.compile(r"(?P<module>[\w.]+)\.(?P<name>\w+): (?P<message>.*)|ModuleNotFoundError: (?P<missing>.*)")
_NAME = re.compile(r"No module named '(?P<name>[^']+)'")
_FRAME = re.compile(r'File "(?P<file>[^"]+)", line (?P<line>\d+)')

# Module -> the package that it is installed by, where that has another name.
_DISTRIBUTIONS = {
    "PIL": "pillow",
    "ale_py": "ale-py",
    "atari_py": "ale-py",
    "cv2": "opencv-python-headless",
    "mpl_toolkits": "matplotlib",
    "past": "future",
    "pylab": "matplotlib",
    "skimage": "scikit-image",
    "sklearn": "scikit-learn",
    "stable_baselines3": "stable-baselines3",
    "yaml": "pyyaml",
}
# Packages with the name of their module. No other name is advised: a module that is missing may be a file of the
# script's author, and the package of that name somebody else's.
_PACKAGES = frozenset({
    "chainer", "cloudpickle", "future", "gym", "gymnasium", "h5py", "imageio", "jax", "keras", "matplotlib", "moviepy",
    "numba", "numpy", "pandas", "plotly", "psutil", "pygame", "pyglet", "ray", "redis", "requests", "scipy", "seaborn",
    "six", "tensorboard", "tensorboardX", "tensorflow", "termcolor", "torch", "torchvision", "tqdm", "visdom", "wandb",
})  # fmt: skip


def in_one_line(error: BaseException) -> str | None:
    """Return the line to print instead of a traceback, with the place in the script; None if a traceback is needed."""
    for known in (error, getattr(error, "cause", None)):
        reason = _reason(known) if isinstance(known, BaseException) else None
        if reason is not None:
            return f"{_place(error)}{reason}"
    # When an actor could not be created, Ray has the cause as text only.
    cause = _last_error(str(error)) if _is_of_ray(error) else None
    reason = None if cause is None else _reason(cause)
    return None if reason is None else f"{_place(error)}{reason}"


def _reason(error: BaseException) -> str | None:
    if isinstance(error, PongPGError):
        return " ".join(str(_plain(error)).split())
    if isinstance(error, ModuleNotFoundError) and error.name:
        top = error.name.partition(".")[0]
        if PathFinder.find_spec(top) is not None:
            return None
        distribution = _DISTRIBUTIONS.get(top, top if top in _PACKAGES else None)
        if distribution is None:
            return f"needs the module {top}, which is neither installed nor beside the script"
        return f"needs the package {top}, which is not installed: run  pip install {distribution}"
    if type(error).__module__.startswith("gymnasium.error") and (
        "Unregistered" in str(type(error).__mro__) or type(error).__name__ == "DependencyNotInstalled"
    ):
        return " ".join(str(error).split())
    return None


def _is_of_ray(error: BaseException) -> bool:
    return any(kind.__module__ == "ray.exceptions" for kind in type(error).__mro__)


def _plain(error: PongPGError) -> str:
    # An error in a worker gets a class that Ray derives from its own, and `str` of it is the whole traceback.
    return str(error.args[0]) if error.args else type(error).__name__


def _place(error: BaseException) -> str:
    """Return the innermost line of the script itself in the traceback, as "file:line: "; "" if there is none."""
    frames = [(frame.filename, frame.lineno or 0) for frame in traceback.extract_tb(error.__traceback__)]
    # The traceback of a failure in a worker is in the text.
    in_worker = [(match["file"], int(match["line"])) for match in _FRAME.finditer(str(error))]
    own = [(file, line) for file, line in [*frames, *in_worker] if Path(file).exists() and is_own(file)]
    return f"{Path(own[-1][0]).name}:{own[-1][1]}: " if own else ""


def print_traceback(error: BaseException) -> None:
    """Print an uncaught exception as Python does, through `sys.excepthook`, without the frames of this package."""
    for seen in _chain(error):
        # A file that can't be compiled has no frames of its own: Python prints the place alone.
        is_at_start = isinstance(seen, SyntaxError) and not _has_own_frames(seen.__traceback__)
        seen.__traceback__ = None if is_at_start else script_frames(seen.__traceback__)
        if _is_of_ray(seen):
            _show(seen, _without_this_package(str(seen)))
    sys.excepthook(type(error), error, error.__traceback__)
    if hint := hint_for(error):
        print(f"pong-pg run: {hint}", file=sys.stderr)


def _chain(error: BaseException) -> list[BaseException]:
    """Return an exception, and those that its traceback shows before it; each once, since causes can form a circle."""
    chain: list[BaseException] = []
    seen: BaseException | None = error
    while seen is not None and not any(seen is known for known in chain):
        chain.append(seen)
        seen = seen.__cause__ or seen.__context__
    return chain


def _show(error: BaseException, text: str) -> None:
    """Let an error of Ray's be printed as this text."""
    shown = type(type(error).__name__, (type(error),), {"__str__": lambda _: text, "__module__": "ray.exceptions"})
    with contextlib.suppress(TypeError):  # objects of this class have a layout that can't be changed
        error.__class__ = shown


def _has_own_frames(trace: types.TracebackType | None) -> bool:
    return any(not frame.f_code.co_filename.startswith(_HERE) for frame, _ in traceback.walk_tb(trace))


def script_frames(trace: types.TracebackType | None) -> types.TracebackType | None:
    """Return a traceback without the frames of this package; all of it if there are no others."""
    links = []
    while trace is not None:
        links.append(trace)
        trace = trace.tb_next
    kept = [link for link in links if not link.tb_frame.f_code.co_filename.startswith(_HERE)]
    rebuilt: types.TracebackType | None = None
    for link in reversed(kept or links):
        rebuilt = types.TracebackType(rebuilt, link.tb_frame, link.tb_lasti, link.tb_lineno)
    return rebuilt


def _without_this_package(text: str) -> str:
    """Return the text of a traceback without the frames of this package and the source lines under them."""
    kept: list[str] = []
    dropping = False
    for line in text.split("\n"):
        is_frame = line.lstrip().startswith('File "')
        if is_frame or not line.startswith("    "):
            dropping = bool(is_frame and _OWN_FRAME.match(line))
        # Ray drops its own frames, but leaves the carets that were under them.
        stray = line.strip() and not line.strip(" ^~") and not (kept and kept[-1].startswith("    "))
        if not dropping and not stray:
            kept.append(line)
    return "\n".join(kept)


def _last_error(text: str) -> BaseException | None:
    """Return the error that a traceback's text ends with if one line is enough for it; None otherwise."""
    match = _LAST_LINE.fullmatch(text.strip().rpartition("\n")[2])
    if match is None:
        return None
    if match["missing"]:
        named = _NAME.search(match["missing"])
        return ModuleNotFoundError(match["missing"], name=named["name"]) if named else None
    try:
        kind = getattr(importlib.import_module(match["module"]), match["name"])
    except (ImportError, AttributeError):
        return None
    return PongPGError(match["message"]) if isinstance(kind, type) and issubclass(kind, PongPGError) else None
