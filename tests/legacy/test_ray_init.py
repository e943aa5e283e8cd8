"""What `ray.init` of any year becomes; and whole scripts, each in a process of its own, with a Ray of its own."""

from __future__ import annotations

import functools
import os
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import ray as today

from pong_pg.errors import ClusterError, PongPGError
from pong_pg.legacy.read import settings
from pong_pg.legacy.runtime import notes
from pong_pg.legacy.shims import ray
from pong_pg.legacy.shims.ray._init_arguments import modern_arguments

CORES = os.cpu_count() or 1
LOCAL = {"address": "local"}


@pytest.mark.parametrize(
    ("old", "modern"),
    [
        ({}, {}),
        ({"redis_address": None}, LOCAL),
        ({"redis_address": "10.0.0.1:6379"}, {"address": "10.0.0.1:6379"}),
        ({"scheduler_address": "10.0.0.1:6379"}, {"address": "10.0.0.1:6379"}),
        ({"start_ray_local": True}, LOCAL),
        ({"start_ray_local": True, "num_workers": 1}, {**LOCAL, "num_cpus": 1}),
        ({"num_workers": 1}, {**LOCAL, "num_cpus": CORES}),
        ({"num_workers": CORES + 8}, {**LOCAL, "num_cpus": CORES + 8}),
        ({"num_workers": 0}, LOCAL),
        ({"num_workers": 10, "num_cpus": 3}, {**LOCAL, "num_cpus": 3}),
        ({"num_initial_workers": CORES + 1}, {**LOCAL, "num_cpus": CORES + 1}),
        ({"redirect_output": True}, {**LOCAL, "log_to_driver": False}),
        ({"redirect_worker_output": True}, {**LOCAL, "log_to_driver": False}),
        ({"redirect_output": False}, LOCAL),
        ({"include_webui": False}, {**LOCAL, "include_dashboard": False}),
        ({"webui_host": "0.0.0.0"}, {**LOCAL, "dashboard_host": "0.0.0.0"}),
        ({"redis_password": "x"}, {**LOCAL, "_redis_password": "x"}),
        ({"temp_dir": "/tmp/x"}, {**LOCAL, "_temp_dir": "/tmp/x"}),
        ({"node_ip_address": "127.0.0.1"}, {**LOCAL, "_node_ip_address": "127.0.0.1"}),
        ({"plasma_directory": "/tmp"}, {**LOCAL, "_plasma_directory": "/tmp"}),
        ({"memory": 10**9}, {**LOCAL, "_memory": 10**9}),
        ({"driver_object_store_memory": 10**9}, {**LOCAL, "_driver_object_store_memory": 10**9}),
        ({"driver_mode": ray.PYTHON_MODE}, {**LOCAL, "local_mode": True}),
        ({"driver_mode": ray.SILENT_MODE}, LOCAL),
        ({"num_custom_resource": 2}, {**LOCAL, "resources": {"CustomResource": 2}}),
        # Today's own go through as they are, alone and beside old ones.
        ({"num_cpus": 4, "_temp_dir": "/t", "runtime_env": {}}, {"num_cpus": 4, "_temp_dir": "/t", "runtime_env": {}}),
        ({"address": "auto", "ignore_reinit_error": True}, {"address": "auto", "ignore_reinit_error": True}),
        ({"resources": {"a": 1}, "num_workers": 0}, {**LOCAL, "resources": {"a": 1}}),
    ],
    ids=str,
)
def test_an_old_argument_in_today_s_words(old: dict[str, Any], modern: dict[str, Any]) -> None:
    assert modern_arguments((), old) == modern


@pytest.mark.parametrize(
    "name",
    ["num_objstores", "worker_path", "object_id_seed", "num_redis_shards", "huge_pages", "use_raylet", "lru_evict"],
)
def test_an_argument_without_a_meaning_is_dropped_with_a_note(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notes, "_printed", {})
    for _ in range(2):
        assert modern_arguments((), {name: 1}) == LOCAL
    said = capsys.readouterr()
    assert said.err == f"pong-pg run: ray.init: {name} is ignored: Ray no longer has this argument\n"
    assert said.out == ""


def test_the_workers_of_a_cluster_that_is_attached_to_are_its_own(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notes, "_printed", {})
    assert modern_arguments((), {"redis_address": "h:1", "num_workers": 10}) == {"address": "h:1"}
    monkeypatch.setenv("RAY_ADDRESS", "h:2")
    assert modern_arguments((), {"num_workers": 10, "redis_address": None}) == {"address": None}
    assert "num_workers is ignored: the cluster that the script connects to" in capsys.readouterr().err


def test_arguments_without_a_name() -> None:
    assert modern_arguments(("auto",), {}) == {"address": "auto"}
    assert modern_arguments((True,), {"num_workers": 3}) == {**LOCAL, "num_cpus": 3}
    with pytest.raises(PongPGError, match="one positional argument"):
        modern_arguments(("a", "b"), {})


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("num_wokers", r"'num_wokers' in any version of Ray; did you mean num_workers\?$"),
        ("xyz", "in any version of Ray$"),
    ],
)
def test_an_argument_that_no_ray_had_is_told_before_anything_starts(name: str, told: str) -> None:
    with pytest.raises(PongPGError, match=told):
        ray.init(**{name: 1})
    assert not ray.is_initialized()


@pytest.mark.parametrize(
    ("address", "told"),
    [("127.0.0.1:1", "ray.init: the address 127.0.0.1:1: nothing answers there"), ("nowhere", "must be HOST:PORT")],
)
def test_an_address_where_nothing_listens_is_told_in_one_line(address: str, told: str) -> None:
    for name in ("redis_address", "address"):
        with pytest.raises(ClusterError, match=told) as caught:
            ray.init(**{name: address})
        assert "\n" not in str(caught.value)


def stand_in_for_init(monkeypatch: pytest.MonkeyPatch, function: Callable[..., Any]) -> None:
    """Have today's `ray.init` replaced by a function that takes what it takes."""
    stand_in = functools.wraps(today.init)(function)
    monkeypatch.setattr(today, "init", stand_in)


def test_local_mode_is_not_asked_of_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, Any]] = []
    stand_in_for_init(monkeypatch, lambda **arguments: asked.append(arguments))
    try:
        assert ray.init(driver_mode=ray.PYTHON_MODE) is None
        assert asked == []
        assert ray.get([ray.put(3), 4]) == [3, 4]
        ray.init(local_mode=True, address="local")
        assert "local_mode" not in asked[0]
    finally:
        ray.shutdown()


def test_the_head_of_2016_is_started_with_its_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, Any] = {}
    stand_in_for_init(monkeypatch, lambda **arguments: asked.update(arguments))
    ray.services.start_ray_head("127.0.0.1", num_workers=CORES + 3)
    assert (asked["address"], asked["num_cpus"]) == ("local", CORES + 3)


def test_nothing_of_the_workers_setup_stays_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: dict[str, str] = {}
    stand_in_for_init(monkeypatch, lambda **_: seen.update(os.environ))
    before = dict(os.environ)
    ray.init(address="local")
    assert set(seen) - set(before) >= {"__RAY_WORKER_PROCESS_SETUP_HOOK_ENV_VAR", "PONG_PG_WORKER_SETUP"}
    assert dict(os.environ) == before


def test_a_long_setup_goes_by_the_runtime_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, Any] = {}
    stand_in_for_init(monkeypatch, lambda **arguments: asked.update(arguments))
    monkeypatch.setattr("pong_pg.legacy.shims.ray._session._LONGEST_SETUP", 10)
    monkeypatch.setattr("pong_pg.legacy.install.workers.setup_hook", lambda **_: lambda: os.environ.update(RAN="ours"))
    monkeypatch.setenv("RAN", "")

    def own() -> None:
        os.environ["RAN"] += ", own"

    ray.init(address="local", runtime_env={"env_vars": {"A": "1"}, "worker_process_setup_hook": own})
    assert asked["runtime_env"]["env_vars"]["A"] == "1"
    asked["runtime_env"]["worker_process_setup_hook"]()
    assert os.environ["RAN"] == "ours, own"


def run_script(directory: Path, files: dict[str, str], *arguments: str) -> list[str]:
    """Run `driver.py` under pong-pg; return the lines it printed and put what it said besides into a file."""
    for name, text in files.items():
        (directory / name).write_text(textwrap.dedent(text))
    done = subprocess.run(
        [sys.executable, "-m", "pong_pg", "run", str(directory / "driver.py"), *arguments],
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    (directory / "stderr").write_text(done.stderr)
    # Ray itself tells there when a machine with few cores has started many workers.
    return [line for line in done.stdout.splitlines() if "(raylet)" not in line]


SUMMER_2016 = {
    "functions.py": """
        import os, time
        import ray

        def note(directory, event):
            with open(os.path.join(directory, event), "a") as file:
                file.write("%d\\n" % os.getpid())

        def initializer():
            note(os.environ["NOTES"], "made")
            return {"uses": 0}

        def reinitializer(value):
            note(os.environ["NOTES"], "renewed")
            return value

        ray.reusables.env = ray.Reusable(initializer, reinitializer)

        def all_there(directory, number, how_many):
            open(os.path.join(directory, str(number)), "w").close()
            deadline = time.time() + 60
            while len(os.listdir(directory)) < how_many:
                assert time.time() < deadline, "the others did not come"
                time.sleep(0.01)

        @ray.remote([str, int], [int, dict])
        def meet(directory, number):
            # Named, not pickled: the worker imports this module, and so assigns the variable itself.
            all_there(directory, number, 10)
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
        os.environ["NOTES"] = tempfile.mkdtemp()
        import ray
        import ray.services as services
        import functions

        services.start_singlenode_cluster(return_drivers=False, num_objstores=1, num_workers_per_objstore=10,
                                          worker_path=os.path.join(os.path.dirname(__file__), "worker.py"))
        place = tempfile.mkdtemp()
        pairs = [functions.meet(place, i) for i in range(10)]
        numbers, values = zip(*[(ray.pull(a), ray.pull(b)) for a, b in pairs])
        print(sorted(numbers))

        @ray.actor
        class Player:
            def meet(self, place, number):
                functions.all_there(place, number, 10)
                return os.getpid()

        place = tempfile.mkdtemp()
        players = [Player() for _ in range(10)]
        print(len(set(ray.pull([player.meet(place, i) for i, player in enumerate(players)]))))

        made = open(os.path.join(os.environ["NOTES"], "made")).read().split()
        renewed = open(os.path.join(os.environ["NOTES"], "renewed")).read().split()
        print(len(made) == len(set(made)), len(renewed), str(os.getpid()) in made)
        """,
}


@pytest.mark.ray
def test_a_script_of_summer_2016_gets_its_ten_workers_on_however_few_cores(tmp_path: Path) -> None:
    printed = run_script(tmp_path, SUMMER_2016)
    assert printed == [str(list(range(10))), "10", "True 10 True"]
    assert "worker_path=" in (tmp_path / "stderr").read_text()


SESSIONS = """
    import os, subprocess, sys
    import ray

    @ray.remote
    def old_names():
        import cPickle
        return cPickle.__name__, os.environ.get("MINE"), os.environ.get("HOOKED")

    def mine():
        os.environ["HOOKED"] = "yes"

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
    ray.init(num_cpus=1, driver_mode=ray.SCRIPT_MODE,
             runtime_env={"worker_process_setup_hook": mine, "env_vars": {"MINE": "1"}})
    print(ray.get(old_names.remote()))
    ray.shutdown()
    print(ray.is_initialized())
    """


@pytest.mark.ray
def test_sessions_of_every_kind_set_their_workers_up(tmp_path: Path) -> None:
    shim = "pong_pg.legacy.shims.pickle"
    assert run_script(tmp_path, {"driver.py": SESSIONS}) == [
        "False 1 True",
        str((shim, None, None)),
        str((shim, "of the task", None)),
        f"attached {(shim, None, None)}",
        str((shim, "1", "yes")),
        "False",
    ]
    said = (tmp_path / "stderr").read_text()
    assert "num_workers is ignored" in said
    assert "Traceback" not in said


@pytest.mark.parametrize(
    ("in_milliseconds", "timeout", "seconds", "unit"),
    [(True, 200, 0.2, "milliseconds"), (True, 0.5, 0.5, "seconds"), (False, 200, 200, "seconds")],
)
def test_a_unit_that_is_a_guess_is_told(
    in_milliseconds: bool, timeout: float, seconds: float, unit: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for is_guess in (True, False):
        settings.use(settings.Settings(wait_in_milliseconds=in_milliseconds, wait_unit_is_guess=is_guess))
        notes._printed.clear()
        try:
            found = ray._in_seconds(timeout)
        finally:
            settings.use(settings.Settings())
        told = capsys.readouterr().err
        if is_guess:
            assert found == seconds
            assert f"timeouts are taken for {unit}, " in told
        else:
            assert found == (timeout / 1000 if in_milliseconds else timeout)
            assert told == ""


def test_a_dashboard_whose_packages_are_missing_is_done_without(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(notes, "_printed", {})
    monkeypatch.setitem(sys.modules, "ray.dashboard.optional_deps", None)
    for arguments in ({"include_dashboard": True, "address": "local"}, {"include_webui": True}):
        assert modern_arguments((), arguments) == LOCAL
    said = "pong-pg run: ray.init: goes on without the dashboard, whose packages are not installed: run  pip install"
    assert capsys.readouterr().err.count(said) == 1
    monkeypatch.setitem(sys.modules, "ray.dashboard.optional_deps", sys)
    assert modern_arguments((), {"include_webui": True}) == {**LOCAL, "include_dashboard": True}


def test_the_resources_of_a_cluster_that_the_environment_names_are_its_own(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(notes, "_printed", {})
    monkeypatch.setenv("RAY_ADDRESS", "h:2")
    assert modern_arguments((), {"num_cpus": 2, "num_gpus": None, "ignore_reinit_error": True}) == {
        "ignore_reinit_error": True
    }
    assert capsys.readouterr().err == (
        "pong-pg run: ray.init: num_cpus is ignored: the cluster that RAY_ADDRESS names has its own resources\n"
    )
    # An address in the script is the script's own decision, which Ray itself judges.
    assert modern_arguments((), {"num_cpus": 2, "address": "h:3"}) == {"num_cpus": 2, "address": "h:3"}


FORKS = """
    import os, sys
    import ray
    ray.init(num_workers=1)

    @ray.remote
    def add(x):
        return x + 1

    print(ray.get(add.remote(1)))
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        print("child")
        sys.exit(3)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    print(ray.get(add.remote(2)))
    """


@pytest.mark.ray
def test_a_forked_child_leaves_ray_to_its_parent(tmp_path: Path) -> None:
    assert run_script(tmp_path, {"driver.py": FORKS}) == ["2", "child", "3", "3"]
    assert "Fatal" not in (tmp_path / "stderr").read_text()
