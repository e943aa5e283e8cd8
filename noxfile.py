"""`nox` runs everything that must hold before a change lands; `nox --list` says what each session is for."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

import nox

nox.needs_version = ">=2024.4.15"
nox.options.default_venv_backend = "uv|virtualenv"
nox.options.error_on_missing_interpreters = True

ROOT = Path(__file__).parent
PROJECT = nox.project.load_toml("pyproject.toml")
DEV = PROJECT["dependency-groups"]["dev"]
# What is compiled is compiled once; what each session of the matrix ran on, and what came of it.
WHEELS = ROOT / ".nox" / "wheels"
RESULTS = ROOT / ".nox" / "results"


@dataclass(frozen=True)
class Stack:
    """A real set of packages that the suite runs on.

    Attributes:
        about: one line for `nox --list`.
        extra: the extra of pyproject.toml that installs it.
        has: what must be installed then, by the beginning of its version; None must not be there.
        old_pip: Gym so old that only a pip, setuptools and wheel of its day install it.
        brings_roms: whether its emulator has the ROMs; if not, the commands that the package names are run.
        lowest: every package at the lowest version that pyproject.toml allows.
        leaves_out: files of tests that take minutes and have nothing to do with what this stack is for.
    """

    about: str
    extra: str
    has: dict[str, str | None]
    old_pip: bool = False
    brings_roms: bool = True
    lowest: bool = False
    leaves_out: tuple[str, ...] = ()


# Tests of Ray and of learning itself, for the stacks that differ from another one in their environments alone.
_OF_RAY_AND_LEARNING = tuple(
    f"tests/{name}.py"
    for name in ("bench/test_bench", "distributed/test_cluster", "reinforce/test_ray_pool", "training/test_learning")
)


def _scripts_with_ray(*names: str) -> tuple[str, ...]:
    """The tests of old scripts of these names; they run on the newest stack in any case."""
    return tuple(f"tests/legacy/test_{name}.py" for name in names)


STACKS = {
    "gym019": Stack(
        "gym 0.19 with its own Atari on atari-py: four values, env.seed; Ray 2.3, NumPy 1.23.",
        "gym019",
        {"gym": "0.19.", "atari-py": "0.2.", "ale-py": None, "gymnasium": None, "ray": "2.3.", "numpy": "1.23."},
        old_pip=True,
    ),
    "gym021": Stack(
        "gym 0.21, the last that most old scripts know: four values; Ray 2.3, NumPy 1.23.",
        "gym021",
        {"gym": "0.21.", "ale-py": "0.9.", "gymnasium": None, "ray": "2.3.", "numpy": "1.23."},
        old_pip=True,
        leaves_out=_OF_RAY_AND_LEARNING,
    ),
    "gym025": Stack(
        "gym 0.25, between the forms: four values or five; Ray 2.3, NumPy 1.23.",
        "gym025",
        {"gym": "0.25.", "ale-py": "0.9.", "gymnasium": None, "ray": "2.3.", "numpy": "1.23."},
        leaves_out=_OF_RAY_AND_LEARNING,
    ),
    "gym026": Stack(
        "gym 0.26 with ale-py 0.8, shimmy 0.2 and Gymnasium 0.28; Ray 2.9, NumPy 1.23.",
        "gym026",
        {"gym": "0.26.", "ale-py": "0.8.", "gymnasium": "0.28.", "shimmy": "0.2.", "ray": "2.9.", "numpy": "1.23."},
        brings_roms=False,
    ),
    "gymnasium029": Stack(
        "Gymnasium 0.29 with shimmy 1.3 and ale-py 0.8; Ray 2.9, NumPy 1.26.",
        "gymnasium029",
        {"gymnasium": "0.29.", "shimmy": "1.", "ale-py": "0.8.", "gym": "0.26.", "ray": "2.9.", "numpy": "1.26."},
        brings_roms=False,
        leaves_out=_OF_RAY_AND_LEARNING,
    ),
    "gymnasium10": Stack(
        "Gymnasium 1.0 with ale-py 0.10 and shimmy 2.0; Ray 2.9, NumPy 1.26.",
        "gymnasium10",
        {"gymnasium": "1.0.", "shimmy": "2.0.", "ale-py": "0.10.", "gym": "0.26.", "ray": "2.9.", "numpy": "1.26."},
        leaves_out=_OF_RAY_AND_LEARNING,
    ),
    "lowest": Stack(
        "Every package at the lowest version that pyproject.toml allows.",
        "today",
        {"gymnasium": "1.1.", "ale-py": "0.11.", "ray": "2.9.", "numpy": "1.23.", "rich": "13.0.", "shimmy": "2.0."},
        lowest=True,
        leaves_out=_scripts_with_ray("examples", "failures_in_workers", "ray_init"),
    ),
    "nogym": Stack(
        "The newest of everything, without OpenAI Gym: old scripts that import it run all the same.",
        "run",
        {"gym": None, "shimmy": None, "fissix": "", "gymnasium": "1.", "ale-py": "0.", "ray": "2.", "numpy": "2."},
        leaves_out=_OF_RAY_AND_LEARNING
        + _scripts_with_ray("examples", "failures_in_workers", "ray_init", "ray_rows", "ray_variables"),
    ),
    # The tests come last, and of them these, so that their summary ends the output.
    "today": Stack(
        "The newest of everything; the quick one while you work. Arguments go to pytest.",
        "today",
        {"gym": "0.26.", "shimmy": "2.", "fissix": "", "gymnasium": "1.", "ale-py": "0.", "ray": "2.", "numpy": "2."},
    ),
}
# The extras of which one is made of another.
_NEWEST = ("today", "run", "gymnasium", "tensorboard")
nox.options.sessions = ["lint", "types", "readme", *(f"tests-{name}" for name in STACKS)]


def _dev(*names: str) -> list[str]:
    """The requirements of these tools, as pyproject.toml states them."""
    found = [requirement for requirement in DEV if requirement.partition(">=")[0] in names]
    if len(found) != len(names):
        raise ValueError(f"pyproject.toml does not list all of {names}")
    return found


TEST_TOOLS = _dev(
    "hypothesis",
    "matplotlib",
    "packaging",
    "psutil",
    "pygame",
    "pytest",
    "pytest-timeout",
    "pytest-xdist",
    "scipy",
)


def _tests(name: str, stack: Stack) -> Callable[[nox.Session], None]:
    def tests(session: nox.Session) -> None:
        if stack.extra not in {"today", "gymnasium"} and sys.version_info[:2] > (3, 11):
            session.error("the old packages install on Python 3.10 and 3.11 only: start nox with one of these")
        # C and its headers, for the compiled forward pass, which is compared with NumPy's on every stack.
        _provide(session, "g++")
        _install(session, stack)
        versions = _check_versions(session, stack)
        if not stack.brings_roms:
            _follow_the_advice_on_roms(session)
        # Not nox's own: Ray keeps its sockets there, and a socket's path has at most 107 characters.
        session.env["TMPDIR"] = tempfile.gettempdir()
        if session.posargs:
            session.run("pytest", *session.posargs)
            return
        results = RESULTS / name
        results.mkdir(parents=True, exist_ok=True)
        _run_suite(session, results, [f"--ignore={path}" for path in stack.leaves_out])
        _keep_result(results, versions)

    tests.__doc__ = stack.about
    return tests


for _name, _stack in STACKS.items():
    nox.session(name=f"tests-{_name}", venv_backend="virtualenv" if _stack.old_pip else None)(_tests(_name, _stack))


def _install(session: nox.Session, stack: Stack) -> None:
    """Install the built wheel with the stack's extra: what is tested is what a user gets, not the source tree."""
    wheel = f"pong-pg[{stack.extra},tensorboard] @ {_wheel(session).as_uri()}"
    if stack.old_pip:
        session.install("pip<24.1", "setuptools<66", "wheel<0.38")
        _build_once(
            session, *(name for name in PROJECT["project"]["optional-dependencies"][stack.extra] if "py" in name)
        )
        session.install("--no-build-isolation", "--find-links", str(WHEELS), wheel, *TEST_TOOLS)
    elif stack.lowest:
        extras = PROJECT["project"]["optional-dependencies"]
        stated = [*PROJECT["project"]["dependencies"], *(text for name in _NEWEST for text in extras[name])]
        bounds = dict(text.split(">=") for text in stated if ">=" in text)
        lowest = [f"{name}=={version}" for name, version in bounds.items()]
        # What Ray of that age needs to start at all; see the extras of the old eras.
        session.install(wheel, *lowest, *TEST_TOOLS, "setuptools<67", "click<8.2", "grpcio<1.60")
    else:
        session.install(wheel, *TEST_TOOLS)


def _wheel(session: nox.Session) -> Path:
    out = Path(session.create_tmp()).resolve() / "dist"
    shutil.rmtree(out, ignore_errors=True)
    session.install(*_dev("build"))
    session.run("python", "-m", "build", "--wheel", "--outdir", str(out), str(ROOT), silent=True)
    (wheel,) = out.glob("*.whl")
    return wheel


def _build_once(session: nox.Session, *requirements: str) -> None:
    """Compile what has no wheel of its own, and keep it for the next run."""
    for requirement in requirements:
        name, _, version = requirement.partition("==")
        if name != "atari-py" or list(WHEELS.glob(f"atari_py-{version}-*.whl")):
            continue
        _provide(session, "gcc", "g++", "cmake", "make", "zlib1g-dev")
        session.install("numpy==1.23.5")
        session.run("pip", "wheel", "--no-deps", "--no-build-isolation", "-w", str(WHEELS), requirement, silent=True)


def _provide(session: nox.Session, *packages: str) -> None:
    """Install what compiling needs, where it is missing and can be installed."""
    there = {"zlib1g-dev": Path("/usr/include/zlib.h").exists()}
    missing = [name for name in packages if not there.get(name, shutil.which(name) is not None)]
    if not missing:
        return
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        session.error(f"this session compiles C and needs {' '.join(missing)}: install them (apt install ...)")
    session.run("apt-get", "update", "-qq", external=True)
    session.run("apt-get", "install", "-y", "-qq", *missing, external=True, silent=True)


def _check_versions(session: nox.Session, stack: Stack) -> dict[str, str | None]:
    """Make sure that this is the stack that it says it is: a test that needs a package is left out without it."""
    told = session.run("python", "-c", _VERSIONS, silent=True)
    versions: dict[str, str | None] = json.loads(str(told))
    session.log("testing on " + ", ".join(f"{name} {version}" for name, version in versions.items() if version))
    for package, beginning in stack.has.items():
        version = versions[package]
        if (version is None) != (beginning is None) or not (version or "").startswith(beginning or ""):
            session.error(f"this stack should have {package} {beginning}, but has {version}")
    return versions


_VERSIONS = """
import json, platform
from importlib import metadata
def version(name):
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None
names = "gym", "gymnasium", "shimmy", "atari-py", "ale-py", "numpy", "ray", "rich", "tensorboard", "fissix"
print(json.dumps({"python": platform.python_version()} | {name: version(name) for name in names}))
"""


def _follow_the_advice_on_roms(session: nox.Session) -> None:
    """Run the commands that the package names where the emulator has no ROMs, word for word."""
    code = "import pong_pg\ntry:\n    pong_pg.make('Pong-v0')\nexcept pong_pg.PongPGError as error:\n    print(error)"
    told = str(session.run("python", "-c", code, silent=True))
    if "has no ROM of pong" not in told:
        return
    session.install("pip")
    with session.chdir(session.create_tmp()):
        session.run("bash", "-c", told.partition("run  ")[2], external=True, silent=True)


def _run_suite(session: nox.Session, results: Path, without: list[str]) -> None:
    """Run the tests; those that start Ray one after another, since each wants servers, beside all the others."""
    python = shutil.which("python", path=os.pathsep.join(session.virtualenv.bin_paths or ()))
    command = [str(python), "-m", "pytest", "-m", "ray", f"--junitxml={results / 'ray.xml'}", *without]
    with (results / "ray.log").open("w+") as log:
        environment = {**os.environ, **{key: value for key, value in session.env.items() if value is not None}}
        with subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=subprocess.STDOUT, env=environment) as ray:
            try:
                cores = str(min(4, os.cpu_count() or 1))
                # Nicely: the servers of the others are mostly waited for, and should not also wait for a core.
                others = ["pytest", "-n", cores, "-m", "not ray", f"--junitxml={results / 'others.xml'}", *without]
                session.run("nice", "-n", "10", *others, external=True)
                ray.wait()
            finally:
                # As Ctrl-C, so that it ends its servers; does nothing if it has ended.
                ray.send_signal(signal.SIGINT)
        log.seek(0)
        session.log(" ".join(["python", *command[1:5]]))
        sys.stdout.write(log.read())
        sys.stdout.flush()
    if ray.returncode != 0:
        session.error("tests that start Ray failed")


def _keep_result(results: Path, versions: dict[str, str | None]) -> None:
    suites = [ElementTree.parse(results / f"{part}.xml").getroot()[0] for part in ("others", "ray")]
    skipped = sum(int(suite.attrib["skipped"]) for suite in suites)
    passed = sum(int(suite.attrib["tests"]) for suite in suites) - skipped
    result = {"versions": versions, "passed": passed, "skipped": skipped}
    (results / "result.json").write_text(json.dumps(result, indent=1) + "\n")


@nox.session
def matrix(session: nox.Session) -> None:
    """Write the README's table of the matrix from what the last runs left; not part of a plain `nox`."""
    session.run("python", "docs/make_matrix.py", str(RESULTS), *STACKS)


@nox.session
def lint(session: nox.Session) -> None:
    """Style and format, by ruff."""
    session.install(*_dev("ruff"))
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")


@nox.session
def types(session: nox.Session) -> None:
    """Strict types of package, tests and benchmarks, by mypy."""
    session.install(
        "numpy", "rich", "threadpoolctl", *_dev("hypothesis", "mypy", "packaging", "psutil", "pytest", "nox")
    )
    session.install("types-psutil")
    session.run("mypy")


# Of PPO, in the minutes that the README's first command takes.
_LEAST_UPDATES = 50


@nox.session
def readme(session: nox.Session) -> None:
    """The README's first command and its Python, as they are written, in a fresh clone."""
    train, test = _readme_commands()
    ci_lines = (ROOT / ".ci" / "run").read_text().splitlines()
    if not any(test in line for line in ci_lines):
        session.error(f".ci/run does not run the README's test command: {test}")
    missing = [name for name in STACKS if f"| `{name}` |" not in (ROOT / "README.md").read_text()]
    if missing:
        session.error(f"the README's table of the matrix lacks {', '.join(missing)}: run  nox  and then  nox -s matrix")
    clone = Path(session.create_tmp()).resolve() / "clone"
    shutil.rmtree(clone, ignore_errors=True)
    session.run("git", "clone", "--quiet", str(ROOT), str(clone), external=True)
    session.chdir(clone)
    # As from a shell of the user's own: nothing of this session's environment.
    shell = {"PATH": _path_without(session), "VIRTUAL_ENV": None}
    with (clone.parent / "train.log").open("w+") as log:
        session.run("bash", "-c", train, external=True, env=shell, stdout=log)
        log.seek(0)
        said = log.read()
    session.log(said[-2000:])
    (run,) = (clone / "runs").iterdir()
    rows = (run / "metrics.csv").read_text().splitlines()
    # A slow machine learns little in these minutes, but something.
    if len(rows) < _LEAST_UPDATES or "Evaluation after update" not in said:
        session.error(f"the README's command left {len(rows) - 1} rows of metrics, and said:\n{said}")
    video = next(line for line in said.splitlines() if "--record" in line).partition(":  ")[2]
    session.run("bash", "-c", f".venv/bin/{video}", external=True, env=shell)
    if not (clone / shlex.split(video)[-1]).exists():
        session.error(f"the command that the README's command ends with made no video: {video}")
    python = (ROOT / "README.md").read_text().split("```python\n", 1)[1].partition("\n```")[0]
    session.run(".venv/bin/python", "-c", python, external=True)


def _readme_commands() -> list[str]:
    """The commands of the README's section "Two commands"."""
    section = (ROOT / "README.md").read_text().split("## Two commands", 1)[1].split("\n## ", 1)[0]
    commands = [block.partition("\n```")[0].strip() for block in section.split("```bash\n")[1:]]
    if len(commands) != 2 or any("\n" in command for command in commands):
        raise ValueError("the README must have exactly two commands of one line each")
    return commands


def _path_without(session: nox.Session) -> str:
    """PATH as it was before nox put the session's own programs in front."""
    own = {str(Path(directory)) for directory in session.virtualenv.bin_paths or ()} | {
        str(Path(sys.executable).parent)
    }
    return os.pathsep.join(entry for entry in os.environ["PATH"].split(os.pathsep) if entry not in own)
