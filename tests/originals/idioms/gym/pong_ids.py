import hashlib
import gym
import numpy as np

def play(name, seed, steps):
    env = gym.make(name)
    print name, map(int, env.seed(seed))
    rng = np.random.RandomState(seed)
    digest = hashlib.md5(env.reset().tostring())
    total = 0
    for _ in range(steps):
        ob, reward, done, info = env.step(rng.randint(env.action_space.n))
        digest.update(ob.tostring())
        total += reward
        if done:
            digest.update(env.reset().tostring())
    print digest.hexdigest(), total, info

play("Pong-v0", 12345, 700)
for name in ("PongDeterministic-v0", "Pong-v4", "Pong-ram-v0", "Pong-ramDeterministic-v0", "Pong-ramNoFrameskip-v4"):
    play(name, 2, 400)
