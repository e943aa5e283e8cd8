"""`nox` runs everything that must hold before a change lands; `nox --list` says what each session is for."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
import tempfile
from pathlib import Path

import nox

nox.needs_version = ">=2024.4.15"
nox.options.default_venv_backend = "uv|virtualenv"
nox.options.error_on_missing_interpreters = True
# The tests come last, so that their summary ends the output.
nox.options.sessions = ["lint", "types", "readme", "tests-today"]

ROOT = Path(__file__).parent
DEV = nox.project.load_toml("pyproject.toml")["dependency-groups"]["dev"]


def _dev(*names: str) -> list[str]:
    """The requirements of these tools, as pyproject.toml states them."""
    found = [requirement for requirement in DEV if requirement.partition(">=")[0] in names]
    if len(found) != len(names):
        raise ValueError(f"pyproject.toml does not list all of {names}")
    return found


def _wheel(session: nox.Session) -> Path:
    """Build the wheel; what is tested is what a user installs, not the source tree."""
    out = Path(session.create_tmp()).resolve() / "dist"
    shutil.rmtree(out, ignore_errors=True)
    session.install(*_dev("build"))
    session.run("python", "-m", "build", "--wheel", "--outdir", str(out), str(ROOT), silent=True)
    (wheel,) = out.glob("*.whl")
    return wheel


@nox.session(name="tests-today")
def tests_today(session: nox.Session) -> None:
    """The test suite on the built wheel and the newest packages. Arguments go to pytest."""
    wheel = _wheel(session)
    session.install(
        f"pong-pg[today,tensorboard] @ {wheel.as_uri()}",
        *_dev("hypothesis", "psutil", "pytest", "pytest-timeout", "pytest-xdist", "scipy"),
    )
    session.run("python", "-c", _VERSIONS)
    # Ray keeps its sockets in the temporary directory, and a socket's path has at most 107 characters: not nox's own.
    session.env["TMPDIR"] = tempfile.gettempdir()
    if session.posargs:
        session.run("pytest", *session.posargs)
        return
    session.run("pytest", "-n", str(min(4, os.cpu_count() or 1)), "-m", "not ray")
    # One after another: each of these starts Ray servers that want the whole machine.
    session.run("pytest", "-m", "ray")


_VERSIONS = """
from importlib import metadata
names = "numpy", "ray", "gymnasium", "gym", "ale-py", "shimmy", "rich", "tensorboard"
print("Testing on " + ", ".join(f"{name} {metadata.version(name)}" for name in names))
"""


@nox.session
def lint(session: nox.Session) -> None:
    """Style and format, by ruff."""
    session.install(*_dev("ruff"))
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")


@nox.session
def types(session: nox.Session) -> None:
    """Strict types of package, tests and benchmarks, by mypy."""
    session.install("numpy", "rich", "threadpoolctl", *_dev("hypothesis", "mypy", "psutil", "pytest", "nox"))
    session.install("types-psutil")
    session.run("mypy")


@nox.session
def readme(session: nox.Session) -> None:
    """The README's first command and its Python, as they are written, in a fresh clone."""
    train, test = _readme_commands()
    ci_lines = (ROOT / ".ci" / "run").read_text().splitlines()
    if not any(test in line for line in ci_lines):
        session.error(f".ci/run does not run the README's test command: {test}")
    clone = Path(session.create_tmp()).resolve() / "clone"
    shutil.rmtree(clone, ignore_errors=True)
    session.run("git", "clone", "--quiet", str(ROOT), str(clone), external=True)
    session.chdir(clone)
    # As from a shell of the user's own: nothing of this session's environment.
    session.run("bash", "-c", train, external=True, env={"PATH": _path_without(session), "VIRTUAL_ENV": None})
    (run,) = (clone / "runs").iterdir()
    rows = (run / "metrics.csv").read_text().splitlines()
    wanted = int(shlex.split(train)[shlex.split(train).index("--iterations") + 1])
    if len(rows) != wanted + 1:
        session.error(f"the README's command left {len(rows) - 1} rows of metrics, not {wanted}")
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
