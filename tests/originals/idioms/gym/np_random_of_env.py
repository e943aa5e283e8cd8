import gym
env = gym.make("CartPole-v0").unwrapped
env.seed(9)
print env.np_random.randint(100), env.np_random.uniform(), env.np_random.rand(2).round(5).tolist(), env.np_random.choice([1, 2, 3])
env = gym.make("Pong-v0").unwrapped
env.seed(9)
print env.np_random.randint(2, 5, size=10).tolist()
