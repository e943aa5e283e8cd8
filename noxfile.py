"""`nox` runs everything that must hold before a change lands; `nox --list` says what each session is for."""

from __future__ import annotations

import atexit
import functools
import hashlib
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

import nox

nox.needs_version = ">=2024.4.15"
nox.options.default_venv_backend = "uv|virtualenv"
nox.options.error_on_missing_interpreters = True

# The tests start hundreds of processes; each would compile every module that it imports again, which takes half of the
# time of starting Ray.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

ROOT = Path(__file__).parent
PROJECT = nox.project.load_toml("pyproject.toml")
DEV = PROJECT["dependency-groups"]["dev"]
DOCS = PROJECT["dependency-groups"]["docs"]
# What is compiled is compiled once; what each session of the matrix ran on, and what came of it.
WHEELS = ROOT / ".nox" / "wheels"
RESULTS = ROOT / ".nox" / "results"


# What a stack is there to prove: tests of these run on it; see tests/conftest.py.
ENVIRONMENTS = ("environments",)
# Of the tests of Ray, each runs on one of its two old versions, and on today's.
ENVIRONMENTS_AND_RAY = ("environments", "ray-0")
ENVIRONMENTS_RAY_AND_SOME = ("environments", "ray-1", "some")
EVERYTHING = ("everything",)
ANOTHER_PYTHON = ("python",)
WITHOUT_GYM = ("python", "gym")

# The Pythons that the old packages install on, the preferred one first.
OLD_PYTHONS = ("3.11", "3.10")


@dataclass(frozen=True)
class Stack:
    """A real set of packages that the suite runs on.

    Attributes:
        about: one line for `nox --list`.
        extra: the extra of pyproject.toml that installs it, or several, with commas.
        has: what must be installed then, by the beginning of its version; None must not be there.
        proves: which tests run on it. Every stack differs in its environments; "ray-0" and "ray-1" are for the two
            that have an old version of Ray which no other one has, with half of its tests each; "everything" adds all
            others and the tests that touch none of these packages, "some" a quarter of them: what they depend on, such
            as NumPy, is at its lowest version there.
            Stacks that differ from `today` only in their Python run the tests that depend on it: "python". The one that
            has no OpenAI Gym adds the tests of what old scripts get for it: "gym".
        pythons: the versions of Python that it can be installed on, the preferred one first; () is the Python that
            nox was started with.
        old_pip: Gym so old that only a pip, setuptools and wheel of its day install it.
        brings_roms: whether its emulator has the ROMs; if not, the commands that the package names are run.
        lowest: every package at the lowest version that pyproject.toml allows.
    """

    about: str
    extra: str
    has: dict[str, str | None]
    proves: tuple[str, ...] = ENVIRONMENTS
    pythons: tuple[str, ...] = OLD_PYTHONS
    old_pip: bool = False
    brings_roms: bool = True
    lowest: bool = False


STACKS = {
    "gym019": Stack(
        "gym 0.19 with its own Atari on atari-py: four values, env.seed; Ray 2.3, NumPy 1.23.",
        "gym019",
        {"gym": "0.19.", "atari-py": "0.2.", "ale-py": None, "gymnasium": None, "ray": "2.3.", "numpy": "1.23."},
        proves=ENVIRONMENTS_AND_RAY,
        old_pip=True,
    ),
    "gym021": Stack(
        "gym 0.21, the last that most old scripts know: four values; Ray 2.3, NumPy 1.23.",
        "gym021",
        {"gym": "0.21.", "ale-py": "0.9.", "gymnasium": None, "ray": "2.3.", "numpy": "1.23."},
        old_pip=True,
    ),
    "gym025": Stack(
        "gym 0.25, between the forms: four values or five; Ray 2.3, NumPy 1.23.",
        "gym025",
        {"gym": "0.25.", "ale-py": "0.9.", "gymnasium": None, "ray": "2.3.", "numpy": "1.23."},
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
    ),
    "gymnasium10": Stack(
        "Gymnasium 1.0 with ale-py 0.10 and shimmy 2.0; Ray 2.9, NumPy 1.26.",
        "gymnasium10",
        {"gymnasium": "1.0.", "shimmy": "2.0.", "ale-py": "0.10.", "gym": "0.26.", "ray": "2.9.", "numpy": "1.26."},
    ),
    "nogym": Stack(
        "The newest of everything, without OpenAI Gym: old scripts that import it run all the same.",
        "run",
        {"gym": None, "shimmy": None, "fissix": "", "gymnasium": "1.", "ale-py": "0.", "ray": "2.", "numpy": "2."},
        proves=WITHOUT_GYM,
        pythons=(),
    ),
    "lowest": Stack(
        "Every package at the lowest version that pyproject.toml allows.",
        "today",
        {"gymnasium": "1.1.", "ale-py": "0.11.", "ray": "2.9.", "numpy": "1.23.", "rich": "13.0.", "shimmy": "2.0."},
        proves=ENVIRONMENTS_RAY_AND_SOME,
        lowest=True,
    ),
    **{
        f"today{version.replace('.', '')}": Stack(
            f"The newest of everything on Python {version}: the tests that depend on the version of Python.",
            "today",
            {
                "gym": "0.26.",
                "shimmy": "2.",
                "fissix": "",
                "gymnasium": "1.",
                "ale-py": "0.",
                "ray": "2.",
                "numpy": "2.",
            },
            proves=ANOTHER_PYTHON,
            pythons=(version,),
        )
        for version in ("3.10", "3.12", "3.13")
    },
    # The tests come last, and of them these, so that their summary ends the output.
    "today": Stack(
        "The newest of everything; the quick one while you work. Arguments go to pytest.",
        "today,play",
        {"gym": "0.26.", "shimmy": "2.", "fissix": "", "gymnasium": "1.", "ale-py": "0.", "ray": "2.", "numpy": "2."},
        proves=EVERYTHING,
        pythons=(),
    ),
}
# The extras of which one is made of another.
_NEWEST = ("today", "report", "run", "video", "gymnasium", "tensorboard")
_TENSORBOARD = PROJECT["project"]["optional-dependencies"]["tensorboard"]
# What the README's first command trains in the background, the stacks without many tests of Ray are tested beside.
_QUICK = {ENVIRONMENTS, ANOTHER_PYTHON, WITHOUT_GYM}
_BESIDE = [f"tests-{name}" for name, stack in STACKS.items() if stack.proves in _QUICK]
_ALONE = [f"tests-{name}" for name, stack in STACKS.items() if stack.proves not in _QUICK]
nox.options.sessions = ["training", "lint", "types", "docs", *_BESIDE, "browser", "tour", "readme", *_ALONE]


def _dev(*names: str) -> list[str]:
    """The requirements of these tools, as pyproject.toml states them."""
    found = [requirement for requirement in DEV if requirement.partition(">=")[0] in names]
    if len(found) != len(names):
        raise ValueError(f"pyproject.toml does not list all of {names}")
    return found


TEST_TOOLS = _dev(
    "hypothesis",
    "markdown-it-py",
    "matplotlib",
    "packaging",
    "psutil",
    "pygame",
    "pytest",
    "pytest-timeout",
    "pytest-xdist",
    "scipy",
    "shtab",
)


def find_python(versions: tuple[str, ...]) -> str | None:
    """Return a Python of one of these versions, the first that is found; the one that runs this, if it is one of them.

    Looked for are the programs named as `python3.11` in every directory of PATH, what pyenv has installed, and what uv
    knows. Each is run to see that it works: one of pyenv's shims is on PATH for every Python that pyenv has, and
    refuses to run those that are not switched on.
    """
    if f"{sys.version_info[0]}.{sys.version_info[1]}" in versions:
        return sys.executable
    candidates = (path for version in versions for path in _candidates(version))
    return next((path for path, version in candidates if _version_of(path) == version), None)


def _candidates(version: str) -> Iterator[tuple[str, str]]:
    for directory in os.environ.get("PATH", "").split(os.pathsep):
        yield str(Path(directory) / f"python{version}"), version
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    for installed in sorted((pyenv / "versions").glob(f"{version}.*"), reverse=True):
        yield str(installed / "bin" / "python"), version
    if (uv := _uv()) is not None:
        command = [uv, "python", "find", "--no-python-downloads", "--no-project", version]
        found = subprocess.run(command, capture_output=True, text=True, check=False)
        yield found.stdout.strip(), version


def _version_of(path: str) -> str | None:
    """Return "3.11" for the path of a Python 3.11 that works; None for whatever does not."""
    if not os.access(path, os.X_OK):
        return None
    command = [path, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=30)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def _uv() -> str | None:
    """Return the program of uv, as `pip install 'nox[uv]'` brings it or as it is on PATH."""
    beside = Path(sys.executable).with_name("uv")
    return str(beside) if beside.exists() else shutil.which("uv")


_skipped: list[str] = []


@atexit.register
def _count_skipped() -> None:
    if _skipped:
        print(f"nox > {len(_skipped)} of {len(STACKS)} stacks skipped, for want of their Python: {', '.join(_skipped)}")


@functools.cache
def _download_python(version: str) -> bool:
    """Have uv download a Python; return whether there is uv, and it could."""
    if (uv := _uv()) is None:
        return False
    return subprocess.run([uv, "python", "install", version], capture_output=True, check=False).returncode == 0


def _fetch_python(session: nox.Session, name: str, stack: Stack) -> None:
    """Run the session again with a Python that uv downloads; skip it where that can't be had either."""
    if any(_download_python(version) and find_python((version,)) for version in stack.pythons):
        arguments = ["--", *session.posargs] if session.posargs else []
        session.run(sys.executable, "-m", "nox", "-s", f"tests-{name}", *arguments, external=True)
        return
    _skipped.append(name)
    wanted = " or ".join(stack.pythons)
    session.skip(f"needs Python {wanted}, which is not installed here and could not be downloaded by uv")


def _tests(name: str, stack: Stack) -> Callable[[nox.Session], None]:
    def tests(session: nox.Session) -> None:
        if stack.pythons and _found[stack.pythons] is None:
            _fetch_python(session, name, stack)
            return
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
        session.env["PONG_PG_STACK_PROVES"] = " ".join(stack.proves)
        results = RESULTS / name
        results.mkdir(parents=True, exist_ok=True)
        _run_suite(session, results)
        _keep_result(results, versions)

    tests.__doc__ = stack.about
    return tests


_found = {pythons: find_python(pythons) for pythons in {stack.pythons for stack in STACKS.values()}}
for _name, _stack in STACKS.items():
    _python = _found[_stack.pythons]
    # Without a virtual environment, the session has only to get a Python or to skip itself.
    _backend = "none" if _stack.pythons and _python is None else "virtualenv" if _stack.old_pip else None
    _named = None if _python == sys.executable else _python
    nox.session(name=f"tests-{_name}", python=_named, venv_backend=_backend)(_tests(_name, _stack))


def _install(session: nox.Session, stack: Stack) -> None:
    """Install the built wheel with the stack's extra: what is tested is what a user gets, not the source tree."""
    # The file that you read has tests, too; they run where everything does.
    tools = [*TEST_TOOLS, *(_dev("nox") if {"everything", "some"} & set(stack.proves) else ())]
    wheel = f"pong-pg[{stack.extra},tensorboard] @ {_wheel(session).as_uri()}"
    if stack.old_pip:
        session.install("pip<24.1", "setuptools<66", "wheel<0.38")
        extra = PROJECT["project"]["optional-dependencies"][stack.extra]
        _build_once(session, *(requirement for requirement in extra if requirement.startswith("atari-py")))
        if (uv := _uv()) is not None:
            # Much faster than that pip, which then finds all but Gym itself; uv refuses Gym's metadata.
            modern = [requirement for requirement in extra if not requirement.startswith(("gym", "atari-py"))]
            python = str(Path(session.bin) / "python")
            requirements = [*PROJECT["project"]["dependencies"], *modern, *tools, *_TENSORBOARD]
            session.run(uv, "pip", "install", "--quiet", "--python", python, *requirements, external=True)
        session.install("--no-build-isolation", "--find-links", str(WHEELS), wheel, *tools)
    elif stack.lowest:
        extras = PROJECT["project"]["optional-dependencies"]
        stated = [*PROJECT["project"]["dependencies"], *(text for name in _NEWEST for text in extras[name])]
        bounds = dict(text.split(">=") for text in stated if ">=" in text)
        lowest = [f"{name}=={version}" for name, version in bounds.items()]
        # What Ray of that age needs to start at all; see the extras of the old eras.
        session.install(wheel, *lowest, *tools, "setuptools<67", "click<8.2", "grpcio<1.60")
    else:
        session.install(wheel, *tools)


def _wheel(session: nox.Session) -> Path:
    """Return the package's wheel; it is built by the first session that needs it, and kept while its files stay."""
    digest = hashlib.sha256()
    files = [ROOT / name for name in ("pyproject.toml", "README.md", "LICENSE")]
    for file in (*files, *sorted(path for path in (ROOT / "pong_pg").rglob("*") if path.is_file())):
        if "__pycache__" not in file.parts:
            digest.update(f"{file.relative_to(ROOT)} {file.stat().st_mode} {file.stat().st_size}\n".encode())
            digest.update(file.read_bytes())
    out = WHEELS / f"pong_pg-{digest.hexdigest()[:16]}"
    if not list(out.glob("*.whl")):
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
    """Install Debian's packages, those that are missing, where they can be installed."""
    there = {"zlib1g-dev": Path("/usr/include/zlib.h").exists()}
    missing = [name for name in packages if not there.get(name, shutil.which(name) is not None)]
    if not missing:
        return
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        session.error(f"this session needs {' '.join(missing)}: install them (apt install ...)")
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


# pytest's exit status when tests have run and some have failed, as opposed to what stops it before its end.
_TESTS_FAILED = 1


def _run_suite(session: nox.Session, results: Path) -> None:
    """Run the tests; those that start Ray one after another, since each wants servers, beside all the others.

    Those that start Ray and fail run once more, when nothing else keeps the machine busy. They must pass then; what the
    first time said stays in the log, and .ci/run names them at its end.
    """
    # Not `python -m pytest`, which puts this folder before what is installed: the source tree would be tested.
    pytest = shutil.which("pytest", path=os.pathsep.join(session.virtualenv.bin_paths or ()))
    cache = results / "ray-cache"
    shutil.rmtree(cache, ignore_errors=True)
    start_ray = ["-m", "ray", "-o", f"cache_dir={cache}"]
    command = [str(pytest), *start_ray, f"--junitxml={results / 'ray.xml'}"]
    environment = {**os.environ, **{key: value for key, value in session.env.items() if value is not None}}
    # Where the tests say how many of them are left to other stacks.
    environment["PONG_PG_TESTS_LEFT"] = str(results / "left.json")
    with (results / "ray.log").open("w+") as log:
        with subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=subprocess.STDOUT, env=environment) as ray:
            try:
                cores = str(min(4, os.cpu_count() or 1))
                # Nicely: the servers of the others are mostly waited for, and should not also wait for a core.
                others = ["pytest", "-n", cores, "-m", "not ray", f"--junitxml={results / 'others.xml'}"]
                session.run("nice", "-n", "10", *others, external=True)
                ray.wait()
            finally:
                # As Ctrl-C, so that it ends its servers; does nothing if it has ended.
                ray.send_signal(signal.SIGINT)
        log.seek(0)
        session.log("pytest -m ray")
        sys.stdout.write(log.read())
        sys.stdout.flush()
    if ray.returncode == _TESTS_FAILED:
        session.log("once more, alone: the tests that start Ray and failed")
        session.run("pytest", *start_ray, "--last-failed", "--last-failed-no-failures", "none")
    elif ray.returncode != 0:
        session.error(f"pytest -m ray ended with status {ray.returncode}")


def _keep_result(results: Path, versions: dict[str, str | None]) -> None:
    suites = [ElementTree.parse(results / f"{part}.xml").getroot()[0] for part in ("others", "ray")]
    skipped = sum(int(suite.attrib["skipped"]) for suite in suites)
    passed = sum(int(suite.attrib["tests"]) for suite in suites) - skipped
    left = json.loads((results / "left.json").read_text())
    result = {"versions": versions, "passed": passed, "skipped": skipped, "left": left}
    (results / "result.json").write_text(json.dumps(result, indent=1) + "\n")


@nox.session
def matrix(session: nox.Session) -> None:
    """Write the table of docs/reference/stacks.md from what the last runs left; not part of a plain `nox`."""
    session.run("python", "docs/make_matrix.py", str(RESULTS), *STACKS)


@nox.session(venv_backend="none")
def originals(session: nox.Session) -> None:
    """Check tests/originals on the original interpreters and packages, built anew; not part of a plain `nox`.

    Arguments go to make_originals.py, such as a topic.
    """
    stacks = ROOT / ".nox" / "original-stacks"
    shutil.rmtree(stacks, ignore_errors=True)
    command = [sys.executable, "tests/originals/make_originals.py", "--check", "--stacks", str(stacks)]
    session.run(*command, *session.posargs, external=True)


@nox.session
def recorded(session: nox.Session) -> None:
    """All recorded scripts and programs, as they are and modernised, of which a plain `nox` runs some."""
    _install(session, STACKS["today"])
    session.env["PONG_PG_RECORDED"] = "all"
    session.env["TMPDIR"] = tempfile.gettempdir()
    session.run("pytest", "tests/originals", *session.posargs)


# Of training in the tour, where its reader has one.
_TOUR_MINUTES = "0.2"


@nox.session
def tour(session: nox.Session) -> None:
    """The notebook examples/tour.ipynb from top to bottom, with what its first cell installs.

    With `-- --inplace`, it trains the whole minute, and its outputs are stored in it.
    """
    session.install(f"pong-pg[notebook] @ {_wheel(session).as_uri()}")
    notebook = str(ROOT / "examples" / "tour.ipynb")
    command = ["jupyter", "nbconvert", "--execute", "--ExecutePreprocessor.record_timing=False", notebook]
    # Not nox's own: the kernel's sockets are there.
    session.env["TMPDIR"] = tempfile.gettempdir()
    if "--inplace" in session.posargs:
        # Without it, the cells of old code print a note about NumPy's SIMD code, but only on some processors.
        session.env["NPY_ENABLE_CPU_FEATURES"] = ","
        session.run(*command, "--to", "notebook", "--inplace")
        return
    session.env["PONG_PG_TOUR_MINUTES"] = _TOUR_MINUTES
    session.run(*command, "--to", "html", "--output-dir", session.create_tmp())


@nox.session
def faults(session: nox.Session) -> None:
    """The long tests of faults: kills, nodes that are lost, fuzzed files, soak; not part of a plain `nox`.

    Arguments go to pytest, such as `-k kill`.
    """
    _install(session, STACKS["today"])
    session.install(*_dev("atheris"))
    session.env["PONG_PG_FAULTS"] = "1"
    session.env["TMPDIR"] = tempfile.gettempdir()
    session.run("pytest", "tests/faults", "--timeout", "7200", "-rA", *session.posargs)


@nox.session
def docs(session: nox.Session) -> None:
    """The documentation site, with warnings as errors, and every block of its pages that can be run.

    Arguments go to pytest, such as `-k tutorial`.
    """
    _install(session, STACKS["today"])
    session.install(*DOCS)
    site = ROOT / ".nox" / "site"
    shutil.rmtree(site, ignore_errors=True)
    # -E: nothing of the last run, whose warnings would not be seen again.
    session.run("sphinx-build", "-W", "-n", "-E", "--keep-going", "-q", "-d", session.create_tmp(), "docs", str(site))
    session.log(f"the site is in {site / 'index.html'}")
    session.env["PONG_PG_DOCS"] = "1"
    session.env["TMPDIR"] = tempfile.gettempdir()
    session.run("pytest", "-n", str(min(4, os.cpu_count() or 1)), "tests/docs", "--durations", "5", *session.posargs)


@nox.session
def browser(session: nox.Session) -> None:
    """What people see in a browser, opened and looked at in headless Chromium.

    Arguments go to pytest, such as `-k report`.
    """
    _provide(session, "chromium")
    _install(session, STACKS["today"])
    session.install(*_dev("playwright"))
    session.env["PONG_PG_BROWSER"] = "1"
    session.env["TMPDIR"] = tempfile.gettempdir()
    session.run("pytest", "tests/browser", *session.posargs)


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
        "numpy",
        "rich",
        "threadpoolctl",
        *_dev("hypothesis", "markdown-it-py", "mypy", "packaging", "psutil", "pytest", "nox"),
    )
    session.install("types-psutil")
    session.run("mypy")


# Of PPO, in the minutes that the README's first command takes.
_LEAST_UPDATES = 50


@dataclass
class _Training:
    """The README's first command, at work.

    Attributes:
        clone: the fresh clone that it runs in.
        log: the file that it prints to.
        process: the shell that runs it, which leads a group of processes of its own.
        shell: its environment.
    """

    clone: Path
    log: Path
    process: subprocess.Popen[bytes]
    shell: dict[str, str]

    def stop(self) -> None:
        """End it, if it still runs, as it may where a session failed or nox was interrupted."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGTERM)
            self.process.wait()


_trainings: list[_Training] = []


@nox.session(venv_backend="none")
def training(session: nox.Session) -> None:
    """Begin with the README's first command, in the background: it takes four minutes, and `readme` waits for it."""
    train, test = _readme_commands()
    ci_lines = (ROOT / ".ci" / "run").read_text().splitlines()
    if not any(test in line for line in ci_lines):
        session.error(f".ci/run does not run the README's test command: {test}")
    page = ROOT / "docs" / "reference" / "stacks.md"
    missing = [name for name in STACKS if f"| `{name}` |" not in page.read_text()]
    if missing:
        session.error(f"the table of {page} lacks {', '.join(missing)}: run  nox  and then  nox -s matrix")
    clone = Path(session.create_tmp()).resolve() / "clone"
    shutil.rmtree(clone, ignore_errors=True)
    session.run("git", "clone", "--quiet", str(ROOT), str(clone), external=True)
    # As from a shell of the user's own: nothing of this session's environment.
    shell = {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"}
    shell["PATH"] = _path_without_nox()
    log = clone.parent / "train.log"
    with log.open("wb") as out:
        # Nicely: it takes four minutes whatever it gets done in them, but the tests beside it must not take longer.
        command = ["nice", "-n", "19", "bash", "-c", train]
        session.log(" ".join(command))
        process = subprocess.Popen(
            command, cwd=clone, env=shell, stdout=out, stderr=subprocess.STDOUT, start_new_session=True
        )
    _trainings.append(_Training(clone, log, process, shell))
    atexit.register(_trainings[-1].stop)


@nox.session(venv_backend="none")
def readme(session: nox.Session) -> None:
    """The README's first command and its Python, as they are written, in a fresh clone."""
    if not _trainings:
        training(session)
    run = _trainings.pop()
    status = run.process.wait()
    said = run.log.read_text()
    session.log(said[-2000:])
    if status != 0:
        session.error(f"the README's command ended with status {status}, and said:\n{said}")
    session.chdir(run.clone)
    (directory,) = (run.clone / "runs").iterdir()
    rows = (directory / "metrics.csv").read_text().splitlines()
    # A slow machine learns little in these minutes, but something.
    if len(rows) < _LEAST_UPDATES or "Evaluation after update" not in said:
        session.error(f"the README's command left {len(rows) - 1} rows of metrics, and said:\n{said}")
    video = next(line for line in said.splitlines() if "--record" in line).partition(":  ")[2]
    session.run("bash", "-c", f".venv/bin/{video}", external=True, env=run.shell)
    if not (run.clone / shlex.split(video)[-1]).exists():
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


def _path_without_nox() -> str:
    """PATH as it was before nox's own virtual environment came to stand in front."""
    own = str(Path(sys.executable).parent)
    return os.pathsep.join(entry for entry in os.environ["PATH"].split(os.pathsep) if entry != own)
