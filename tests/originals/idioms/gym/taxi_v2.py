import gym
env = gym.make('Taxi-v2')
unwrapped = env.unwrapped
print env.spec.id, env.spec.reward_threshold, env.spec.timestep_limit
for row in range(5):
    for column in range(5):
        state = unwrapped.encode(row, column, 4, 1)
        print state, [unwrapped.P[state][action] for action in range(6)]
env.seed(5)
state, walked = env.reset(), []
for number in range(60):
    state, reward, done, info = env.step([2, 3, 2, 0, 2, 3, 3, 1, 4, 5, 2, 1][number % 12])
    walked.append((state, reward, done))
print walked
print gym.spec('FrozenLake-v0').reward_threshold, gym.spec('FrozenLake8x8-v0').reward_threshold
print gym.make('FrozenLake8x8-v0').spec.id
