"""What becomes of Ray's old API, as text."""

from __future__ import annotations

import textwrap

import pytest

from pong_pg.legacy.modernize.draft import Draft, parse
from pong_pg.legacy.modernize.facts import Facts
from pong_pg.legacy.modernize.rules.ray import PASSES
from pong_pg.legacy.read.program import Program


def modern(text: str) -> str:
    """Return a text after all passes, one after another."""
    program = Program()
    program.add_texts([("script.py", text.encode())], "/no/such/folder")
    facts = Facts(program.settings, program.surroundings())
    for make_pass in PASSES:
        draft = Draft(text, facts)
        make_pass(draft)
        text = draft.result()
        parse(text)
    return text


def becomes(text: str, expected: str) -> None:
    found = modern("import ray\n" + textwrap.dedent(text))
    assert found == "import ray\n" + textwrap.dedent(expected)
    assert modern(found) == found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ray.init(redis_address=a)", "ray.init(address=a)"),
        ("ray.init(redis_address=None)", "ray.init()"),
        ("ray.init(True, num_workers=10)", "ray.init(num_cpus=10)"),
        ("ray.init(start_ray_local=True, num_workers=10)", "ray.init(num_cpus=10)"),
        ("ray.init(num_workers=2, num_cpus=4)", "ray.init(num_cpus=4)"),
        ("ray.init(num_workers=0)", "ray.init()"),
        # A cluster has its own workers.
        ("ray.init(redis_address=a, num_workers=n)", "ray.init(address=a)"),
        ("ray.init(redirect_output=True)", "ray.init(log_to_driver=False)"),
        ("ray.init(redirect_output=False, num_gpus=1)", "ray.init(num_gpus=1)"),
        ("ray.init(redirect_worker_output=a or b)", "ray.init(log_to_driver=not (a or b))"),
        ("ray.init(driver_mode=ray.SILENT_MODE)", "ray.init()"),
        ("ray.init(huge_pages=True, num_cpus=1, use_pickle=False)", "ray.init(num_cpus=1)"),
        ("ray.init(address, include_webui=False)", "ray.init(address, include_dashboard=False)"),
        (
            "ray.init(\n    num_workers=1,  # one\n    redirect_output=True,\n)",
            "ray.init(\n    num_cpus=1,  # one\n    log_to_driver=False,\n)",
        ),
        ("ray.init(\n    object_id_seed=1,\n    num_cpus=2,\n)", "ray.init(\n    num_cpus=2,\n)"),
        ("ray.services.start_ray_local(num_objstores=1, num_workers=3)", "ray.init(num_cpus=3)"),
        ("ray.services.start_ray_local(1, n, 'worker.py')", "ray.init(num_cpus=n)"),
        ("ray.services.start_singlenode_cluster(num_workers_per_objstore=4)", "ray.init(num_cpus=4)"),
        ("ray.worker.init(num_workers=1)", "ray.init(num_cpus=1)"),
        ("ray.worker.cleanup()", "ray.shutdown()"),
        ("ray.disconnect(worker=w)", "ray.shutdown()"),
        ("ray.services.cleanup()", "ray.shutdown()"),
    ],
)
def test_starting_and_ending(text: str, expected: str) -> None:
    becomes(text + "\n", expected + "\n")


@pytest.mark.parametrize(
    ("text", "expected", "told"),
    [
        ("ray.init(driver_mode=ray.PYTHON_MODE)", "ray.init()", "today's Ray has no local mode"),
        ("ray.init(num_cpus=1, local_mode=debug)", "ray.init(num_cpus=1)", "today's Ray has no local mode"),
        ("ray.init(include_dashboard=True)", "ray.init()", 'needs  pip install "ray[default]"'),
        ("ray.init(include_webui=True, num_gpus=1)", "ray.init(num_gpus=1)", 'needs  pip install "ray[default]"'),
        ("print(len(ray.error_info()))", "print(len([]))", "ray.get raises them"),
        ("ray.worker.main_loop()\nx = 1", "x = 1", "this file is not needed any more"),
        ("def f():\n    ray.env.x = ray.EnvironmentVariable(g)", "", "today's Ray has no reusable variables"),
    ],
)
def test_what_has_to_be_looked_at_gets_a_comment(text: str, expected: str, told: str) -> None:
    found = modern(f"import ray\n{text}\n").splitlines()
    comments = [line.strip() for line in found if line.strip().startswith("#")]
    assert comments[0].startswith("# pong-pg: ")
    assert told in " ".join(comments)
    assert [line for line in found[1:] if line.strip() not in comments] == (expected or text).splitlines()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x = ray.pull(ray.push(1))", "x = ray.get(ray.put(1))"),
        ("ray.register_class(Foo)\nx = 1", "x = 1"),
        ("if x:\n    ray.register_class(Foo, pickle=True)\ny = 1", "if x:\n    pass\ny = 1"),
        ("ray.global_state.cluster_resources()", "ray.cluster_resources()"),
        ("ray.global_state.client_table()", "ray.nodes()"),
        ("ray.services.get_node_ip_address()", "ray.util.get_node_ip_address()"),
        (
            "try:\n    f()\nexcept ray.worker.RayGetError:\n    pass",
            "try:\n    f()\nexcept ray.exceptions.RayTaskError:\n    pass",
        ),
        ("import ray.services\nray.services.cleanup()", "ray.shutdown()"),
        # The pipeline removes imports that are used no more.
        ("from ray import push\npush(1)", "from ray import push\nray.put(1)"),
        ("ray.connect(*a)\nray.register_module(f)\nx = 1", "x = 1"),
    ],
)
def test_names(text: str, expected: str) -> None:
    becomes(text + "\n", expected + "\n")


def test_the_package_is_imported_where_only_a_module_was() -> None:
    text = "import ray.services as services\nservices.start_ray_local(num_workers=2)\n"
    assert modern(text) == "import ray.services as services\nimport ray\nray.init(num_cpus=2)\n"
    assert modern("import ray.worker\nray.worker.cleanup()\n") == "import ray\nray.shutdown()\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("@ray.remote(num_return_vals=2)", "@ray.remote(num_returns=2)"),
        ("@ray.remote([int, int], [int])", "@ray.remote"),
        ("@ray.remote([int], [int, float])", "@ray.remote(num_returns=2)"),
        ("@ray.remote([int], [int, float], num_gpus=1)", "@ray.remote(num_returns=2, num_gpus=1)"),
        ("@ray.remote([], [])", "@ray.remote(num_returns=0)"),
        ("@ray.remote(max_reconstructions=2)", "@ray.remote(max_restarts=2)"),
        ("@ray.remote(num_cpus=1)", "@ray.remote(num_cpus=1)"),
    ],
)
def test_decorators(text: str, expected: str) -> None:
    function = "\ndef f(x):\n    return x\n"
    becomes(text + function, expected + function)


FUNCTION = "@ray.remote\ndef f(n):\n    return {0}\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (FUNCTION.format("f(n - 1)"), FUNCTION.format("f.remote(n - 1)")),
        (FUNCTION.format("n") + "xs = map(f, [1])\n", FUNCTION.format("n") + "xs = map(f.remote, [1])\n"),
        (FUNCTION.format("n") + "f._remote(args=[1], num_return_vals=2)\n", None),
        # Another thing of this name may be what is called.
        (FUNCTION.format("n") + "def g(f):\n    return f(1)\n", ""),
    ],
)
def test_calls_of_remote_functions(text: str, expected: str | None) -> None:
    becomes(text, text.replace("num_return_vals", "num_returns") if expected is None else expected or text)


def test_calls_of_actors() -> None:
    text = """
        @ray.actor(num_gpus=1)
        class Env(object):
            def __init__(self, n):
                self.n = n

            def play(self, model):
                return self.inner(model)

            def inner(self, model):
                return model

            def reset(self):
                return self.n

        envs = [Env(i) for i in range(3)]
        for env in envs:
            env.reset()
        envs[0].reset()
        gym_env.reset()

        def play(actor):
            return ray.get(actor.play(1))
        """
    expected = text.replace("ray.actor", "ray.remote").replace("[Env(", "[Env.remote(")
    expected = expected.replace(" env.reset(", " env.reset.remote(").replace("[0].reset(", "[0].reset.remote(")
    becomes(text, expected.replace("actor.play(1)", "actor.play.remote(1)"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ray.push(1)\nray.wait(ids, 2, 1500)", "ray.put(1)\nray.wait(ids, num_returns=2, timeout=1.5)"),
        ("ray.push(1)\nray.wait(object_ids=ids)", "ray.put(1)\nray.wait(ray_waitables=ids)"),
        ("ray.push(1)\nray.wait(a, timeout=b + c)", "ray.put(1)\nray.wait(a, timeout=(b + c) / 1000)"),
        ("ray.push(1)\nray.wait(a, timeout=None)", "ray.put(1)\nray.wait(a, timeout=None)"),
        ("ray.nodes()\nray.wait(a, timeout=5)", "ray.nodes()\nray.wait(a, timeout=5)"),
    ],
)
def test_waits(text: str, expected: str) -> None:
    # Not run twice: the result does not show that it is of today.
    assert modern(f"import ray\n{text}\n") == f"import ray\n{expected}\n"


def test_a_unit_that_is_a_guess_gets_a_comment() -> None:
    found = modern("import ray\nray.init(redirect_output=True)\nray.wait(a, timeout=5)\n")
    assert found.endswith(
        "# pong-pg: taken for milliseconds, as up to Ray 0.6.1, and written as seconds\nray.wait(a, timeout=0.005)\n"
    )


GET_ENV = """\
worker_env = None


def get_env():
  global worker_env
  worker_env = make() if worker_env is None else again(worker_env)
  return worker_env"""
REUSABLE = """
def make():
  return {{"steps": 0}}


{0}


@ray.remote{1}
def play(n):
  {2}
"""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            ("ray.reusables.env = ray.Reusable(make, again)", "([int], [int])", "return ray.reusables.env"),
            (GET_ENV, "", "return get_env()"),
        ),
        (
            ("ray.env.env = ray.EnvironmentVariable(make)\nx = 1", "", "return ray.env.env"),
            ("x = 1", "", "return make()"),
        ),
        (
            ("ray.env.t = ray.EnvironmentVariable(lambda: {})", "", "ray.env.t[n] = 1\n  return ray.env.t"),
            ("def make_t():\n  return {}", "", "t = make_t()\n  t[n] = 1\n  return t"),
        ),
    ],
)
def test_reusable_variables(old: tuple[str, ...], new: tuple[str, ...]) -> None:
    becomes(REUSABLE.format(*old), REUSABLE.format(*new))
