"""`nox` runs everything that must hold before a change lands; `nox --list` says what each session is for."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import nox

nox.needs_version = ">=2024.4.15"
nox.options.default_venv_backend = "uv|virtualenv"

ROOT = Path(__file__).parent
PROJECT = nox.project.load_toml("pyproject.toml")
EXTRAS = PROJECT["project"]["optional-dependencies"]
GROUPS = PROJECT["dependency-groups"]
WHEELS = ROOT / ".nox" / "wheels"
HERE = f"{sys.version_info[0]}.{sys.version_info[1]}"

# Which tests a stack runs.
ENVIRONMENTS = ("tests/compat",)
TRAINER = ("tests/distributed", "tests/game", "tests/ppo", "tests/reinforce", "tests/training")
OLD_SCRIPTS = ("tests/originals",)
EVERYTHING = ("tests",)
# Of all tests, those that depend on the version of Python.
OF_PYTHON = ("-m", "every_python", "tests")


@dataclass(frozen=True)
class Stack:
    """A set of packages that the suite runs on, as an extra of pyproject.toml pins it.

    Attributes:
        about: one line for `nox --list`.
        extra: the extras that install it.
        tests: arguments of pytest: what this stack proves.
        python: the version of Python; "" is the one that runs nox.
        old_pip: Gym so old that only a pip, setuptools and wheel of its day install it.
        lowest: every package at the lowest version that pyproject.toml allows.
    """

    about: str
    extra: str
    tests: tuple[str, ...] = ENVIRONMENTS
    python: str = "3.11"
    old_pip: bool = False
    lowest: bool = False


STACKS = {
    "gym019": Stack(
        "gym 0.19 on atari-py 0.2, four values; Ray 2.3.", "gym019", (*ENVIRONMENTS, "tests/distributed"), old_pip=True
    ),
    "gym021": Stack("gym 0.21, four values; the last that most old scripts know.", "gym021", old_pip=True),
    "gym025": Stack("gym 0.25, four values or five.", "gym025"),
    "gym026": Stack("gym 0.26, five values, with ale-py 0.8, shimmy 0.2 and Gymnasium 0.28; Ray 2.9.", "gym026"),
    "gymnasium029": Stack("Gymnasium 0.29 with shimmy 1.3 and ale-py 0.8.", "gymnasium029"),
    "gymnasium10": Stack("Gymnasium 1.0 with ale-py 0.10 and shimmy 2.0.", "gymnasium10"),
    "nogym": Stack(
        "The newest of everything without OpenAI Gym: old scripts that import it run all the same.",
        "run",
        (*ENVIRONMENTS, "tests/legacy", "-k", "gym"),
        python="",
    ),
    "today310": Stack("The newest of everything on Python 3.10.", "today", OF_PYTHON, python="3.10"),
    "today312": Stack("The newest of everything on Python 3.12.", "today", OF_PYTHON, python="3.12"),
    "today313": Stack("The newest of everything on Python 3.13.", "today", OF_PYTHON, python="3.13"),
    "lowest": Stack(
        "Every package at the lowest version that pyproject.toml allows.",
        "today",
        (*ENVIRONMENTS, *TRAINER, *OLD_SCRIPTS),
        lowest=True,
    ),
    # Last, so that its summary ends the output.
    "today": Stack("The newest of everything; arguments go to pytest.", "today,play", EVERYTHING, python=""),
}
nox.options.sessions = ["lint", "types", "docs", *(f"tests-{name}" for name in STACKS)]


def find_python(version: str) -> str | None:
    """Return a Python of this version that works: pyenv's, one on PATH, or one that uv has or downloads."""
    if version in ("", HERE):
        return sys.executable
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    uv = shutil.which("uv", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    for command in (
        [str(max(pyenv.glob(f"{version}.*/bin/python"), default=""))],
        # One of pyenv's shims is on PATH for every Python that pyenv has, and refuses those that are not switched on.
        [f"python{version}"],
        [uv or "", "run", "--no-project", "--python", version, "python"],
    ):
        with contextlib.suppress(OSError):
            code = "import sys; print(sys.executable)"
            asked = subprocess.run([*command, "-c", code], capture_output=True, text=True, check=False)
            if asked.returncode == 0:
                return asked.stdout.strip()
    return None


def _dev(*names: str) -> list[str]:
    """Return the requirements of these tools, or of all of them, as pyproject.toml states them."""
    stated = {text.partition(">=")[0]: text for text in GROUPS["dev"]}
    return [stated[name] for name in names] if names else list(stated.values())


TEST_TOOLS = _dev(
    "hypothesis", "markdown-it-py", "matplotlib", "packaging", "psutil", "pygame", "pytest", "pytest-timeout",
    "pytest-xdist", "scipy", "shtab",
)  # fmt: skip


def _session_of(stack: Stack) -> Callable[[nox.Session], None]:
    def tests(session: nox.Session) -> None:
        if stack.python and find_python(stack.python) is None:
            session.skip(f"needs Python {stack.python}, which is not installed, and which uv could not download")
        _install(session, stack)
        _follow_the_advice_on_roms(session)
        # Not what `create_tmp` has set: Ray keeps its sockets there, and a socket's path has at most 107 characters.
        session.env["TMPDIR"] = tempfile.gettempdir()
        if session.posargs:
            session.run("pytest", *session.posargs)
            return
        # Those that start Ray run one after another, and alone: each wants servers, and a core for them.
        session.run("pytest", "-n", str(min(4, os.cpu_count() or 1)), *_marked("not ray", stack.tests))
        session.run("pytest", *_marked("ray", stack.tests), success_codes=[0, _NO_TESTS])

    tests.__doc__ = stack.about
    return tests


# pytest's exit status where no test was collected: the environments start no Ray.
_NO_TESTS = 5


def _marked(marker: str, tests: tuple[str, ...]) -> list[str]:
    """Return the arguments of pytest, of those tests with the marker."""
    if tests[0] == "-m":
        return ["-m", f"({tests[1]}) and {marker}", *tests[2:]]
    return ["-m", marker, *tests]


for _name, _stack in STACKS.items():
    _python = find_python(_stack.python) or ""
    # Without a Python, the session has only to skip itself.
    nox.session(
        name=f"tests-{_name}",
        python=None if _python in ("", sys.executable) else _python,
        venv_backend=None if _python else "none",
    )(_session_of(_stack))


def _install(session: nox.Session, stack: Stack) -> None:
    """Install the built wheel with the stack's extra: what is tested is what a user gets, not the source tree."""
    wheel = f"pong-pg[{stack.extra},tensorboard] @ {_wheel(session).as_uri()}"
    if stack.old_pip:
        # uv refuses the metadata of this Gym, and atari-py is compiled, once.
        old = [text for text in EXTRAS[stack.extra] if text.startswith(("gym", "atari-py"))]
        others = [text for text in EXTRAS[stack.extra] if text not in old]
        stated = [*PROJECT["project"]["dependencies"], *EXTRAS["tensorboard"]]
        session.install(*stated, *others, *TEST_TOOLS, "pip<24.1", "setuptools<66", "wheel<0.38")
        pip = ["python", "-m", "pip", "--disable-pip-version-check", "-q"]
        session.run(*pip, "wheel", "--no-deps", "--no-build-isolation", "-w", str(WHEELS), "-f", str(WHEELS), *old)
        session.run(*pip, "install", "-f", str(WHEELS), *old)
        session.install("--no-deps", wheel)
    elif stack.lowest:
        stated = [*PROJECT["project"]["dependencies"], *(text for name in _LOWEST_OF for text in EXTRAS[name])]
        bounds = dict(text.split(">=") for text in stated if ">=" in text)
        lowest = [f"{name}=={version}" for name, version in bounds.items()]
        # What Ray of that age needs to start at all; see the extras of the old eras.
        session.install(wheel, *lowest, *TEST_TOOLS, "setuptools<67", "click<8.2", "grpcio<1.60")
    else:
        session.install(wheel, *TEST_TOOLS)


# The extras of which `today` is made, and the one that is tested with it.
_LOWEST_OF = ("today", "report", "run", "video", "gymnasium", "tensorboard")


def _wheel(session: nox.Session) -> Path:
    """Return the package's wheel, built by the first session that needs it."""
    if not (built := list((WHEELS / str(os.getpid())).glob("*.whl"))):
        session.install(*_dev("build"))
        out = WHEELS / str(os.getpid())
        session.run("python", "-m", "build", "--wheel", "--outdir", str(out), str(ROOT), silent=True)
        built = list(out.glob("*.whl"))
    return built[0]


def _follow_the_advice_on_roms(session: nox.Session) -> None:
    """Run the commands that the package names where the emulator has no ROMs, word for word."""
    code = "import pong_pg\ntry:\n    pong_pg.make('Pong-v0')\nexcept pong_pg.PongPGError as error:\n    print(error)"
    told = str(session.run("python", "-c", code, silent=True))
    if "has no ROM of pong" in told:
        session.install("pip")
        with session.chdir(session.create_tmp()):
            session.run("bash", "-c", told.partition("run  ")[2], external=True, silent=True)


@nox.session
def lint(session: nox.Session) -> None:
    """Style and format, by ruff."""
    session.install(*_dev("ruff"))
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")


@nox.session
def types(session: nox.Session) -> None:
    """Strict types of package, tests and benchmarks, by mypy."""
    tools = _dev("hypothesis", "markdown-it-py", "mypy", "packaging", "psutil", "pytest", "nox")
    session.install("numpy", "rich", "threadpoolctl", *tools, "types-psutil")
    session.run("mypy")


@nox.session
def docs(session: nox.Session) -> None:
    """The documentation site, with warnings as errors, and every block of its pages that can be run."""
    _install(session, STACKS["today"])
    session.install(*GROUPS["docs"])
    site = ROOT / ".nox" / "site"
    shutil.rmtree(site, ignore_errors=True)
    # -E: nothing of the last run, whose warnings would not be seen again.
    session.run("sphinx-build", "-W", "-n", "-E", "--keep-going", "-q", "-d", session.create_tmp(), "docs", str(site))
    _long_tests(session, "PONG_PG_DOCS", "-n", str(min(4, os.cpu_count() or 1)), "tests/docs")


def _long_tests(session: nox.Session, variable: str, *arguments: str) -> None:
    session.env.update({variable: "1", "TMPDIR": tempfile.gettempdir()})
    session.run("pytest", *arguments, *session.posargs)


@nox.session
def browser(session: nox.Session) -> None:
    """What people see in a browser, opened in headless Chromium; not part of a plain `nox`."""
    _install(session, STACKS["today"])
    session.install(*_dev("playwright"))
    _long_tests(session, "PONG_PG_BROWSER", "tests/browser")


@nox.session
def faults(session: nox.Session) -> None:
    """The long tests of faults: kills, nodes that are lost, fuzzed files; not part of a plain `nox`."""
    _install(session, STACKS["today"])
    session.install(*_dev("atheris"))
    _long_tests(session, "PONG_PG_FAULTS", "tests/faults", "--timeout", "7200", "-rA")


@nox.session
def emulator(session: nox.Session) -> None:
    """Ten million frames of the console in C beside ale-py, all compared; not part of a plain `nox`."""
    _install(session, STACKS["today"])
    session.run("python", "tests/compare_emulators.py", *session.posargs)


@nox.session(venv_backend="none")
def originals(session: nox.Session) -> None:
    """Check tests/originals on the original interpreters and packages, built anew; not part of a plain `nox`."""
    stacks = ROOT / ".nox" / "original-stacks"
    shutil.rmtree(stacks, ignore_errors=True)
    command = [sys.executable, "tests/originals/make_originals.py", "--check", "--stacks", str(stacks)]
    session.run(*command, *session.posargs, external=True)


@nox.session
def tour(session: nox.Session) -> None:
    """The notebook examples/tour.ipynb from top to bottom; with `-- --inplace` its outputs are stored in it."""
    session.install(f"pong-pg[notebook] @ {_wheel(session).as_uri()}")
    command = ["jupyter", "nbconvert", "--execute", "--ExecutePreprocessor.record_timing=False"]
    stored = "--inplace" in session.posargs
    session.env.update({"TMPDIR": tempfile.gettempdir()} | ({} if stored else {"PONG_PG_TOUR_MINUTES": "0.2"}))
    target = ["--to", "notebook", "--inplace"] if stored else ["--to", "html", "--output-dir", session.create_tmp()]
    session.run(*command, *target, "examples/tour.ipynb")


@nox.session(venv_backend="none")
def readme(session: nox.Session) -> None:
    """The README's first command and its Python, as they are written, in a fresh clone; not part of a plain `nox`."""
    section = (ROOT / "README.md").read_text().split("## Two commands", 1)[1]
    first = section.split("```bash\n")[1].partition("\n```")[0]
    python = section.split("```python\n", 1)[1].partition("\n```")[0]
    clone = Path(session.create_tmp()).resolve() / "clone"
    shutil.rmtree(clone, ignore_errors=True)
    session.run("git", "clone", "--quiet", str(ROOT), str(clone), external=True)
    session.chdir(clone)
    session.run("bash", "-c", first, external=True)
    session.run(".venv/bin/python", "-c", python, external=True)
