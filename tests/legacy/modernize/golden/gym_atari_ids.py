import gym

for name in ("Breakout-v0", "PongDeterministic-v4", "SpaceInvadersNoFrameskip-v4"):
    env = gym.make(name)
    env.seed(1)
    first = env.reset()
    print(name, first.shape, env.unwrapped.get_action_meanings())
