import gym
from gym.utils import seeding

for name in "CartPole-v0", "Acrobot-v1":
    env = gym.make(name)
    print name, env.seed(3), env.seed(0), env.seed(2 ** 40), env.seed(2 ** 64 + 5), type(env.seed()[0]), "%s %d" % (env.seed(5)[0], env.seed(5)[0])
    print env.seed(6)[0], repr(env.seed(6)[0]), repr(env.seed(6)[0] + 1), len(env.seed(None))
print [seeding.hash_seed(number) for number in range(3)]
rng, seed = seeding.np_random(9)
print repr(seed), rng.randint(100)
print gym.make("Pong-v0").seed(3)
