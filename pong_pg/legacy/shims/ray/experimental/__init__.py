"""`ray.experimental`: what Ray had there, and the module of today."""

from __future__ import annotations

from pong_pg.legacy.shims.ray._names import fall_back
from pong_pg.legacy.shims.ray.experimental.named_actors import get_actor as get_actor
from pong_pg.legacy.shims.ray.experimental.named_actors import register_actor as register_actor

__getattr__ = fall_back("ray.experimental", "ray.experimental")
