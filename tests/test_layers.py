"""The rules of the package's structure: arrows point down, no module or room imports in a circle."""

from __future__ import annotations

import subprocess
import sys

import pytest
from import_graph import Graph, circles, import_graph, room_of, rooms

# From the top to the ground. A room may import those on lower lines, and no other.
LAYERS = (
    ("__main__",),
    ("cli",),
    ("commands",),
    ("viewing",),
    ("training",),
    ("evaluation",),
    ("registry",),
    ("ppo", "reinforce", "legacy"),
    ("algorithm",),
    ("game",),
    ("distributed",),
    ("compat",),
    ("atari2600",),
    ("native",),
    ("config",),
    ("untrusted",),
    ("errors", "settings"),
)
# Tighter than their layer: what these rooms may import at most.
ONLY = {
    "legacy": {"compat", "distributed", "errors", "untrusted"},
    "compat": {"atari2600", "errors"},
    "atari2600": {"native"},
    "distributed": {"errors"},
    "native": set(),
    "untrusted": {"errors"},
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


_LOAD = "import sys, pong_pg\npong_pg.load(sys.argv[1])\nprint('|'.join(sys.modules))"


@pytest.mark.parametrize("name", ["fast", "reference"])
def test_reading_weights_imports_no_trainer_and_no_ray(name: str) -> None:
    command = [sys.executable, "-c", _LOAD, name]
    modules = set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip().split("|"))
    assert "pong_pg.training.checkpoint" in modules
    above = {"ray", "pong_pg.distributed.actors", "pong_pg.distributed.cluster", "pong_pg.training.loop"}
    assert not modules & {*above, "pong_pg.reinforce.trainer", "pong_pg.ppo.trainer"}
