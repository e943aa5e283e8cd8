"""What becomes of Ray's old API, as text."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest
from pong_pg.legacy.modernize.rules.ray.gone import missing_name

from pong_pg.legacy.modernize.modernizing import Modernized, modernize


def modern(text: str) -> Modernized:
    found = modernize("import ray\n\n" + textwrap.dedent(text))
    assert modernize(found.source).source == found.source
    return found


def becomes(text: str, expected: str) -> None:
    assert modern(text).source == "import ray\n\n" + textwrap.dedent(expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ray.init(redis_address=a)", "ray.init(address=a)"),
        ("ray.init(start_ray_local=True, num_workers=10)", "ray.init(num_cpus=10)"),
        ("ray.init(num_workers=2, num_cpus=4)", "ray.init(num_cpus=4)"),
        ("ray.init(num_workers=n, num_cpus=None)", "ray.init(num_cpus=n)"),
        ("ray.init(num_workers=0)", "ray.init()"),
        ("ray.init(redirect_output=True)", "ray.init(log_to_driver=False)"),
        ("ray.init(redirect_output=False, num_gpus=1)", "ray.init(num_gpus=1)"),
        ("ray.init(redirect_worker_output=quiet)", "ray.init(log_to_driver=not quiet)"),
        ("ray.init(redirect_output=a or b)", "ray.init(log_to_driver=not (a or b))"),
        ("ray.init(driver_mode=ray.SILENT_MODE)", "ray.init()"),
        ("ray.init(num_custom_resource=2)", 'ray.init(resources={"CustomResource": 2})'),
        ("ray.init(huge_pages=True, num_cpus=1, use_pickle=False)", "ray.init(num_cpus=1)"),
        ("ray.init(address, include_webui=False)", "ray.init(address, include_dashboard=False)"),
        (
            "ray.init(\n    num_workers=1,  # one\n    redirect_output=True,\n)",
            "ray.init(\n    num_cpus=1,  # one\n    log_to_driver=False,\n)",
        ),
        ("ray.services.start_ray_local(num_objstores=1, num_workers=3)", "ray.init(num_cpus=3)"),
        ("ray.services.start_ray_local(1, 3, 'worker.py')", "ray.init(num_cpus=3)"),
        ("ray.services.start_singlenode_cluster(num_workers_per_objstore=4)", "ray.init(num_cpus=4)"),
        ("ray.worker.init(num_workers=1)", "ray.init(num_cpus=1)"),
        ("ray.connect('127.0.0.1', 7777)", "ray.init(ignore_reinit_error=True)"),
        ("ray.worker.cleanup()", "ray.shutdown()"),
        ("ray.disconnect(worker=w)", "ray.shutdown()"),
        ("ray.services.cleanup()", "ray.shutdown()"),
    ],
)
def test_starting_and_ending(text: str, expected: str) -> None:
    becomes(text + "\n", expected + "\n")


def test_there_are_as_many_cpus_as_a_task_asks_for() -> None:
    task = "\n\n@ray.remote(num_cpus=2)\ndef f():\n    pass\n"
    becomes("ray.init(num_workers=1)" + task, "ray.init(num_cpus=2)" + task)


def test_local_mode_leaves_a_comment() -> None:
    for argument in ("driver_mode=ray.PYTHON_MODE", "driver_mode=mode", "local_mode=True"):
        found = modern(f"ray.init({argument})\n")
        assert found.source.endswith("\nray.init()\n")
        assert "no longer has a local mode" in found.notes[0].text
    becomes("ray.init(local_mode=False)\n", "ray.init()\n")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x = ray.pull(ray.push(1))", "x = ray.get(ray.put(1))"),
        ("x = ray.put(1, weakref=True)", "x = ray.put(1)"),
        ("ray.get(x, ray.worker.global_worker)", "ray.get(x)"),
        ("isinstance(x, ray.ObjectID)", "isinstance(x, ray.ObjectRef)"),
        ("ray.register_class(Foo)\nx = 1", "x = 1"),
        ("if x:\n    ray.register_class(Foo, pickle=True)\ny = 1", "if x:\n    pass\ny = 1"),
        ("ray.register_custom_serializer(A, use_pickle=True)\ny = 1", "y = 1"),
        ("ray.register_custom_serializer(A, f, g)", "ray.util.register_serializer(A, serializer=f, deserializer=g)"),
        ("ray.global_state.client_table()[0]['ClientID']", 'ray.nodes()[0]["NodeID"]'),
        ("ray.global_state.cluster_resources()", "ray.cluster_resources()"),
        ("ray.global_state.chrome_tracing_dump('t.json')", "ray.timeline('t.json')"),
        ("ray.services.get_node_ip_address()", "ray.util.get_node_ip_address()"),
        ("a.__ray_terminate__.remote(a._ray_actor_id.id())", "a.__ray_terminate__.remote()"),
        (
            "try:\n    f()\nexcept ray.exceptions.RayTimeoutError:\n    pass",
            "try:\n    f()\nexcept ray.exceptions.GetTimeoutError:\n    pass",
        ),
    ],
)
def test_names(text: str, expected: str) -> None:
    becomes(text + "\n", expected + "\n")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("import ray.services as services\nservices.cleanup()\n", "import ray\nray.shutdown()\n"),
        ("import ray\nimport ray.worker\nray.worker.cleanup()\n", "import ray\nray.shutdown()\n"),
        ("from ray import push, put\nx = push(put(1))\n", "from ray import put\nimport ray\nx = ray.put(put(1))\n"),
        ("from ray.experimental.queue import Queue\n", "from ray.util.queue import Queue\n"),
        ("from ray.experimental import queue as q\n", "from ray.util import queue as q\n"),
        ("import ray.experimental.multiprocessing as mp\n", "import ray.util.multiprocessing as mp\n"),
    ],
)
def test_imports(text: str, expected: str) -> None:
    assert modernize(text).source == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("@ray.remote(num_return_vals=2)", "@ray.remote(num_returns=2)"),
        ("@ray.remote([int, int], [int])", "@ray.remote"),
        ("@ray.remote([int], [int, float])", "@ray.remote(num_returns=2)"),
        ("@ray.remote([], [])", "@ray.remote(num_returns=0)"),
        ("@ray.remote([int], n * [int])", "@ray.remote(num_returns=len(n * [int]))"),
        ("@ray.remote(checkpoint_interval=3)", "@ray.remote"),
        ("@ray.remote(num_cpus=1, function_id=3)", "@ray.remote(num_cpus=1)"),
        ("@ray.remote(max_reconstructions=2)", "@ray.remote(max_restarts=2)"),
        ("@ray.remote(num_custom_resource=1)", '@ray.remote(resources={"CustomResource": 1})'),
    ],
)
def test_decorators(text: str, expected: str) -> None:
    function = "\ndef f(x):\n    return x\n"
    becomes(text + function, expected + function)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("f._submit(args=[1, x], num_return_vals=2)", "f.options(num_returns=2).remote(1, x)"),
        ("f._remote(args=values, kwargs={'a': 1})", "f.remote(*values, a=1)"),
        ("f._remote()", "f.remote()"),
        ("f._submit([1, 2], {'b': x})", "f.remote(1, 2, b=x)"),
        ("a.m.options(num_return_vals=2).remote()", "a.m.options(num_returns=2).remote()"),
        (
            "A.options(detached=name != '').remote()",
            "A.options(lifetime=\"detached\" if (name != '') else None).remote()",
        ),
        ("A.options(name='a', detached=False).remote()", "A.options(name='a').remote()"),
        ("A.options(is_asyncio=True).remote()", "A.remote()"),
    ],
)
def test_options(text: str, expected: str) -> None:
    becomes(text + "\n", expected + "\n")


def test_detached_actors_are_seen_by_all_drivers() -> None:
    becomes(
        "ray.init()\nA.options(name='a', detached=True).remote()\n",
        'ray.init(namespace="default")\nA.options(name=\'a\', lifetime="detached").remote()\n',
    )


def test_calls_of_remote_functions() -> None:
    becomes(
        """
        @ray.remote
        def f(n):
            return n if n < 2 else sum(ray.get([f(n - 1), f(n - 2)]))

        def g(f):
            return f(1)

        print(ray.get(f(3)), ray.get(list(map(f, [1, 2]))))
        """,
        """
        @ray.remote
        def f(n):
            return n if n < 2 else sum(ray.get([f.remote(n - 1), f.remote(n - 2)]))

        def g(f):
            return f(1)

        print(ray.get(f.remote(3)), ray.get(list(map(f.remote, [1, 2]))))
        """,
    )


def test_actors_of_2017() -> None:
    becomes(
        """
        @ray.actor
        class Counter(object):
            def increase(self, by=1):
                return by

        class Trainer(object):
            def __init__(self):
                self.counters = []
                for _ in range(2):
                    self.counters.append(Counter())

            def run(self):
                return [c.increase() for c in self.counters]

        def twice(counter):
            return counter.increase(), counter.increase(by=2)

        first, others = Counter(), {i: Counter() for i in range(3)}
        twice(first)
        for i, c in sorted(others.items()):
            c.increase(i)
        """,
        """
        @ray.remote
        class Counter(object):
            def increase(self, by=1):
                return by

        class Trainer(object):
            def __init__(self):
                self.counters = []
                for _ in range(2):
                    self.counters.append(Counter.remote())

            def run(self):
                return [c.increase.remote() for c in self.counters]

        def twice(counter):
            return counter.increase.remote(), counter.increase.remote(by=2)

        first, others = Counter.remote(), {i: Counter.remote() for i in range(3)}
        twice(first)
        for i, c in sorted(others.items()):
            c.increase.remote(i)
        """,
    )


def test_what_may_be_an_actor_gets_a_comment() -> None:
    found = modern(
        """
        @ray.actor
        class Counter(object):
            def increase(self):
                pass

        def use(counters):
            load(counters).first.increase()
        """
    )
    assert "load(counters).first.increase.remote()" in found.source
    assert "increase is a method of an actor" in found.notes[0].text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ray.wait(ids, timeout=1500)", "ray.wait(ids, timeout=1.5)"),
        ("ray.wait(ids, timeout=2000)", "ray.wait(ids, timeout=2.0)"),
        ("ray.wait(ids, 2, 10)", "ray.wait(ids, num_returns=2, timeout=0.01)"),
        ("ray.wait(ids, timeout=60 * 1000)", "ray.wait(ids, timeout=60 * 1000 / 1000)"),
        ("ray.wait(ids, timeout=a + b)", "ray.wait(ids, timeout=(a + b) / 1000)"),
        ("ray.wait(ids, timeout=None)", "ray.wait(ids, timeout=None)"),
        ("ray.wait(ids, timeout=t)", "ray.wait(ids, timeout=None if t is None else t / 1000)"),
        ("t = 500\nray.wait(ids, timeout=t)", "t = 500\nray.wait(ids, timeout=t / 1000)"),
        ("ray.wait(objectids=ids, num_returns=2)", "ray.wait(ids, num_returns=2)"),
    ],
)
def test_waits_of_the_years_of_milliseconds(text: str, expected: str) -> None:
    becomes("ray.register_class(A)\n" + text + "\n", expected + "\n")


def test_waits_whose_unit_is_a_guess() -> None:
    found = modern("ray.get_webui_url()\nray.wait(ids, timeout=1500)\nray.wait(ids, timeout=0.5)\n")
    assert "timeout=1.5)" in found.source
    assert "timeout=0.5)" in found.source
    assert ["taken for milliseconds" in note.text for note in found.notes] == [True]


REUSABLE = """
    def make():
        return []

    def again(value):
        return value

    {first}

    def read():
        return ray.reusables.env

    @ray.remote(num_return_vals=2)
    def task():
        return read(), 1

    @ray.remote
    def other():
        return 2
    {last}
"""
MADE = "ray.reusables.env = ray.Reusable(make, again)"


def test_a_reusable_variable_is_made_ready_for_the_tasks_that_use_it() -> None:
    source = modern(REUSABLE.format(first=MADE, last="")).source
    assert '\nworker_env = PerWorker("env", make, again)\n' in source
    assert "    return worker_env()\n" in source
    assert "@ray.remote(num_returns=2)\n@worker_env.ready_for\ndef task():" in source
    assert "@ray.remote\ndef other():" in source
    assert source.count("class PerWorker") == 1


def test_a_reusable_variable_may_be_defined_below_its_tasks() -> None:
    source = modern(REUSABLE.format(first="", last="\n    " + MADE)).source
    assert "@ray.remote(num_returns=2)\n@ready_for_task(lambda: worker_env)\ndef task():" in source
    main = "\n    def main():\n        " + MADE + "\n        return ray.reusables.env"
    source = modern(REUSABLE.format(first=main, last="")).source
    assert '    global worker_env\n    worker_env = PerWorker("env", make, again)\n    return worker_env()\n' in source
    assert "@ready_for_task(lambda: worker_env)\ndef task():" in source


def test_errors_of_one_class() -> None:
    source = modern(
        """
        try:
            ray.get(x)
        except ray.worker.RayGetError as error:
            print(error)
        ray.get(y)
        """
    ).source
    assert "class RayGetError(Exception):" in source
    assert "    ray_get(x)\nexcept RayGetError as error:" in source
    assert "\nray_get(y)\n" in source


def test_errors_that_the_script_does_not_tell_apart() -> None:
    text = "try:\n    ray.get(x)\nexcept Exception:\n    pass\n"
    becomes("ray.register_class(A)\n" + text, text)


def test_attributes_of_errors() -> None:
    source = modern(
        """
        try:
            ray.get(x)
        except Exception as error:
            print(error.cause_cls, error.function_name, error.traceback_str, other.cause_cls)
        """
    ).source
    assert "print(type(error.cause), function_name(error), str(error), other.cause_cls)" in source


def test_own_errors_are_sent_as_they_are() -> None:
    classes = """
        class Own(Exception):
            def __init__(self, code):
                Exception.__init__(self, "code %d" % code)

        class Same(Own):
            def __init__(self, code):
                super(Same, self).__init__(code)

        raise Own(3) if x else Same(2)
        raise Own(3)
        raise Same
    """
    assert modern(classes).source == "import ray\n\n" + textwrap.dedent(classes)
    source = modern(classes + "    x.shutdown(e.cause_cls)\n").source
    assert "\n@sendable\nclass Own(" in source
    assert source.count("@sendable") == 1


def test_spans_leave_a_comment() -> None:
    found = modern("with ray.log_span('a'):\n    ray.log_event('b')\n    x = 1\nray.flush_log()\n")
    assert "with contextlib.nullcontext():\n" in found.source
    assert "log" not in found.source.replace("# pong-pg", "")
    assert len(found.notes) == 2


MODERN = [
    "ray.init(num_cpus=2, address='auto', include_dashboard=False)\n",
    "@ray.remote(num_returns=2, max_restarts=1)\ndef f():\n    return 1, 2\n\n\na, b = f.remote()\n",
    "ready, rest = ray.wait([x], num_returns=1, timeout=1000)\nready, rest = ray.wait([x], timeout=t)\n",
    "@ray.remote\nclass A:\n    def get(self):\n        return d.get(1)\n\n\na = A.remote()\nray.get(a.get.remote())\n",
    "try:\n    ray.get(x)\nexcept ValueError as error:\n    print(error)\n",
    "handle.method.options(num_returns=2).remote()\nray.nodes()\nray.shutdown()\n",
    "print(d['ClientID'], options.detached, x.function_name)\n",
]


@pytest.mark.parametrize("text", MODERN)
def test_modern_code_stays(text: str) -> None:
    found = modern(text)
    assert found.source == "import ray\n\n" + text
    assert not found.notes


def test_a_module_of_the_scripts_own_is_not_ray(tmp_path: Path) -> None:
    (tmp_path / "ray.py").write_text("def push(x): pass\n")
    text = "import ray\nray.push(ray.wait(1, 2, 3))\n"
    assert modernize(text, filename=f"{tmp_path}/script.py").source == text


@pytest.mark.needs("ray>=2.40")
def test_what_todays_ray_does_not_have_gets_a_comment() -> None:
    found = modern("ray.util.register_actor('a', handle)\n")
    assert [note.text for note in found.notes] == ["today's Ray has no ray.util.register_actor"]
    assert missing_name("ray.experimental.array.remote") == "ray.experimental.array"
    assert missing_name("ray.rllib.agents.ppo") == "ray.rllib.agents"
    for name in ("ray.util.queue.Queue", "ray.exceptions.RayTaskError", "ray.tune.run", "ray._raylet.X", "os.path"):
        assert not missing_name(name)
