# stack: 2021
import gym
print(gym.__version__)
env = gym.make("Pong-v0")
print(env, env.unwrapped, env.spec, env.spec.max_episode_steps)
print(env.action_space, env.observation_space, env.unwrapped.get_action_meanings())
env = gym.make("CartPole-v1")
print(env.observation_space, env.reward_range)
