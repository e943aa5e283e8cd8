"""The original stacks: interpreters and packages of 2016 to 2021, as they are installed from the package registry."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent

# Small scripts of ../shared/cases with what the real packages printed, in `.out`.
CASES = HERE / "cases"


@dataclass(frozen=True)
class Stack:
    """An interpreter with packages of its time.

    Attributes:
        python: the version of the interpreter.
        environment: what makes a virtual environment of that interpreter.
        installs: the arguments of each call of pip, in order.
        noise: regular expressions of lines that its packages write to standard output themselves; they are left out
            of what is recorded.
    """

    python: str
    environment: str
    installs: tuple[tuple[str, ...], ...]
    noise: tuple[str, ...] = ()


# Newer ones cannot make an environment for Python 2.7.
VIRTUALENV = "virtualenv==20.15.1"
# A build hook of a dependency breaks Python 2.7's last pip, which therefore gets these one by one.
_ALONE = ("gym==0.9.4", "Pillow==6.2.2", "PyOpenGL==3.1.7", "atari-py==0.1.7")
# The pip that comes with Python 3.6 takes no wheels of today.
_PIP = (("--upgrade", "pip==21.3.1"), ("setuptools<58", "wheel"))

STACKS = {
    "2016": Stack(
        "2.7",
        "virtualenv",
        (
            ("numpy==1.16.6", "scipy==1.2.3", "six", "requests==2.27.1", "pyglet==1.3.2"),
            *(("--no-deps", requirement) for requirement in _ALONE),
        ),
    ),
    "2017": Stack(
        "3.6",
        "venv",
        (
            *_PIP,
            ("numpy==1.13.3", "scipy==1.0.0", "Pillow==6.2.2", "ray==0.2.2", "redis==2.10.6", "gym==0.9.4"),
            ("atari-py==0.1.7",),
        ),
        noise=(
            "Waiting for redis server",
            "Redis failed to start, retrying now",
            "Starting local scheduler",
            "Failed to start the UI",
            "WARNING: (Serializing|Falling back to serializing) objects of type",
            "WARNING: this object has no __init__ method",
            r"Function \w+ has a \*args argument as well as a keyword argument",
        ),
    ),
    "2020": Stack(
        "3.6",
        "venv",
        (*_PIP, ("numpy==1.19.5", "scipy<1.6", "Pillow", "ray==0.8.7", "gym==0.17.3", "atari-py==0.2.6")),
    ),
    "2021": Stack(
        "3.6",
        "venv",
        (*_PIP, ("numpy==1.19.5", "scipy<1.6", "Pillow", "gym==0.19.0", "atari-py==0.2.6")),
    ),
}

# The stack of a topic's scripts, unless their first line names another: "# stack: 2020".
TOPICS = {"python2": "2016", "numpy": "2016", "gym": "2016", "ray": "2017"}
# Whole training scripts, each with a line that names its stack; they take a minute, and the number of games to play.
WHOLE_SCRIPTS = "scripts"
_NAMED = "# stack: "


def scripts(topics: Sequence[str] = tuple(TOPICS)) -> list[Path]:
    """Return the paths of all scripts of some topics."""
    return [path for topic in topics for path in sorted(folder_of(topic).glob("*.py"))]


def folder_of(topic: str) -> Path:
    """Return the folder of a topic's scripts.

    Those with the names of packages are not beside the tests, where `import gym` would find one that lacks Gym.
    """
    return HERE / topic if topic == WHOLE_SCRIPTS else HERE / "idioms" / topic


def stack_of(script: Path) -> str:
    """Return the name of the stack that a script is written for."""
    first = script.read_text(encoding="utf-8").partition("\n")[0]
    return first.removeprefix(_NAMED) if first.startswith(_NAMED) else TOPICS[script.parent.name]


def recorded(script: Path) -> Path:
    """Return the path of the file with a script's output on its original stack."""
    return script.with_suffix(".txt")


def name_of(script: Path) -> str:
    """Return the name of a script, such as "gym/reset"."""
    return f"{script.parent.name}/{script.stem}"
