import gym
env = gym.make("Pong-v0")
inner = env.unwrapped
print env
print inner
print env.env is inner, type(env).__name__, type(inner).__name__
print env.action_space, env.observation_space
print env.observation_space.shape, env.observation_space.low.min(), env.observation_space.high.max()
print env.action_space.n, inner.get_action_meanings()
print inner._n_actions, list(inner._action_set), inner.frameskip, inner._obs_type
print env.spec, env.spec.id, env.spec.timestep_limit, env.spec.nondeterministic, env.spec.reward_threshold
print env.spec.tags
print env.spec._kwargs["game"], env.spec._kwargs["obs_type"], env.reward_range
print inner.ale.lives(), inner.ale.getScreenDims(), inner.ale.getRAMSize()
print sorted(inner.get_keys_to_action().items())
