"""Which tests run on which stack is chosen by their markers; here the markers are compared with the tests' imports."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
import reached
from reached import ENVIRONMENTS, RAY, TESTS

pytestmark = pytest.mark.toy

MODULES = sorted(TESTS.rglob("test_*.py"))


def complaint(module: Path) -> str | None:
    """What is wrong with the markers of a test module, and what to do."""
    found = reached.reached(module)
    marked = any_stack(module)
    name = module.relative_to(TESTS)
    if found and marked:
        package, way = next(iter(found.items()))
        return f"{name} is marked any_stack, but reaches {package} ({way}): remove the marker"
    if not found and not marked:
        return f"{name} reaches no package that differs between the stacks: add  pytestmark = pytest.mark.any_stack"
    if "ray" not in found and "pytest.mark.ray" in module.read_text():
        return f"{name} has tests marked ray, but does not reach Ray: remove the marker"
    return None


def any_stack(module: Path) -> bool:
    """Whether all tests of a module are marked any_stack."""
    for node in ast.parse(module.read_text()).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "pytestmark":
            return "pytest.mark.any_stack" in ast.unparse(node.value)
    return False


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.stem)
def test_the_marker_says_what_the_imports_say(module: Path) -> None:
    assert complaint(module) is None


def test_both_kinds_are_there() -> None:
    marked = sum(map(any_stack, MODULES))
    assert 20 < marked < len(MODULES) - 20


class Item:
    """A test that starts Ray, as far as the choice of tests looks at one."""

    path = TESTS / "distributed" / "test_actors.py"

    def __init__(self, number: int) -> None:
        self.nodeid = f"tests/distributed/test_actors.py::test_{number}"

    def get_closest_marker(self, name: str) -> str | None:
        return name if name == "ray" else None


def test_each_test_of_ray_runs_on_one_old_version_and_on_the_newest(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    conftest = request.config.pluginmanager.get_plugin(str(TESTS / "conftest.py"))
    assert conftest is not None
    items = [Item(number) for number in range(200)]

    def chosen(proves: str) -> list[int]:
        monkeypatch.setenv("PONG_PG_STACK_PROVES", proves)
        return [number for number, item in enumerate(items) if conftest._is_proved_here(item)]

    one, other = chosen("environments ray-0"), chosen("environments ray-1 some")
    assert sorted(one + other) == chosen("everything") == list(range(200))
    assert min(len(one), len(other)) > 60
    assert chosen("environments") == []


def test_what_two_stacks_show_runs_on_the_newest_and_the_lowest(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    conftest = request.config.pluginmanager.get_plugin(str(TESTS / "conftest.py"))
    assert conftest is not None

    class OfTwoStacks(Item):
        def get_closest_marker(self, name: str) -> str | None:
            return name if name == "two_stacks" else None

    def runs(proves: str) -> bool:
        monkeypatch.setenv("PONG_PG_STACK_PROVES", proves)
        return bool(conftest._is_proved_here(OfTwoStacks(0)))

    assert runs("everything")
    assert runs("environments ray-1 some")
    assert not any(map(runs, ["environments", "environments ray-0", "python", "python gym"]))


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A small package and its tests, in place of the real ones."""
    for name in ("TESTS", "PACKAGE"):
        monkeypatch.setattr(reached, name, tmp_path / {"TESTS": "tests", "PACKAGE": "pong_pg"}[name])
    monkeypatch.setattr("test_markers.TESTS", tmp_path / "tests")
    files = {
        "pong_pg/__init__.py": """
            _HOMES = {"pong_pg.envs": "make load_ipython_extension", "pong_pg.plain": "mean"}
            def __getattr__(name): return getattr(importlib.import_module(home_of(name)), name)
            """,
        "pong_pg/__main__.py": "from pong_pg.envs import make\nmake()",
        "pong_pg/plain.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import gym\ndef mean(): return 0",
        "pong_pg/versions.py": "def optional(module): return importlib.import_module(module)\n_OF = {'gym': 'today'}",
        "pong_pg/envs.py": """
            from pong_pg.versions import optional
            def make(): return optional("gymnasium.spaces")
            def load_ipython_extension(shell): return make()
            def other(): return optional("scipy.sparse")
            """,
        "pong_pg/pool.py": """
            from pong_pg import plain
            class Pool:
                def start(self):
                    import ray
            def share(): return plain.mean()
            """,
        "pong_pg/table.py": "from pong_pg import pool\nKINDS = {'many': pool.Pool}",
        "pong_pg/registry.py": """
            from pong_pg.versions import register
            @register
            def kind(): import shimmy
            """,
        "tests/conftest.py": """
            import ale_py
            def plain_fixture(): pass
            def env(): from pong_pg import envs; envs.make()
            """,
        "tests/helper.py": "import pong_pg\ndef game(): return pong_pg.make()\ndef plain(): return pong_pg.mean()",
    }
    for name, text in files.items():
        write(tmp_path / name, text)
    caches = (reached._next, reached._file_of, reached._module)
    for cache in caches:
        cache.cache_clear()
    yield tmp_path / "tests"
    monkeypatch.undo()
    for cache in caches:
        cache.cache_clear()


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = text.strip("\n").splitlines()
    margin = len(lines[0]) - len(lines[0].lstrip())
    path.write_text("\n".join(line[margin:] for line in lines) + "\n")
    return path


@pytest.mark.parametrize(
    ("source", "packages"),
    [
        ("import gym", {"gym"}),
        ("def test():\n    from gymnasium import spaces", {"gymnasium"}),
        ("import pong_pg\ndef test(): pong_pg.make()", {"gymnasium"}),
        ("from pong_pg import make\ndef test(): make()", {"gymnasium"}),
        ("from pong_pg import envs\ndef test(): envs.make().reset()", {"gymnasium"}),
        ("import pong_pg.envs as envs\nALL = [envs]", {"gymnasium"}),
        ("from pong_pg.pool import Pool\ndef test(): Pool().start()", {"ray"}),
        ("from pong_pg import table", {"ray"}),
        ("from pong_pg import registry", {"shimmy"}),
        ("from helper import game\ndef test(): game()", {"gymnasium"}),
        ("def test(env): pass", {"gymnasium"}),
        ("@pytest.fixture\ndef mine(env): pass\ndef test(mine): pass", {"gymnasium"}),
        ("def test(): importlib.import_module('ale_py.roms')", {"ale_py"}),
        ("@pytest.mark.needs('ale-py>=0.9')\ndef test(): pass", {"ale_py"}),
        ("def test(): importlib.import_module('pong_pg.pool')", {"ray"}),
        ("def test(): run([sys.executable, '-m', 'pong_pg', 'x'])", {"gymnasium"}),
        ("CODE = 'import sys\\nfrom pong_pg import make'", {"gymnasium"}),
        ("CODE = f'import pong_pg\\npong_pg.make({1})'", {"gymnasium"}),
        ("CELL = '%load_ext pong_pg'", {"gymnasium"}),
        ("def test(name): importlib.import_module(f'pong_pg.{name}')", {"gymnasium", "ray", "shimmy"}),
    ],
)
def test_what_is_reached_is_found(source: str, packages: set[str], tree: Path) -> None:
    module = write(tree / "room" / "test_it.py", source)
    assert set(reached.reached(module)) == packages
    assert complaint(module) is None
    marked = write(tree / "room" / "test_other.py", f"pytestmark = [pytest.mark.any_stack]\n{source}")
    assert "test_other.py is marked any_stack, but reaches" in (complaint(marked) or "")


@pytest.mark.parametrize(
    "source",
    [
        "import pong_pg\ndef test(): pong_pg.mean()",
        "from pong_pg.envs import other\ndef test(): other()",
        "from pong_pg.pool import share\ndef test(): share()",
        "from helper import plain\ndef test(): plain()",
        "def test(plain_fixture): assert 'gym' in ['gym']",
        "from pong_pg import versions\nx: gym.Env = versions.optional('scipy')",
    ],
)
def test_what_is_only_near_is_not_reached(source: str, tree: Path) -> None:
    module = write(tree / "test_it.py", f"pytestmark = pytest.mark.any_stack\n{source}")
    assert reached.reached(module) == {}
    assert complaint(module) is None
    unmarked = write(tree / "test_other.py", source)
    assert "add  pytestmark = pytest.mark.any_stack" in (complaint(unmarked) or "")


def test_a_marker_for_ray_without_ray_is_found(tree: Path) -> None:
    module = write(tree / "test_it.py", "import gym\n@pytest.mark.ray\ndef test(): pass")
    assert "does not reach Ray" in (complaint(module) or "")


def test_the_way_is_told(tree: Path) -> None:
    module = write(tree / "test_it.py", "from helper import game\ndef test(): game()")
    assert reached.reached(module)["gymnasium"] == "test_it -> helper.game -> pong_pg.make -> pong_pg.envs.make"


def test_the_packages_are_known_by_one_name_each() -> None:
    assert not ENVIRONMENTS & RAY
