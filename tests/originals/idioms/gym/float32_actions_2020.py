# stack: 2020
import gym

for name in ("Pendulum-v0", "MountainCarContinuous-v0"):
    env = gym.make(name)
    env.seed(5)
    env.action_space.seed(6)
    env.reset()
    for _ in range(40):
        ob, reward, done, info = env.step(env.action_space.sample())
    print(name, ob.round(9).tolist(), round(float(reward), 9), done)
