import ray
import numpy as np

ray.init(start_ray_local=True, num_workers=2)


def env_initializer():
    return {"steps": 0}


def env_reinitializer(env):
    env["steps"] = 0
    return env


ray.reusables.env = ray.Reusable(env_initializer, env_reinitializer)


@ray.remote([int], [int])
def play(n):
    env = ray.reusables.env
    env["steps"] += n
    return env["steps"]


print(ray.get([play(3), play(4)]))
