"""Failures in Ray's workers: what the driver prints of them."""

from __future__ import annotations

import re
from pathlib import Path

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
    ("last", "kind"),
    [
        ("pong_pg.errors.UnknownEnvError: unknown environment 'P'", PongPGError),
        ("ModuleNotFoundError: No module named 'a.b'", ModuleNotFoundError),
        ("ValueError: bad", type(None)),
        ("no_such_module.Error: x", type(None)),
        ("ModuleNotFoundError: by hand", type(None)),
        ("no colon", type(None)),
    ],
)
def test_an_error_that_a_line_is_enough_for_is_read_from_the_text(last: str, kind: type) -> None:
    found = last_error(f"{TRACEBACK}{last}\n")
    assert isinstance(found, kind)
    assert found is None or str(found) == last.partition(": ")[2]


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
    ("arguments", "told"),
    [
        (("id", "divide"), r"script.py:9: unknown environment 'Pogn-v0': .*Pong-v0.*"),
        (("", "package"), r"script.py:11: needs the module no_such_package, which is neither installed nor .*"),
    ],
    ids=["id", "package"],
)
def test_a_user_s_mistake_in_an_actor_is_one_line(tmp_path: Path, arguments: tuple[str, ...], told: str) -> None:
    done = run_text(tmp_path, FAILING, *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.search(f"^pong-pg run: error: {told}$", done.stderr, re.MULTILINE)


@pytest.mark.usefixtures("in_local_ray")
@pytest.mark.ray
def test_another_failure_in_an_actor_is_the_script_s_own_traceback(tmp_path: Path) -> None:
    done = run_text(tmp_path, FAILING, "", "divide")
    assert done.returncode == 1
    assert 'script.py", line 13, in divide\n    return 1 // 0\n' in done.stderr
    assert "pong_pg/legacy" not in done.stderr


def test_the_reason_why_a_worker_could_not_be_set_up_is_kept_for_its_tasks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from pong_pg.legacy.install import workers
    from pong_pg.legacy.shims.ray import _session, _variables

    monkeypatch.setattr(workers, "_failure", "")
    task = _variables.as_task(lambda: 1 / 2)
    assert task() == 0.5
    monkeypatch.setenv("PONG_PG_WORKER_SETUP", "broken")
    _session.set_up_worker()
    assert "Traceback" in capsys.readouterr().err
    with pytest.raises(workers.WorkerSetupError, match=r"could not be set up to run code of the script: .*Error"):
        task()
