"""Every row of Ray's table behaves, and what the shim supplies for the past is in the table.

What needs a running Ray is in `ray_rows.py` and the tests beside it; here is looked up that a row is among them.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import os
import types
from pathlib import Path
from typing import Any

import pytest
import ray as today

from pong_pg.legacy.runtime import notes
from pong_pg.legacy.shims import ray as shim
from pong_pg.legacy.shims.ray._init_arguments import modern_arguments
from pong_pg.legacy.shims.ray._options import modern_options
from pong_pg.legacy.tables.ray import ARGUMENTS, MODULES, NAMES

ray: Any = shim
HERE = Path(__file__).parent
# The tests in which scripts of every year use Ray.
USES = ("ray_rows.py", "test_ray_rows.py", "test_ray_init.py", "test_ray_variables.py", "ray_session.py")
LOCAL = {"address": "local"}
CORES = os.cpu_count() or 1

# The arguments that are neither renamed nor dropped: a value, and what becomes of it.
TRANSLATED: dict[str, dict[str, tuple[Any, dict[str, Any]]]] = {
    "ray.init": {
        "start_ray_local": (True, LOCAL),
        "num_workers": (CORES + 1, {**LOCAL, "num_cpus": CORES + 1}),
        "num_initial_workers": (CORES + 1, {**LOCAL, "num_cpus": CORES + 1}),
        "redirect_output": (True, {**LOCAL, "log_to_driver": False}),
        "redirect_worker_output": (True, {**LOCAL, "log_to_driver": False}),
        "driver_mode": (2, {**LOCAL, "local_mode": True}),
        "num_custom_resource": (2, {**LOCAL, "resources": {"CustomResource": 2}}),
    },
    "ray.remote": {
        "num_custom_resource": (2, {"resources": {"CustomResource": 2}}),
        "detached": (True, {"lifetime": "detached"}),
    },
}


def attributes_and_keywords() -> set[str]:
    """What those tests use of an object, and the names of the arguments that they give."""
    found = set()
    for name in USES:
        for node in ast.walk(ast.parse((HERE / name).read_text())):
            if isinstance(node, ast.Attribute):
                found.add(node.attr)
            elif isinstance(node, ast.alias):
                found.add(node.name)
            elif isinstance(node, ast.keyword) and node.arg:
                found.add(node.arg)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                # Some of the scripts stand there as strings.
                found |= set(node.value.replace(".", " ").replace("(", " ").split())
    return found


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_there_and_used_in_a_test(name: str) -> None:
    module, _, last = name.removeprefix("ray").lstrip(".").rpartition(".")
    place = getattr(ray, module) if module else ray
    row = NAMES[name]
    if row.supplied_by:
        assert getattr(place, last) is getattr(ray, row.supplied_by.removeprefix("ray:"))
    else:
        assert getattr(place, last) is not None
        assert last in attributes_and_keywords()


@pytest.mark.parametrize("module", MODULES)
def test_a_module_is_there(module: str) -> None:
    found = importlib.import_module(f"pong_pg.legacy.shims.{module}")
    assert getattr(ray, module.removeprefix("ray.")) is found


@pytest.mark.parametrize("name", ARGUMENTS["ray.init"])
def test_an_argument_of_init_becomes_todays(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(notes, "_printed", {})
    monkeypatch.setattr("pong_pg.legacy.shims.ray._init_arguments._has_dashboard", lambda: True)
    row = ARGUMENTS["ray.init"][name]
    if row.renamed:
        value, modern = "h:1", {**LOCAL, row.renamed: "h:1"}
    elif row.is_dropped:
        value, modern = "a", LOCAL
    else:
        value, modern = TRANSLATED["ray.init"][name]
    # A Ray of the years between, such as 2.9, may still have what today's has not.
    has_still = row.is_dropped and name in inspect.signature(today.init).parameters
    assert modern_arguments((), {name: value}) == ({name: value} if has_still else modern)
    assert (f"ray.init: {name} is ignored" in capsys.readouterr().err) == (row.is_dropped and not has_still)


@pytest.mark.parametrize("name", ARGUMENTS["ray.remote"])
def test_an_option_becomes_todays(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(notes, "_printed", {})
    row = ARGUMENTS["ray.remote"][name]
    if row.renamed:
        value, modern = 3, {row.renamed: 3}
    elif row.is_dropped:
        value, modern = 3, {}
    else:
        value, modern = TRANSLATED["ray.remote"][name]
    assert modern_options({name: value}) == modern
    assert (f"ray.remote: {name} is ignored" in capsys.readouterr().err) == row.is_dropped


@pytest.mark.parametrize(
    ("function", "name"),
    [(function, name) for function in ("ray.method", "ray.put", "ray.wait") for name in ARGUMENTS[function]],
)
def test_an_argument_of_another_function_is_used_in_a_test(function: str, name: str) -> None:
    assert name in attributes_and_keywords()


def test_every_argument_is_looked_at() -> None:
    assert ARGUMENTS.keys() == {"ray.init", "ray.remote", "ray.method", "ray.put", "ray.wait"}
    for function, arguments in TRANSLATED.items():
        rows = ARGUMENTS[function].items()
        assert arguments.keys() == {name for name, row in rows if not (row.renamed or row.is_dropped)}


def test_what_the_shim_supplies_is_in_the_table() -> None:
    imports = {"Any", "annotations"}
    known = {*NAMES, *MODULES}
    for module, real in (("ray", today), ("ray.services", types)):
        found = vars(importlib.import_module(f"pong_pg.legacy.shims.{module}"))
        supplied = {
            f"{module}.{name}"
            for name, value in found.items()
            if not name.startswith("_") and not hasattr(real, name) and name not in imports
            if not isinstance(value, types.ModuleType) or value.__name__.startswith("pong_pg")
        }
        helpers = {f"ray.services.{name}" for name in ("aliases", "fall_back", "not_covered", "say_once")}
        assert supplied
        assert supplied - helpers <= known
