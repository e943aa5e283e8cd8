# stack: 2021
import gym
for name in ("FrozenLake-v1", "Taxi-v3", "CliffWalking-v0"):
    env = gym.make(name)
    env.seed(4)
    env.reset()
    env.render()
    env.step(1)
    env.render()
    if name != "CliffWalking-v0":
        print(repr(env.render(mode="ansi")))
