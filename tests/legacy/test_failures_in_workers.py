"""Failures in Ray's workers: what the driver prints of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from old_scripts import run_text

FAILING = """
    import gym, ray, sys
    ray.init(num_workers=1)
    what = sys.argv[1]

    @ray.remote
    class Env(object):
        def __init__(self):
            if what == "id":
                self.env = gym.make("Pogn-v0")
        def divide(self):
            return 1 // 0

    env = Env.remote()
    print(ray.get(getattr(env, sys.argv[2]).remote()))
"""


@pytest.mark.usefixtures("in_local_ray")
@pytest.mark.ray
def test_a_user_s_mistake_in_an_actor_is_one_line(tmp_path: Path) -> None:
    done = run_text(tmp_path, FAILING, "id", "divide")
    assert (done.returncode, done.stdout) == (2, "")
    told = r"script.py:9: unknown environment 'Pogn-v0': .*Pong-v0.*"
    assert re.search(f"^pong-pg run: error: {told}$", done.stderr, re.MULTILINE)


@pytest.mark.usefixtures("in_local_ray")
@pytest.mark.ray
def test_another_failure_in_an_actor_is_the_script_s_own_traceback(tmp_path: Path) -> None:
    done = run_text(tmp_path, FAILING, "", "divide")
    assert done.returncode == 1
    assert 'script.py", line 11, in divide\n    return 1 // 0\n' in done.stderr
    assert "pong_pg/legacy" not in done.stderr


NO_SET_UP = """
    import os, ray
    from pong_pg.legacy.install import workers

    def hook():
        def set_up():
            raise OSError("no such disk")
        return set_up

    workers.setup_hook = hook
    ray.init(num_workers=1)

    def touch():
        open(%r, "w").close()

    @ray.remote
    def task():
        touch()

    @ray.remote(num_returns=2)
    def two():
        touch()
        yield 1
        yield 2

    @ray.remote
    class Actor(object):
        def __init__(self):
            touch()
        def method(self):
            touch()

    for start in (task.remote, lambda: two.remote()[0], lambda: Actor.remote().method.remote()):
        try:
            ray.get(start())
        except Exception as error:
            print("could not be set up to run code of the script: OSError: no such disk;" in str(error))
    print(os.path.exists(%r))
    ray.get(task.remote())
    """


@pytest.mark.usefixtures("in_local_ray")
@pytest.mark.ray
def test_nothing_of_the_script_runs_in_a_worker_that_could_not_be_set_up(tmp_path: Path) -> None:
    touched = str(tmp_path / "touched")
    done = run_text(tmp_path, NO_SET_UP % (touched, touched))
    assert (done.returncode, done.stdout) == (2, "True\nTrue\nTrue\nFalse\n")
    assert re.search(r"^pong-pg run: error: script.py:\d+: a worker of Ray could not be set up", done.stderr, re.M)
