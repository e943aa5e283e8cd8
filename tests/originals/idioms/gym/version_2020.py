# stack: 2020
import gym
gym.logger.set_level(40)
print(gym.logger.MIN_LEVEL, gym.logger.DISABLED, gym.logger.ERROR, gym.logger.WARN, gym.logger.INFO, gym.logger.DEBUG)
gym.logger.warn("not shown")
print(gym.Env.metadata, gym.Env.reward_range)
env = gym.make("CartPole-v0")
print(env, env.unwrapped, env.spec, env.spec.max_episode_steps, env.spec.reward_threshold)
print(env.action_space, env.observation_space.shape)
