"""The rules of the package's structure: arrows point down, no module or room imports in a circle."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from import_graph import Graph, circles, import_graph, room_of, rooms

# From the top to the ground. A room may import those on lower lines, and no other.
LAYERS = (
    ("__main__",),
    ("cli",),
    ("commands",),
    ("versus",),
    ("viewing",),
    ("bench", "compare", "doctor"),
    ("training",),
    ("evaluation",),
    ("ppo", "reinforce", "legacy"),
    ("algorithm",),
    ("game",),
    ("distributed", "figures"),
    ("compat",),
    ("atari2600",),
    ("native",),
    ("config", "files"),
    ("untrusted",),
    ("registry",),
    ("errors", "html_repr", "progress_bar", "settings", "_about", "_gymnasium_hook"),
)
# Tighter than their layer: what these rooms may import at most.
ONLY = {
    "legacy": {"compat", "distributed", "errors", "files", "untrusted"},
    "compat": {"atari2600", "errors"},
    "atari2600": {"native"},
    "distributed": {"errors"},
    "native": set(),
    "untrusted": set(),
}


def complaints(graph: Graph) -> list[str]:
    """What of a graph of imports is against the rules."""
    layer = {room: number for number, layer in enumerate(LAYERS) for room in layer}
    found = [f"circle: {' <-> '.join(circle)}" for circle in (*circles(graph), *circles(rooms(graph)))]
    for module, imported in sorted(graph.items()):
        room = room_of(module)
        if room not in layer:
            found.append(f"{module}: the room {room} has no place in LAYERS")
            continue
        for other in sorted(imported):
            to = room_of(other)
            if to != room and layer.get(to, 0) <= layer[room]:
                found.append(f"{module} imports {other}: {to} is not below {room}")
            elif to != room and to not in ONLY.get(room, {to}):
                found.append(f"{module} imports {other}: {room} may import {', '.join(sorted(ONLY[room]))} only")
    return found


def test_arrows_point_down_and_none_runs_in_a_circle() -> None:
    graph = import_graph()
    assert len(graph) > 150
    assert complaints(graph) == []


def test_every_room_is_there() -> None:
    assert {room for layer in LAYERS for room in layer} == set(rooms(import_graph()))


@pytest.mark.parametrize(
    ("module", "imports", "complaint"),
    [
        (
            "game.frames",
            "reinforce.policy",
            "imports pong_pg.reinforce.policy: reinforce is not below game",
        ),
        ("ppo.network", "reinforce.policy", "reinforce is not below ppo"),
        ("reinforce.trainer", "training.loop", "training is not below reinforce"),
        ("compat.envs", "config", "compat may import atari2600, errors only"),
        ("legacy.runner", "game.frames", "legacy may import compat, distributed, errors, files, untrusted only"),
        ("ppo.network", "ppo.trainer", "circle: "),
        ("game.env", "attic.boxes", "attic is not below game"),
    ],
)
def test_an_arrow_that_is_added_against_the_rules_is_found(module: str, imports: str, complaint: str) -> None:
    graph = import_graph()
    graph[f"pong_pg.{module}"].add(f"pong_pg.{imports}")
    assert any(complaint in line for line in complaints(graph))


def test_an_import_is_found_wherever_it_stands(tmp_path: Path) -> None:
    package = tmp_path / "pong_pg"
    for name, text in {
        "__init__.py": "from pong_pg.top import Top",
        "low.py": "def late():\n    from pong_pg.room import inner\n",
        "top.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import pong_pg.low\n",
        "room/__init__.py": "",
        "room/inner.py": "from pong_pg import low, top\nimport os",
    }.items():
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text(text)
    graph = import_graph(package)
    assert graph == {
        "pong_pg.low": {"pong_pg.room.inner"},
        "pong_pg.top": {"pong_pg.low"},
        "pong_pg.room": set(),
        "pong_pg.room.inner": {"pong_pg.low", "pong_pg.top"},
    }
    assert circles(graph) == [["pong_pg.low", "pong_pg.room.inner", "pong_pg.top"]]


_LOAD = "import sys, pong_pg\npong_pg.load(sys.argv[1])\nprint('|'.join(sys.modules))"


@pytest.mark.parametrize("name", ["fast", "reference", "tests/golden/old_runs/ppo", "tests/golden/old_runs/reinforce"])
def test_reading_weights_imports_no_trainer_and_no_ray(name: str) -> None:
    root = Path(__file__).parents[1]
    command = [sys.executable, "-c", _LOAD, name if "/" not in name else str(root / name)]
    modules = set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip().split("|"))
    assert "pong_pg.training.checkpoint" in modules
    above = {"ray", "pong_pg.distributed.actors", "pong_pg.distributed.cluster", "pong_pg.training.loop"}
    assert not modules & {*above, "pong_pg.reinforce.trainer", "pong_pg.ppo.trainer"}
