"""What becomes of Ray's old API, as text."""

from __future__ import annotations

import textwrap

import pytest

import pong_pg
from pong_pg.legacy.modernize.draft import Draft, Facts
from pong_pg.legacy.modernize.layout import parse
from pong_pg.legacy.modernize.rules import ray
from pong_pg.legacy.read.program import Program


def modern(text: str) -> str:
    """Return a text after all passes, one after another."""
    program = Program()
    program.add_texts([("script.py", text.encode())], "/no/such/folder")
    facts = Facts(program.settings, program.surroundings())
    for make_pass in ray.PASSES:
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
        ("ray.init(start_ray_local=True, num_workers=10)", "ray.init(num_cpus=10)"),
        # A cluster has its own workers.
        ("ray.init(redis_address=a, num_workers=n)", "ray.init(address=a)"),
        ("ray.init(redirect_output=True)", "ray.init(log_to_driver=False)"),
        ("ray.init(redirect_output=False, num_gpus=1)", "ray.init(num_gpus=1)"),
        ("ray.init(huge_pages=True, num_cpus=1, use_pickle=False)", "ray.init(num_cpus=1)"),
        ("ray.init(address, include_webui=False)", "ray.init(address, include_dashboard=False)"),
        (
            "ray.init(\n    num_workers=1,  # one\n    redirect_output=True,\n)",
            "ray.init(\n    num_cpus=1,  # one\n    log_to_driver=False,\n)",
        ),
        ("ray.init(\n    object_id_seed=1,\n    num_cpus=2,\n)", "ray.init(\n    num_cpus=2,\n)"),
        ("ray.services.cleanup()", "ray.shutdown()"),
    ],
)
def test_starting_and_ending(text: str, expected: str) -> None:
    becomes(text + "\n", expected + "\n")


@pytest.mark.parametrize("argument", ["include_dashboard=True", "include_webui=True"])
def test_a_dashboard_needs_more_of_ray(argument: str) -> None:
    assert modern(f"import ray\nray.init({argument}, num_gpus=1)\n").splitlines() == [
        "import ray",
        f"# pong-pg: {ray._NO_DASHBOARD}",
        "ray.init(num_gpus=1)",
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("@ray.actor\nclass A:\n    pass", "@ray.actor class is old"),
        ("@ray.remote\ndef f(n):\n    return n\nx = f(1)", "without .remote is old: modern code says f.remote(...)"),
        ("ray.register_class(Foo)", "remove the call"),
        ("ray.services.start_ray_local(num_workers=2)", "modern code says ray.init()"),
        ("ray.env.x = ray.EnvironmentVariable(g)", "modern code says"),
        ("ray.init(driver_mode=x)", "ray.init(driver_mode=) is old"),
        ("ray.wait(object_ids=ids)", "modern code says ray.wait(references)"),
    ],
)
def test_rare_forms_are_told(text: str, told: str) -> None:
    done = pong_pg.modernize(f"import ray\n{text}\n")
    assert told in "\n".join(note.text for note in done.notes)
    assert [line for line in done.source.splitlines() if not line.startswith("#")] == ["import ray", *text.split("\n")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x = ray.pull(ray.push(1))", "x = ray.get(ray.put(1))"),
        ("import ray.services\nray.services.cleanup()", "ray.shutdown()"),
        ("from ray import push\npush(1)", "from ray import put\nput(1)"),
    ],
)
def test_names(text: str, expected: str) -> None:
    becomes(text + "\n", expected + "\n")


def test_the_package_is_imported_where_only_a_module_was() -> None:
    assert modern("import ray.services\nray.services.cleanup()\n") == "import ray\nray.shutdown()\n"
    assert modern("import ray.services as services\nx = 1\n") == "x = 1\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("@ray.remote(num_return_vals=2)", "@ray.remote(num_returns=2)"),
        ("@ray.remote([int, int], [int])", "@ray.remote"),
        ("@ray.remote([int], [int, float])", "@ray.remote(num_returns=2)"),
        ("@ray.remote(max_reconstructions=2)", "@ray.remote(max_restarts=2)"),
    ],
)
def test_decorators(text: str, expected: str) -> None:
    function = "\ndef f(x):\n    return x\n"
    becomes(text + function, expected + function)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ray.push(1)\nray.wait(ids, 2, 1500)", "ray.put(1)\nray.wait(ids, num_returns=2, timeout=1.5)"),
        ("ray.push(1)\nray.wait(a, timeout=b + c)", "ray.put(1)\nray.wait(a, timeout=(b + c) / 1000)"),
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


@pytest.mark.parametrize(
    ("owner", "recipe"), [("ray.reusables", "ray.Reusable"), ("ray.env", "ray.EnvironmentVariable")]
)
def test_reusable_variables(owner: str, recipe: str) -> None:
    made = f"{owner}.env = {recipe}(make, again)"
    got = (
        "worker_env = None\n\n\ndef get_env():\n  global worker_env\n"
        "  worker_env = make() if worker_env is None else again(worker_env)\n  return worker_env"
    )
    script = """
        def make():
          return 1


        {}


        @ray.remote
        def play(n):
          return {}
        """
    script = textwrap.dedent(script)
    becomes(script.format(made, f"{owner}.env"), script.format(got, "get_env()"))
