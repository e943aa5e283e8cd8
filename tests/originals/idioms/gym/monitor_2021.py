# stack: 2021
import gym, json, os
from gym import wrappers
env = wrappers.Monitor(gym.make("CartPole-v0"), "results", video_callable=lambda episode: False, force=True)
env.seed(0)
for episode in range(3):
    env.reset()
    done = False
    while not done:
        ob, reward, done, info = env.step(0)
print(env.get_episode_rewards(), env.get_episode_lengths(), env.get_total_steps())
env.close()
names = sorted(os.listdir("results"))
print([name.split(".")[:2] + name.split(".")[-2:] for name in names])
for name in names:
    with open(os.path.join("results", name)) as file:
        content = json.load(file)
    print(sorted(content))
    for key in ("env_id", "episode_lengths", "episode_rewards", "episode_types", "env_info"):
        if key in content:
            print(key, content[key])
try:
    wrappers.Monitor(gym.make("CartPole-v0"), "results", video_callable=False)
except gym.error.Error as problem:
    print(type(problem).__name__)
