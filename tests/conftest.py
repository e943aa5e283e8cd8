from __future__ import annotations

import importlib
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import hypothesis
import numpy as np
import pytest
from old_scripts import ask
from packaging.requirements import Requirement
from stack import EXPECTED_WARNINGS, NATIVE_BACKENDS

from pong_pg.compat._versions import installed_version
from pong_pg.legacy.read import settings
from pong_pg.reinforce.config import ReinforceConfig
from pong_pg.reinforce.policy import ReinforcePolicy

# How long an example takes says more about what else the machine does than about the code.
hypothesis.settings.register_profile("no clock", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow])
hypothesis.settings.load_profile("no clock")


def pytest_configure(config: pytest.Config) -> None:
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # A shell tells programs in the background to ignore Ctrl-C, and theirs would, too.
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        # And nohup to ignore the end of their terminal.
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
    for requirement, warning in EXPECTED_WARNINGS:
        if not _is_missing(requirement):
            config.addinivalue_line("filterwarnings", f"ignore:{warning}")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what needs a package that this stack lacks; nox checks that it has those that it should have."""
    missing = [
        item
        for item in items
        if any(_is_missing(requirement) for mark in item.iter_markers("needs") for requirement in mark.args)
        or (item.get_closest_marker("native") and not NATIVE_BACKENDS)
    ]
    config.hook.pytest_deselected(items=missing)
    # Those that share a session of Ray come last: while it runs, others would find it.
    items[:] = sorted(
        (item for item in items if item not in set(missing)),
        key=lambda item: "local_ray" in getattr(item, "fixturenames", ()),
    )


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out what only a session of nox of its own runs: long tests of faults, those in a browser, the documents."""
    longer = {"faults": "PONG_PG_FAULTS", "browser": "PONG_PG_BROWSER", "test_documented_runs.py": "PONG_PG_DOCS"}
    named = {collection_path.name, collection_path.parent.name} & longer.keys()
    return True if any(longer[name] not in os.environ for name in named) else None


def _is_missing(text: str) -> bool:
    requirement = Requirement(text)
    version = installed_version(requirement.name)
    return version is None or not requirement.specifier.contains(version)


@pytest.fixture(autouse=True)
def _surroundings_of_the_user_stay_out(monkeypatch: pytest.MonkeyPatch) -> None:
    # A developer's own cluster must not become the one that the tests use.
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    monkeypatch.setenv("COLUMNS", "120")


@pytest.fixture(scope="session")
def local_ray() -> Iterator[None]:
    """One Ray session for all tests of a process that need no more than actors; `cluster.connected` uses it."""
    from pong_pg.distributed import cluster

    # The workers unpickle what the tests hand them by the name of its module.
    here = Path(__file__).parent
    folders = [str(folder) for folder in (here, *here.iterdir()) if folder.is_dir()]
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [*folders, os.environ.get("PYTHONPATH", "")]))
    # Ray sets this to 1 in its workers unless it is set; the limit that the tests look for is to be the package's.
    os.environ["OMP_NUM_THREADS"] = "2"
    with cluster.connected(None):
        yield


@pytest.fixture
def in_local_ray(local_ray: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the programs that a test runs attach to the session that tests share, instead of starting one each."""
    import ray

    monkeypatch.setenv("RAY_ADDRESS", ray.get_runtime_context().gcs_address)


@pytest.fixture(scope="session")
def _forks() -> Iterator[subprocess.Popen[str]]:
    """A process whose forks run scripts."""
    command = [sys.executable, str(Path(__file__).with_name("originals") / "run_here.py")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield process
        process.communicate()


@pytest.fixture
def run_old(_forks: subprocess.Popen[str], tmp_path: Path) -> Callable[[Path], tuple[bytes, str]]:
    """Run a copy of a script in a directory of its own; return its output, and why it failed, "" if it did not."""

    def in_fork(script: Path) -> tuple[bytes, str]:
        added = {name: os.environ[name] for name in ("RAY_ADDRESS",) if name in os.environ}
        return ask(_forks, script, tmp_path, added)

    return in_fork


@pytest.fixture
def small_config() -> ReinforceConfig:
    return ReinforceConfig(batch_size=3, iterations=2, workers=0, hidden=8, seed=5)


@pytest.fixture(scope="session")
def policy() -> ReinforcePolicy:
    return ReinforcePolicy.initial(200, np.random.default_rng(1))


@pytest.fixture
def _settings_of_no_script() -> Iterator[None]:
    """What an old script is treated by, whatever the tests before it have said."""
    settings.use(settings.Settings())
    yield
    settings.use(settings.Settings())


@pytest.fixture
def gym(_settings_of_no_script: None) -> Any:
    """The Gym that old scripts get."""
    return importlib.import_module("pong_pg.legacy.shims.gym")


@pytest.fixture
def own(gym: Any) -> Any:
    """Environments and wrappers as scripts of different years write them."""
    return importlib.import_module("own_gym")
