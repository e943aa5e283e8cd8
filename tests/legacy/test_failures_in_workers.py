"""Failures in Ray's workers: what the driver prints of them."""

from __future__ import annotations

import logging.handlers
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from old_scripts import run_text

from pong_pg.errors import PongPGError
from pong_pg.legacy.install.failures import line_for
from pong_pg.legacy.install.failures_in_workers import last_error, without_this_package

HERE = "/x/site-packages/pong_pg/legacy"
TRACEBACK = f"""\
ray::Env.step() (pid=1, repr=<Env>)
           ^^^^^^^^^^^^
  File "{HERE}/shims/ray/_tasks.py", line 60, in task
    return run(function, args, kwargs, serial)
           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  File "/own/script.py", line 12, in step
    return 1 / 0
           ~~^~~
  File "{HERE}/importer.py", line 1, in import_for_own
    raise
  File "/x/pong_pg_fan/compat.py", line 3, in other
    fail()
"""


def test_frames_of_this_package_are_left_out() -> None:
    assert without_this_package(TRACEBACK + "ZeroDivisionError: division by zero") == (
        "ray::Env.step() (pid=1, repr=<Env>)\n"
        '  File "/own/script.py", line 12, in step\n    return 1 / 0\n           ~~^~~\n'
        '  File "/x/pong_pg_fan/compat.py", line 3, in other\n    fail()\n'
        "ZeroDivisionError: division by zero"
    )


@pytest.mark.parametrize(
    ("last", "kind", "told"),
    [
        ("pong_pg.errors.UnknownEnvError: unknown environment 'P'", PongPGError, "unknown environment 'P'"),
        ("ModuleNotFoundError: No module named 'a.b'", ModuleNotFoundError, "No module named 'a.b'"),
    ],
)
def test_an_error_that_a_line_is_enough_for_is_read_from_the_text(last: str, kind: type, told: str) -> None:
    found = last_error(f"{TRACEBACK}{last}\n")
    assert isinstance(found, kind)
    assert str(found) == told


@pytest.mark.parametrize(
    "last",
    [
        "ValueError: bad",
        "pong_pg.errors.NoSuchError: x",
        "no_such_module.Error: x",
        "os.PathLike: x",
        "ModuleNotFoundError: by hand",
        "no colon",
        "",
    ],
)
def test_other_errors_are_not(last: str) -> None:
    assert last_error(TRACEBACK + last) is None
    assert line_for(TRACEBACK + last) is None


def test_a_package_that_is_there_is_not_reported_as_missing() -> None:
    assert line_for("ModuleNotFoundError: No module named 'numpy.no_such_module'") is None
    assert line_for("ModuleNotFoundError: No module named 'no_such.module'") == (
        "needs the module no_such, which is neither installed nor beside the script"
    )


def test_the_line_names_the_place_in_the_script(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.touch()
    text = TRACEBACK.replace("/own/script.py", str(script)) + "pong_pg.errors.UnknownEnvError: unknown environment 'P'"
    assert line_for(text) == "script.py:12: unknown environment 'P'"


def test_logged_failures_are_tidied_and_the_rest_is_left() -> None:
    from pong_pg.legacy.shims.ray import _logs

    logger = logging.getLogger("ray._raylet")
    kept = logging.handlers.BufferingHandler(100)
    logger.addHandler(kept)
    _logs.tidy_failures()
    try:
        logger.error("Exception raised in creation task: %s", TRACEBACK + "ValueError: bad")
        logger.error("Exception raised: %s", TRACEBACK + "ModuleNotFoundError: No module named 'no_such'")
        logger.error("two\nlines")
    finally:
        logger.removeHandler(kept)
        for name in ("ray._raylet", "ray._private.worker"):
            logging.getLogger(name).removeFilter(_logs._tidy)
    texts = [record.getMessage() for record in kept.buffer]
    assert HERE not in texts[0]
    assert texts[0].startswith("Exception raised in creation task: ray::Env.step()")
    assert texts[1].startswith("pong-pg run: error: needs the module no_such")
    assert texts[2] == "two\nlines"


def test_rays_own_messages_go_to_standard_error(monkeypatch: pytest.MonkeyPatch) -> None:
    from ray._private import worker

    from pong_pg.legacy.shims.ray import _logs

    printed: list[tuple[Any, bool]] = []
    monkeypatch.setattr(worker, "print_to_stdstream", lambda data: printed.append((data["pid"], data["is_err"])))
    _logs.keep_off_standard_output()
    _logs.keep_off_standard_output()
    for pid in ("raylet", "autoscaler", 17):
        worker.print_to_stdstream({"pid": pid, "is_err": False, "lines": ["x"]})
    assert printed == [("raylet", True), ("autoscaler", True), (17, False)]


FAILING = """
    import gym, ray, sys
    ray.init(num_workers=1)
    what = sys.argv[1]

    @ray.remote
    class Env(object):
        def __init__(self):
            if what == "id":
                self.env = gym.make("Pogn-v0")
        def package(self):
            import no_such_package
        def divide(self):
            return 1 // 0

    env = Env.remote()
    print(ray.get(getattr(env, sys.argv[2]).remote()))
"""


@pytest.mark.usefixtures("in_local_ray")
@pytest.mark.ray
@pytest.mark.parametrize(
    ("arguments", "status", "told"),
    [
        (("id", "divide"), 2, r"script.py:9: unknown environment 'Pogn-v0': .*Pong-v0.*"),
        (
            ("", "package"),
            2,
            r"script.py:11: needs the module no_such_package, which is neither installed nor beside the script",
        ),
    ],
    ids=["id", "package"],
)
def test_a_user_s_mistake_in_an_actor_is_one_line(
    tmp_path: Path, arguments: tuple[str, ...], status: int, told: str
) -> None:
    done = run_text(tmp_path, FAILING, *arguments)
    assert (done.returncode, done.stdout) == (status, "")
    assert re.search(f"^pong-pg run: error: {told}$", done.stderr, re.MULTILINE)
    assert "Traceback" not in done.stderr


@pytest.mark.usefixtures("in_local_ray")
@pytest.mark.ray
def test_another_failure_in_an_actor_is_the_script_s_own_traceback(tmp_path: Path) -> None:
    done = run_text(tmp_path, FAILING, "", "divide")
    assert done.returncode == 1
    assert 'script.py", line 13, in divide\n    return 1 // 0\n' in done.stderr
    assert "pong_pg/legacy" not in done.stderr


FAILING_SETUP = """
    import ray, sys
    def set_up():
        raise OSError("no licence for this machine")
    ray.init(num_cpus=1, runtime_env={"worker_process_setup_hook": set_up})

    @ray.remote
    class Env(object):
        def half(self):
            return 1 / 2

    @ray.remote
    def half():
        return 1 / 2

    env = Env.remote()
    try:
        print(ray.get(env.half.remote()))
    except ray.exceptions.RayError as error:
        print("WorkerSetupError: a worker" in str(error), "no licence for this machine" in str(error))
    print(ray.get(half.remote()))
"""


@pytest.mark.usefixtures("in_local_ray")
@pytest.mark.ray
def test_a_worker_that_could_not_be_set_up_fails_its_tasks(tmp_path: Path) -> None:
    done = run_text(tmp_path, FAILING_SETUP)
    assert (done.returncode, done.stdout) == (2, "True True\n")
    told = "error: script.py:20: a worker of Ray could not be set up to run code of the script: OSError: no licence"
    assert told in done.stderr


def test_the_reason_why_a_worker_could_not_be_set_up_is_kept_for_its_tasks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from pong_pg.legacy.install import workers
    from pong_pg.legacy.shims.ray import _session, _tasks

    def half() -> float:
        return 1 / 2

    monkeypatch.setattr(workers, "_failure", "")
    task = _tasks.as_task(half)
    assert task() == 0.5
    monkeypatch.setenv("PONG_PG_WORKER_SETUP", "broken")
    _session.set_up_worker()
    assert "Traceback" in capsys.readouterr().err
    with pytest.raises(workers.WorkerSetupError, match=r"could not be set up to run code of the script: .*Error"):
        task()


def test_a_node_without_this_package_is_left_to_rays_own_message(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from pong_pg.legacy.shims.ray import _session

    hook = _session._guarded(b"")
    monkeypatch.setitem(sys.modules, "pong_pg.legacy.install", None)
    hook()
    assert "pong_pg.legacy.install" in capsys.readouterr().err
