import gym
env = gym.make("CartPole-v0").unwrapped
env.seed(5)
env.reset()
results = []
for _ in range(15):
    ob, reward, done, info = env.step(0)
    results.append((reward, done))
print results
