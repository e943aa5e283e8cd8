import gym
import gym.spaces
from gym.envs.registration import register

class Line(gym.Env):
    action_space = gym.spaces.Discrete(2)
    observation_space = gym.spaces.Discrete(9)

    def _reset(self):
        self.at = 0
        return self.at

    def _step(self, action):
        self.at += action
        return self.at, float(action), self.at == 3, {}

for attempt in range(2):
    env_dict = gym.envs.registration.registry.env_specs.copy()
    for env in env_dict:
        if "LineNotSlippery-v0" in env:
            print "Remove {} from registry".format(env)
            del gym.envs.registration.registry.env_specs[env]
    register(id="LineNotSlippery-v0", entry_point="__main__:Line", max_episode_steps=4, reward_threshold=0.78)
env = gym.make("LineNotSlippery-v0")
print env.reset(), [env.step(action) for action in (1, 0, 1, 1)], env.spec.reward_threshold
specs = gym.envs.registration.registry.env_specs
print specs.has_key("CartPole-v0"), specs.get("Nothing-v0"), type(env_dict), type(specs.copy())
print [name for name, spec in specs.iteritems() if "NotSlippery" in name], [spec.id for spec in specs.values() if "NotSlippery" in spec.id]
print "LineNotSlippery-v0" in specs.keys(), sorted(specs) == sorted(specs.copy())
print specs.pop("LineNotSlippery-v0").id, specs.pop("LineNotSlippery-v0", None), "LineNotSlippery-v0" in specs
for name in [name for name in specs if name.startswith("CartPole")]:
    del specs[name]
print [name for name in specs if name.startswith("CartPole")]
for name in "CartPole-v0", "LineNotSlippery-v0":
    try:
        gym.make(name)
    except gym.error.UnregisteredEnv:
        print name, "is gone"
register(id="CartPole-v7", entry_point="__main__:Line", timestep_limit=3)
print gym.spec("CartPole-v7").timestep_limit
try:
    gym.make("CartPole-v0")
except gym.error.DeprecatedEnv:
    print "CartPole-v7 is not"
