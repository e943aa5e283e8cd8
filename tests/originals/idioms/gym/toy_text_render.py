import gym
for name in ("FrozenLake-v0",):
    env = gym.make(name)
    env.seed(4)
    env.reset()
    env.render()
    env.step(1)
    text = env.render(mode="ansi")
    print text.getvalue()
