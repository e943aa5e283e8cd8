import gym

env = gym.make("Blackjack-v0")
env.seed(0)
print env.spec.id, env.unwrapped.natural
wins = []
for episode in range(120):
    observation, done, rewards = env.reset(), False, []
    while not done:
        observation, reward, done, info = env.step(observation[0] < 14)
        rewards.append(reward)
    if rewards != [1.0] and rewards != [-1.0]:
        print episode, observation, rewards, info, env.unwrapped.player, env.unwrapped.dealer
    wins.append(reward > 0)
print sum(wins)
