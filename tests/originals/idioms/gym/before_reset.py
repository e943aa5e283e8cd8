import gym

for name in "FrozenLake-v0", "Taxi-v2", "CliffWalking-v0":
    env = gym.make(name).unwrapped
    print name, env.s in range(env.nS), env.isd[env.s] > 0, env.lastaction, env.spec.reward_threshold
env = gym.make("CliffWalking-v0")
print env.unwrapped.s, env.step(1), env.step(0), env.unwrapped.lastaction
env = gym.make("Blackjack-v0")
print len(env.unwrapped.player), len(env.unwrapped.dealer), env.step(0)[2]
env = gym.make("FrozenLake-v0")
print env.unwrapped.P[5], env.unwrapped.P[14][2]
env.reset()
env.unwrapped.s = 5
print env.step(1)
