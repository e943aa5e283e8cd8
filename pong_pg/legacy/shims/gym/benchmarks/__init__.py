"""`gym.benchmarks` of 2017: the registered benchmarks, and their scores."""

from __future__ import annotations

from pong_pg.legacy.shims.gym.benchmarks import registration, scoring
from pong_pg.legacy.shims.gym.benchmarks.registration import (
    benchmark_spec,
    register_benchmark,
    register_benchmark_view,
    registry,
)
from pong_pg.legacy.tables.benchmarks import BENCHMARKS

__all__ = ["benchmark_spec", "register_benchmark", "register_benchmark_view", "registration", "registry", "scoring"]

for _id, _name, _group, _description, _scorer, _tasks in BENCHMARKS:
    register_benchmark(
        id=_id,
        name=_name,
        view_group=_group,
        description=_description,
        scorer=getattr(scoring, _scorer)(),
        tasks=[
            {
                "env_id": env_id,
                "trials": trials,
                "max_timesteps": steps,
                "reward_floor": floor,
                "reward_ceiling": ceiling,
            }
            for env_id, trials, steps, floor, ceiling in _tasks
        ],
    )
