import gym
env = gym.make("FrozenLake-v0").unwrapped
print env.nS, env.nA, len(env.P), env.P[14][2], env.isd
print env.desc.shape, env.desc.dtype, env.observation_space, env.action_space
