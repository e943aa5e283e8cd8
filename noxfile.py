"""`nox` runs everything that must hold before a change lands; `nox --list` says what each session is for."""

from __future__ import annotations

import json
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
OLD_SCRIPTS = ("tests/legacy", "tests/originals")
EVERYTHING = ("tests",)
# Of all tests, those that depend on the version of Python.
OF_PYTHON = ("-m", "every_python", "tests")


@dataclass(frozen=True)
class Stack:
    """A set of packages that the suite runs on.

    Attributes:
        about: one line for `nox --list`.
        extra: the extras of pyproject.toml that install it.
        has: the beginning of the version of each package that makes it this stack; None must not be there.
        tests: arguments of pytest: what this stack proves.
        python: the version of Python; "" is the one that runs nox.
        old_pip: Gym so old that only a pip, setuptools and wheel of its day install it.
        lowest: every package at the lowest version that pyproject.toml allows.
    """

    about: str
    extra: str
    has: dict[str, str | None]
    tests: tuple[str, ...] = ENVIRONMENTS
    python: str = "3.11"
    old_pip: bool = False
    lowest: bool = False


_NEWEST: dict[str, str | None] = {"gym": "0.26.", "shimmy": "2.", "gymnasium": "1.", "numpy": "2.", "ray": "2."}
STACKS = {
    "gym019": Stack(
        "gym 0.19 on atari-py: four values, env.seed.",
        "gym019",
        {"gym": "0.19.", "atari-py": "0.2.", "ale-py": None, "gymnasium": None, "ray": "2.3.", "numpy": "1.23."},
        (*ENVIRONMENTS, "tests/distributed"),
        old_pip=True,
    ),
    "gym021": Stack(
        "gym 0.21, the last that most old scripts know: four values.",
        "gym021",
        {"gym": "0.21.", "ale-py": "0.9.", "gymnasium": None, "ray": "2.3.", "numpy": "1.23."},
        old_pip=True,
    ),
    "gym025": Stack(
        "gym 0.25, between the forms: four values or five.",
        "gym025",
        {"gym": "0.25.", "ale-py": "0.9.", "gymnasium": None, "ray": "2.3.", "numpy": "1.23."},
    ),
    "gym026": Stack(
        "gym 0.26 with ale-py 0.8, shimmy 0.2 and Gymnasium 0.28: five values.",
        "gym026",
        {"gym": "0.26.", "ale-py": "0.8.", "gymnasium": "0.28.", "shimmy": "0.2.", "ray": "2.9.", "numpy": "1.23."},
    ),
    "gymnasium029": Stack(
        "Gymnasium 0.29 with shimmy 1.3 and ale-py 0.8.",
        "gymnasium029",
        {"gymnasium": "0.29.", "shimmy": "1.", "ale-py": "0.8.", "ray": "2.9.", "numpy": "1.26."},
    ),
    "gymnasium10": Stack(
        "Gymnasium 1.0 with ale-py 0.10 and shimmy 2.0.",
        "gymnasium10",
        {"gymnasium": "1.0.", "shimmy": "2.0.", "ale-py": "0.10.", "ray": "2.9.", "numpy": "1.26."},
    ),
    "nogym": Stack(
        "The newest of everything without OpenAI Gym: old scripts that import it run all the same.",
        "run",
        {**_NEWEST, "gym": None, "shimmy": None},
        (*ENVIRONMENTS, "tests/legacy", "-k", "gym"),
        python="",
    ),
    "today310": Stack("The newest of everything on Python 3.10.", "today", _NEWEST, OF_PYTHON, python="3.10"),
    "today312": Stack("The newest of everything on Python 3.12.", "today", _NEWEST, OF_PYTHON, python="3.12"),
    "today313": Stack("The newest of everything on Python 3.13.", "today", _NEWEST, OF_PYTHON, python="3.13"),
    "lowest": Stack(
        "Every package at the lowest version that pyproject.toml allows.",
        "today",
        {"gymnasium": "1.1.", "ale-py": "0.11.", "ray": "2.9.", "numpy": "1.23.", "rich": "13.0.", "shimmy": "2.0."},
        (*ENVIRONMENTS, *TRAINER, *OLD_SCRIPTS),
        lowest=True,
    ),
    # Last, so that its summary ends the output.
    "today": Stack("The newest of everything; arguments go to pytest.", "today,play", _NEWEST, EVERYTHING, python=""),
}
nox.options.sessions = ["lint", "types", "docs", *(f"tests-{name}" for name in STACKS)]


def find_python(version: str) -> str | None:
    """Return a Python of this version that works: one that is installed, or one that uv downloads."""
    if version in ("", HERE):
        return sys.executable
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    found = [*map(str, sorted(pyenv.glob(f"{version}.*/bin/python"))), shutil.which(f"python{version}")]
    if (uv := _uv()) is not None and not any(map(_works, found)):
        subprocess.run([uv, "python", "install", "--quiet", version], capture_output=True, check=False)
        asked = subprocess.run([uv, "python", "find", version], capture_output=True, text=True, check=False)
        found.append(asked.stdout.strip())
    return next(filter(_works, found), None)


def _works(python: str | None) -> bool:
    # One of pyenv's shims is on PATH for every Python that pyenv has, and refuses those that are not switched on.
    return bool(python) and subprocess.run([python, "-c", ""], capture_output=True, check=False).returncode == 0


def _uv() -> str | None:
    """Return the program of uv, as `pip install 'nox[uv]'` brings it or as it is on PATH."""
    beside = Path(sys.executable).with_name("uv")
    return str(beside) if beside.exists() else shutil.which("uv")


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
        # Not nox's own: Ray keeps its sockets there, and a socket's path has at most 107 characters.
        session.env["TMPDIR"] = tempfile.gettempdir()
        _check_versions(session, stack)
        _follow_the_advice_on_roms(session)
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
        venv_backend="none" if not _python else "virtualenv" if _stack.old_pip else None,
    )(_session_of(_stack))


def _install(session: nox.Session, stack: Stack) -> None:
    """Install the built wheel with the stack's extra: what is tested is what a user gets, not the source tree."""
    # C and its headers, for the compiled forward pass, which is compared with NumPy's on every stack.
    _provide(session, "g++")
    wheel = f"pong-pg[{stack.extra},tensorboard] @ {_wheel(session).as_uri()}"
    if stack.old_pip:
        session.install("pip<24.1", "setuptools<66", "wheel<0.38", "numpy==1.23.5", "hatchling")
        if stack.extra == "gym019" and not list(WHEELS.glob("atari_py-*.whl")):
            # It has no wheel, and is compiled once.
            _provide(session, "gcc", "g++", "cmake", "make", "zlib1g-dev")
            atari_py = next(text for text in EXTRAS["gym019"] if text.startswith("atari-py"))
            session.run("pip", "wheel", "--no-deps", "--no-build-isolation", "-w", str(WHEELS), atari_py, silent=True)
        session.install("--no-build-isolation", "--find-links", str(WHEELS), wheel, *TEST_TOOLS)
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


def _provide(session: nox.Session, *packages: str) -> None:
    """Install Debian's packages, those that are missing, where they can be installed."""
    there = {"zlib1g-dev": Path("/usr/include/zlib.h").exists()}
    missing = [name for name in packages if not there.get(name, shutil.which(name) is not None)]
    if missing and (os.geteuid() != 0 or shutil.which("apt-get") is None):
        session.error(f"this session needs {' '.join(missing)}: install them (apt install ...)")
    if missing:
        session.run("apt-get", "update", "-qq", external=True)
        session.run("apt-get", "install", "-y", "-qq", *missing, external=True, silent=True)


def _check_versions(session: nox.Session, stack: Stack) -> None:
    """Make sure that this is the stack that it says it is: tests that need a package are left out without it."""
    code = "import json; from importlib import metadata\nprint(json.dumps({d.name: d.version for d in metadata.distributions()}))"
    versions: dict[str, str] = json.loads(str(session.run("python", "-c", code, silent=True)))
    for package, beginning in stack.has.items():
        version = versions.get(package, versions.get(package.replace("-", "_")))
        if (version is None) != (beginning is None) or not (version or "").startswith(beginning or ""):
            session.error(f"this stack should have {package} {beginning}, but has {version}")


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


@nox.session
def browser(session: nox.Session) -> None:
    """What people see in a browser, opened in headless Chromium; not part of a plain `nox`."""
    _provide(session, "chromium")
    _install(session, STACKS["today"])
    session.install(*_dev("playwright"))
    _long_tests(session, "PONG_PG_BROWSER", "tests/browser")


@nox.session
def faults(session: nox.Session) -> None:
    """The long tests of faults: kills, nodes that are lost, fuzzed files, soak; not part of a plain `nox`."""
    _install(session, STACKS["today"])
    session.install(*_dev("atheris"))
    _long_tests(session, "PONG_PG_FAULTS", "tests/faults", "--timeout", "7200", "-rA")


def _long_tests(session: nox.Session, variable: str, *arguments: str) -> None:
    session.env |= {variable: "1", "TMPDIR": tempfile.gettempdir()}
    session.run("pytest", *arguments, *session.posargs)


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
    session.env |= {"TMPDIR": tempfile.gettempdir()} | ({} if stored else {"PONG_PG_TOUR_MINUTES": "0.2"})
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
