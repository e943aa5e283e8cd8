import gym
import numpy as np
# The sines and cosines of Acrobot differ in their last digits.
np.set_printoptions(precision=9)
games = ("Acrobot-v1", "CartPole-v0", "MountainCar-v0", "MountainCarContinuous-v0", "Pendulum-v0")
games += ("FrozenLake-v0", "FrozenLake8x8-v0", "CliffWalking-v0", "Blackjack-v0")
for name in games:
    env = gym.make(name)
    print name, int(env.seed(3)[0])
    rng = np.random.RandomState(1)
    for episode in range(2):
        ob, total, steps, done = env.reset(), 0, 0, False
        print repr(ob)
        while not done and steps < 250:
            action = rng.randint(env.action_space.n) if hasattr(env.action_space, "n") else rng.uniform(-2, 2, env.action_space.shape)
            ob, reward, done, info = env.step(action)
            total += reward
            steps += 1
        print repr(ob), float(total), steps, done, info
