import gym
from gym import wrappers

env = gym.make('CartPole-v1')
env = wrappers.Monitor(env, '/tmp/cartpole-experiment', force=True)
env.reset()
while True:
    env.render()
    _, _, done, _ = env.step(env.action_space.sample())
    if done:
        break
env.close()
