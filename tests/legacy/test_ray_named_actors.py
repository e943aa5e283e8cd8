"""Named actors of Ray 0.4 to 0.7. What is expected was printed by Ray 0.7.7 on Python 3.6."""

from __future__ import annotations

from pathlib import Path

import pytest
from old_scripts import prints

SCRIPT = """
import ray
import ray.experimental
from ray.experimental import named_actors
ray.init({arguments})
@ray.remote
class Counter(object):
    def __init__(self, start=0):
        self.n = start
    def inc(self, k=1):
        self.n += k
        return self.n
@ray.remote
def work(name, k):
    c = ray.experimental.get_actor(name)
    return ray.get(c.inc.remote(k))
a = Counter.remote(5)
ray.experimental.register_actor("counter", a)
b = named_actors.get_actor("counter")
print(ray.get(b.inc.remote()))
print(sorted(ray.get([work.remote("counter", 1) for _ in range(3)])))
print(ray.get(a.inc.remote(10)))
for attempt in (
    lambda: named_actors.register_actor("counter", a),
    lambda: named_actors.get_actor("none"),
    lambda: named_actors.register_actor(3, a),
    lambda: named_actors.register_actor("x", 3),
):
    try:
        attempt()
    except (ValueError, TypeError) as error:
        print(type(error).__name__, error)
"""
PRINTED = [
    "6",
    "[7, 8, 9]",
    "19",
    "ValueError An actor with name=counter already exists",
    "ValueError The actor with name=none doesn't exist",
    "TypeError The name argument must be a string.",
    "TypeError The actor_handle argument must be an ActorHandle object.",
]


@pytest.mark.ray
def test_tasks_find_an_actor_by_its_name(tmp_path: Path, in_local_ray: None) -> None:
    assert prints(tmp_path, SCRIPT.format(arguments="")) == PRINTED


def test_so_they_do_without_servers(tmp_path: Path) -> None:
    assert prints(tmp_path, SCRIPT.format(arguments="local_mode=True")) == PRINTED
