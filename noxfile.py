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

nox.options.default_venv_backend = "uv|virtualenv"

ROOT = Path(__file__).parent
PROJECT = nox.project.load_toml("pyproject.toml")
EXTRAS = PROJECT["project"]["optional-dependencies"]
GROUPS = PROJECT["dependency-groups"]
WHEELS = ROOT / ".nox" / "wheels"
WORKERS = min(4, os.cpu_count() or 1)

# Which tests a stack runs.
ENVIRONMENTS = ("tests/compat",)
EVERYTHING = ("tests",)
# What depends on the versions of NumPy and Ray: both algorithms, workers, compiled functions, files, old scripts.
PACKAGES = (
    "tests/distributed", "tests/native", "tests/originals",
    "tests/ppo/test_golden_ppo.py", "tests/reinforce/test_golden_training.py", "tests/training/test_checkpoint.py",
    "tests/training/test_loop.py", "tests/training/test_save_p.py",
)  # fmt: skip
OF_ITS_TIME = (*ENVIRONMENTS, "tests/legacy/test_examples.py", "tests/legacy/test_golden_scripts.py")


@dataclass(frozen=True)
class Stack:
    """A set of packages that the suite runs on, as an extra of pyproject.toml pins it.

    Attributes:
        about: one line for `nox --list`.
        extra: the extras that install it.
        tests: arguments of pytest: what this stack proves.
        marker: of these tests, those that are marked so; "" for all of them.
        python: the version of Python; "" is the one that runs nox.
        old_pip: Gym so old that only a pip, setuptools and wheel of its day install it.
        lowest: every package at the lowest version that pyproject.toml allows.
    """

    about: str
    extra: str
    tests: tuple[str, ...] = ENVIRONMENTS
    marker: str = ""
    python: str = "3.11"
    old_pip: bool = False
    lowest: bool = False


STACKS = {
    "gym019": Stack("gym 0.19, four values; Ray 2.3.", "gym019", OF_ITS_TIME, old_pip=True),
    "gym021": Stack("gym 0.21, four values; the last that most old scripts know.", "gym021", old_pip=True),
    "gym025": Stack("gym 0.25, four values or five.", "gym025"),
    "gym026": Stack("gym 0.26, five values; ale-py 0.8, shimmy 0.2, Gymnasium 0.28, Ray 2.9.", "gym026", OF_ITS_TIME),
    "gymnasium029": Stack("Gymnasium 0.29 with shimmy 1.3 and ale-py 0.8.", "gymnasium029"),
    "gymnasium10": Stack("Gymnasium 1.0 with ale-py 0.10 and shimmy 2.0.", "gymnasium10"),
    "nogym": Stack("The newest without OpenAI Gym.", "run", (*ENVIRONMENTS, "tests/legacy", "-k", "gym"), python=""),
    "today310": Stack("The newest of everything on Python 3.10.", "today", EVERYTHING, "every_python", python="3.10"),
    "today312": Stack("The newest of everything on Python 3.12.", "today", EVERYTHING, "every_python", python="3.12"),
    "today313": Stack("The newest of everything on Python 3.13.", "today", EVERYTHING, "every_python", python="3.13"),
    "lowest": Stack("All at their lowest versions.", "today", (*ENVIRONMENTS, *PACKAGES), lowest=True),
    # Last, so that its summary ends the output.
    "today": Stack("The newest of everything; arguments go to pytest.", "today,play", EVERYTHING, python=""),
}
nox.options.sessions = ["lint", "types", "docs", *(f"tests-{name}" for name in STACKS)]


def find_python(version: str) -> str | None:
    """Return a Python of this version that works: pyenv's, one on PATH, or one that uv has or downloads."""
    if version in {"", "{}.{}".format(*sys.version_info)}:
        return sys.executable
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    uv = shutil.which("uv", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}") or ""
    # One of pyenv's shims is on PATH for every Python that pyenv has, and refuses those that are not switched on.
    of_pyenv = str(max(pyenv.glob(f"{version}.*/bin/python"), default=""))
    for command in ([of_pyenv], [f"python{version}"], [uv, "run", "--no-project", "--python", version, "python"]):
        with contextlib.suppress(OSError, subprocess.CalledProcessError):
            asked = [*command, "-c", "import sys; print(sys.executable)"]
            return subprocess.check_output(asked, text=True, stderr=subprocess.DEVNULL).strip()
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
        workers = f"-n{WORKERS}"
        if session.posargs or stack.marker or stack.tests == ENVIRONMENTS:
            session.run("pytest", *(session.posargs or (workers, "-m", stack.marker or "not ray", *stack.tests)))
            return
        session.run("pytest", workers, "-m", "not ray", *stack.tests)
        # Those that start Ray, which they often wait for; those of a file share a session of it. 5: none.
        for part in ((f"-n{WORKERS + 1}", "--dist=loadfile", "-m", "ray and not alone"), ("-m", "alone")):
            session.run("pytest", *part, *stack.tests, success_codes=[0, 5])

    tests.__doc__ = stack.about
    return tests


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
        # The extras of which `today` is made, and the one that is tested with it.
        extras = ("today", "report", "run", "plot", "video", "gymnasium", "tensorboard")
        stated = [*PROJECT["project"]["dependencies"], *(text for name in extras for text in EXTRAS[name])]
        bounds = dict(text.split(">=") for text in stated if ">=" in text)
        lowest = [f"{name}=={version}" for name, version in bounds.items()]
        # What Ray of that age needs to start at all; see the extras of the old eras.
        session.install(wheel, *lowest, *TEST_TOOLS, "setuptools<67", "click<8.2", "grpcio<1.60")
    else:
        session.install(wheel, *TEST_TOOLS)


def _wheel(session: nox.Session) -> Path:
    """Return the package's wheel, built by the first session that needs it."""
    out = WHEELS / str(os.getpid())
    if not list(out.glob("*.whl")):
        session.install(*_dev("build"))
        session.run("python", "-m", "build", "--wheel", "--outdir", str(out), str(ROOT), silent=True)
    return next(out.glob("*.whl"))


def _follow_the_advice_on_roms(session: nox.Session) -> None:
    """Run the commands that the package names where the emulator has no ROMs, word for word."""
    code = "import pong_pg\ntry:\n    pong_pg.make('Pong-v0')\nexcept pong_pg.PongPGError as error:\n    print(error)"
    told = str(session.run("python", "-c", code, silent=True))
    if "has no ROM of Pong" in told:
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
    shutil.rmtree(site := ROOT / ".nox" / "site", ignore_errors=True)
    # -E: nothing of the last run, whose warnings would not be seen again.
    session.run("sphinx-build", "-W", "-n", "-E", "--keep-going", "-q", "-d", session.create_tmp(), "docs", str(site))
    _long_tests(session, "PONG_PG_DOCS", f"-n{WORKERS + 1}", "tests/docs")


def _long_tests(session: nox.Session, variable: str, *arguments: str) -> None:
    session.env.update({variable: "1", "TMPDIR": tempfile.gettempdir()})
    session.run("pytest", *arguments, *session.posargs)


def _long_session(name: str, about: str, tool: str) -> None:
    """Define the session of tests that a plain `nox` leaves out; they are in a folder of its name."""

    def run(session: nox.Session) -> None:
        _install(session, STACKS["today"])
        session.install(*_dev(tool))
        _long_tests(session, f"PONG_PG_{name.upper()}", f"tests/{name}", "--timeout", "7200", "-rA")

    run.__doc__ = f"{about}; not part of a plain `nox`."
    nox.session(name=name)(run)


_long_session("browser", "What people see in a browser, opened in headless Chromium", "playwright")
_long_session("faults", "The long tests of faults: kills, nodes that are lost, fuzzed files", "pytest")


@nox.session
def emulator(session: nox.Session) -> None:
    """Ten million frames of the console in C beside ale-py, all compared; not part of a plain `nox`."""
    _install(session, STACKS["today"])
    session.run("python", "tests/compare_emulators.py", *session.posargs)


@nox.session(venv_backend="none")
def originals(session: nox.Session) -> None:
    """Check tests/originals on the original interpreters and packages, built anew; not part of a plain `nox`."""
    shutil.rmtree(ROOT / ".nox" / "original-stacks", ignore_errors=True)
    session.run(sys.executable, "tests/originals/make_originals.py", "--check", *session.posargs, external=True)


@nox.session
def tour(session: nox.Session) -> None:
    """The notebook examples/tour.ipynb from top to bottom, with a short training; not part of a plain `nox`."""
    session.install(f"pong-pg[notebook] @ {_wheel(session).as_uri()}")
    with tempfile.TemporaryDirectory() as folder:
        session.env.update({"TMPDIR": folder, "PONG_PG_TOUR_SECONDS": "12"})
        session.run("jupyter", "nbconvert", "--execute", "--to", "html", "--output-dir", folder, "examples/tour.ipynb")
