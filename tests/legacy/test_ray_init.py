"""What `ray.init` of any year becomes; and whole scripts, each in a process of its own, with a Ray of its own."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest
from old_scripts import run, write

from pong_pg.errors import ClusterError
from pong_pg.legacy.shims import ray
from pong_pg.legacy.shims.ray import _session
from pong_pg.legacy.shims.ray._init_arguments import modern_arguments
from pong_pg.legacy.tables.ray import ARGUMENTS

CORES = os.cpu_count() or 1
LOCAL = {"address": "local"}


@pytest.mark.parametrize(
    ("old", "modern"),
    [
        ({}, {}),
        ({"redis_address": None}, LOCAL),
        ({"redis_address": "10.0.0.1:6379"}, {"address": "10.0.0.1:6379"}),
        ({"start_ray_local": True}, LOCAL),
        ({"start_ray_local": True, "num_workers": 1}, {**LOCAL, "num_cpus": 1}),
        ({"num_workers": 1}, {**LOCAL, "num_cpus": CORES}),
        ({"num_workers": CORES + 8}, {**LOCAL, "num_cpus": CORES + 8}),
        ({"num_workers": 0}, LOCAL),
        ({"num_workers": 10, "num_cpus": 3}, {**LOCAL, "num_cpus": 3}),
        ({"redirect_output": True}, {**LOCAL, "log_to_driver": False}),
        ({"redirect_worker_output": True}, {**LOCAL, "log_to_driver": False}),
        ({"redirect_output": False}, LOCAL),
        ({"include_webui": False}, {**LOCAL, "include_dashboard": False}),
        ({"memory": 10**9}, {**LOCAL, "_memory": 10**9}),
        ({"driver_mode": ray.PYTHON_MODE}, LOCAL),
        # Today's own go through as they are, alone and beside old ones.
        ({"num_cpus": 4, "_temp_dir": "/t", "runtime_env": {}}, {"num_cpus": 4, "_temp_dir": "/t", "runtime_env": {}}),
        ({"address": "auto", "ignore_reinit_error": True}, {"address": "auto", "ignore_reinit_error": True}),
        ({"resources": {"a": 1}, "num_workers": 0}, {**LOCAL, "resources": {"a": 1}}),
    ],
    ids=str,
)
def test_an_old_argument_in_today_s_words(old: dict[str, Any], modern: dict[str, Any]) -> None:
    assert modern_arguments(old) == modern


def test_the_workers_of_a_cluster_that_is_attached_to_are_its_own(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pong_pg.legacy.runtime.messages._printed", {})
    assert modern_arguments({"redis_address": "h:1", "num_workers": 10}) == {"address": "h:1"}
    monkeypatch.setenv("RAY_ADDRESS", "h:2")
    assert modern_arguments({"num_workers": 10, "redis_address": None}) == {"address": None}
    assert "num_workers is ignored: the cluster that the script connects to" in capsys.readouterr().err


def test_every_argument_of_the_table_is_taken(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pong_pg.legacy.runtime.messages._printed", {})
    monkeypatch.setattr("pong_pg.legacy.shims.ray._init_arguments._has_dashboard", lambda: True)
    for name, row in ARGUMENTS["ray.init"].items():
        if row.renamed:
            assert modern_arguments({name: "h:1"}) == {**LOCAL, row.renamed: "h:1"}
        elif row.is_dropped:
            assert modern_arguments({name: 1}) == LOCAL
            assert f"ray.init: {name} is ignored: Ray no longer has this argument" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("address", "told"),
    [("127.0.0.1:1", "ray.init: the address 127.0.0.1:1: nothing answers there"), ("nowhere", "must be HOST:PORT")],
)
def test_an_address_where_nothing_listens_is_told_in_one_line(address: str, told: str) -> None:
    for start in (ray.init, lambda address: ray.init(redis_address=address)):
        with pytest.raises(ClusterError, match=told) as caught:
            start(address)
        assert "\n" not in str(caught.value)


def run_script(directory: Path, files: dict[str, str], *arguments: str) -> list[str]:
    """Run `driver.py` under pong-pg; return the lines it printed and put what it said besides into a file."""
    for name, text in files.items():
        write(directory, text, name)
    done = run(directory / "driver.py", *arguments, timeout=240)
    assert done.returncode == 0, done.stderr
    (directory / "stderr").write_text(done.stderr)
    return done.stdout.splitlines()


SUMMER_2016 = {
    "functions.py": """
        import os, time
        import ray

        ray.reusables.env = ray.Reusable(lambda: {"uses": 0}, lambda value: value)

        @ray.remote([str, int], [int, dict])
        def meet(directory, number):
            # Named, not pickled: the worker imports this module, and so assigns the variable itself.
            open(os.path.join(directory, str(number)), "w").close()
            deadline = time.time() + 60
            while len(os.listdir(directory)) < 10:
                assert time.time() < deadline, "the others did not come"
                time.sleep(0.01)
            ray.reusables.env["uses"] += 1
            return number, dict(ray.reusables.env)
        """,
    "worker.py": """
        import sys, ray, functions
        ray.connect(*sys.argv[1:])
        ray.register_module(functions)
        ray.worker.main_loop()
        """,
    "driver.py": """
        import os, sys, tempfile
        import ray
        import ray.services as services
        import functions

        services.start_singlenode_cluster(return_drivers=False, num_objstores=1, num_workers_per_objstore=10,
                                          worker_path=os.path.join(os.path.dirname(__file__), "worker.py"))
        place = tempfile.mkdtemp()
        pairs = [functions.meet(place, i) for i in range(10)]
        print([ray.pull(number) for number, value in pairs], {ray.pull(value)["uses"] for number, value in pairs})
        """,
}


@pytest.mark.ray
def test_a_script_of_summer_2016_gets_its_ten_workers_on_however_few_cores(tmp_path: Path) -> None:
    assert run_script(tmp_path, SUMMER_2016) == [f"{list(range(10))} {{1}}"]
    assert "worker_path=" in (tmp_path / "stderr").read_text()


def test_standard_output_is_for_what_workers_print(capsys: pytest.CaptureFixture[str]) -> None:
    # The raylet warns, for one, when a machine with few cores has started many workers.
    for pid in ("raylet", "gcs_server", 12, "13"):
        data = {"pid": pid, "ip": "", "lines": [f"said by {pid}"], "is_err": False}
        _session._print_logs(data, sys.stdout)
    out, err = capsys.readouterr()
    assert [line.rpartition(" ")[2] for line in out.splitlines()] == ["12", "13"]
    assert "raylet" in err


SESSIONS = """
    import os, subprocess, sys
    import ray

    @ray.remote
    def old_names():
        import cPickle
        return cPickle.__name__, os.environ.get("MINE")

    if len(sys.argv) > 1:
        ray.init(redis_address=sys.argv[1], num_workers=5)
        print("attached %s" % (ray.get(old_names.remote()),))
        sys.exit()

    # The first call connects, as today.
    print("%s %s %s" % (ray.is_initialized(), ray.get(ray.put(1)), ray.is_initialized()))
    print(ray.get(old_names.remote()))
    print(ray.get(old_names.options(runtime_env={"env_vars": {"MINE": "of the task"}}).remote()))
    address = ray.get_runtime_context().gcs_address
    attach = [sys.executable, "-m", "pong_pg", "run", __file__, address]
    print(subprocess.run(attach, stdout=subprocess.PIPE, text=True, check=True).stdout.strip())
    ray.shutdown()

    # What is the script's own in the workers stays, beside what they need to be set up.
    ray.init(num_cpus=1, driver_mode=ray.SCRIPT_MODE, runtime_env={"env_vars": {"MINE": "1"}})
    print(ray.get(old_names.remote()))
    ray.shutdown()
    print(ray.is_initialized())
    """


@pytest.mark.ray
def test_sessions_of_every_kind_set_their_workers_up(tmp_path: Path) -> None:
    shim = "pong_pg.legacy.shims.pickle"
    assert run_script(tmp_path, {"driver.py": SESSIONS}) == [
        "False 1 True",
        str((shim, None)),
        str((shim, "of the task")),
        f"attached {(shim, None)}",
        str((shim, "1")),
        "False",
    ]
    said = (tmp_path / "stderr").read_text()
    assert "num_workers is ignored" in said
    assert "Traceback" not in said


OLD_CODE = """
    import gym, ray
    import numpy as np
    import neighbour

    def rows():
        import cPickle, scipy.misc
        class Shape(gym.ObservationWrapper):
            def _observation(self, observation): return observation.shape
        env = Shape(gym.make('Pong-v0'))
        return (env.reset(), len(env.step([2])), np.float is float, np.array([[1, 2], [3]]).shape,
                scipy.misc.imresize(np.eye(4), 0.5).shape, 7 / 2, neighbour.half(7), {1: 2}.has_key(1),
                cPickle.loads(cPickle.dumps('a')))

    ray.init(num_workers=1)
    here = rows()
    print here == ray.get(ray.remote(rows).remote()), here
    """


@pytest.mark.usefixtures("in_local_ray")
@pytest.mark.ray
@pytest.mark.needs("ray>=2.9")
def test_old_code_means_in_a_worker_what_it_means_in_the_driver(tmp_path: Path) -> None:
    files = {"driver.py": OLD_CODE, "neighbour.py": "def half(n): return n / 2\n"}
    expected = "((210, 160, 3), 4, True, (2,), (2, 2), 3, 3, True, 'a')"
    assert run_script(tmp_path, files) == [f"True {expected}"]


def test_a_dashboard_whose_packages_are_missing_is_done_without(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("pong_pg.legacy.runtime.messages._printed", {})
    monkeypatch.setitem(sys.modules, "ray.dashboard.optional_deps", None)
    for arguments in ({"include_dashboard": True, "address": "local"}, {"include_webui": True}):
        assert modern_arguments(arguments) == LOCAL
    said = "pong-pg run: ray.init: goes on without the dashboard, whose packages are not installed: run  pip install"
    assert capsys.readouterr().err.count(said) == 1
    monkeypatch.setitem(sys.modules, "ray.dashboard.optional_deps", sys)
    assert modern_arguments({"include_webui": True}) == {**LOCAL, "include_dashboard": True}
