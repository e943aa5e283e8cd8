import gym
env = gym.make("Pong-v0")
env.seed(8)
env.reset()
env.reset()
for step in range(150):
    ob = env.step(3)[0]
print int(ob.sum())
env.reset()
env.seed(8)
env.reset()
for step in range(150):
    ob = env.step(3)[0]
print int(ob.sum())
