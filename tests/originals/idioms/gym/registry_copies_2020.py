# stack: 2020
import copy

import gym
from gym.envs.registration import register, registry

specs = registry.env_specs
register(id="Mine-v0", entry_point="gym.envs.classic_control:CartPoleEnv", max_episode_steps=3)
for copied in (specs.copy(), copy.copy(specs), copy.deepcopy(specs), dict(specs), {**specs}):
    copied.pop("Mine-v0")
    print("Mine-v0" in copied, "Mine-v0" in specs, "CartPole-v1" in copied, len(specs) - len(copied))
print(type(specs.keys()).__name__, type(specs.items()).__name__, type(registry.all()).__name__)
print(str(specs.keys()).endswith(", 'Mine-v0'])"), list(specs)[-1], list(specs.items())[-1][0])
specs.update(other=specs["Mine-v0"])
print(specs.setdefault("Mine-v0", 3).id, specs["other"].id, sorted(specs.keys() & {"other", "Mine-v0", "x"}))
del specs["Mine-v0"], specs["other"]
try:
    del specs["Mine-v0"]
except KeyError as problem:
    print(problem.args)
try:
    gym.make("Mine-v0")
except gym.error.UnregisteredEnv as problem:
    print("it is gone")
specs.clear()
print(len(specs), specs, registry.all())
