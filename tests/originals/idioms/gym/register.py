import gym
from gym.envs.registration import register, registry
import gym.spaces

class Count(gym.Env):
    metadata = {"render.modes": ["human"]}
    action_space = gym.spaces.Discrete(2)
    observation_space = gym.spaces.Discrete(100)

    def __init__(self, step=1):
        self.size = step
        self.n = 0

    def _step(self, action):
        self.n += self.size
        return self.n, 1.0, False, {"n": self.n}

    def _reset(self):
        self.n = 0
        return self.n

register(id="Count-v0", entry_point="__main__:Count", timestep_limit=5, kwargs={"step": 3}, reward_threshold=4.5, nondeterministic=True)
register(id="Count-v1", entry_point="__main__:Count", tags={"wrapper_config.TimeLimit.max_episode_steps": 3}, trials=7, local_only=True)
register(id="Count-v2", entry_point="__main__:Count", max_episode_steps=4)
for name in ("Count-v0", "Count-v1", "Count-v2"):
    env = gym.make(name)
    print env, env.unwrapped, env.spec.id, env.spec.timestep_limit, env.spec.max_episode_steps, env.spec.trials, env.spec.reward_threshold, env.spec.nondeterministic
    env.reset()
    for step in range(6):
        result = env.step(0)
        print result
        if result[2]:
            break
print "Count-v0" in [spec.id for spec in registry.all()], gym.spec("Count-v1"), repr(registry.spec("Count-v2"))
