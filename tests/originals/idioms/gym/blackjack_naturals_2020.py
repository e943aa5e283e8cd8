# stack: 2020
import gym

for env in gym.make("Blackjack-v0"), gym.make("Blackjack-v0", natural=True):
    env.seed(0)
    for episode in range(1500):
        observation, done = env.reset(), False
        while not done:
            observation, reward, done, info = env.step(int(observation[0] < 14))
        if sorted(env.unwrapped.player) == [1, 10] and reward == 0:
            print(episode, observation, reward, done, info, env.unwrapped.player, env.unwrapped.dealer)
