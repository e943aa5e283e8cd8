import gym
env = gym.make("CartPole-v0")
print env, env.env, type(env).__name__
print env._max_episode_steps, env._elapsed_steps, env.spec.timestep_limit
env._max_episode_steps = 3
env.seed(0)
env.reset()
for _ in range(4):
    ob, reward, done, info = env.step(0)
    print reward, done, info, env._elapsed_steps
    if done:
        break
