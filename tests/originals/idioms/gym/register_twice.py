import gym
import gym.spaces
from gym.envs.registration import register

class Line(gym.Env):
    action_space = gym.spaces.Discrete(2)
    observation_space = gym.spaces.Discrete(9)

    def _reset(self):
        return 0

    def _step(self, action):
        return action, 1.0, False, {}

for limit in 2, 3:
    for name in "Line-v0", "CartPole-v0", "Pong-v0":
        try:
            register(id=name, entry_point="__main__:Line", max_episode_steps=limit)
            print name, "registered"
        except gym.error.Error as problem:
            print problem
print gym.spec("Line-v0").max_episode_steps, gym.spec("CartPole-v0").max_episode_steps, gym.spec("Pong-v0").max_episode_steps
for limit in 4, 5:
    del gym.envs.registry.env_specs["CartPole-v0"]
    register(id="CartPole-v0", entry_point="__main__:Line", max_episode_steps=limit)
    env = gym.make("CartPole-v0")
    print env.reset(), env.spec.max_episode_steps, env.step(1)
