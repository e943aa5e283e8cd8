# stack: 2020
import gym
import numpy as np

actions = [
    [0.3], (0.3,), [np.float64(0.3)], [np.float32(0.3)], [1], [True], [5.5], [-7],
    np.array([0.3]), np.array([0.3], np.float32), np.array([0.3], np.float16), np.array([1]), np.array([0.3, 0.7]),
]
for name, state in ("Pendulum-v0", [0.25, 0.125]), ("MountainCarContinuous-v0", [-0.5, 0.015625]):
    for number, action in enumerate(actions):
        env = gym.make(name)
        env.reset()
        env.unwrapped.state = np.array(state)
        rewards = [env.step(action)[1] for _ in range(3)]
        print(name, number, ["%.13g" % reward for reward in rewards], ["%.13g" % part for part in env.unwrapped.state], "%.13g" % getattr(env.unwrapped, "last_u", 0))
for action in 0.3, np.float64(0.3), np.array(0.3):
    try:
        env.step(action)
    except (TypeError, IndexError):
        print("no")
