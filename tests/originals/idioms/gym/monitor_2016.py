import gym, json, os
from gym import wrappers
env = wrappers.Monitor(gym.make("CartPole-v0"), "results", video_callable=False, force=True)
env.seed(0)
for episode in range(3):
    env.reset()
    done = False
    while not done:
        ob, reward, done, info = env.step(0)
print env.get_episode_rewards(), env.get_episode_lengths(), env.get_total_steps()
env.close()
names = sorted(os.listdir("results"))
print [name.split(".")[:2] + name.split(".")[-2:] for name in names]
for name in names:
    content = json.load(open(os.path.join("results", name)))
    print sorted(map(str, content))
    for key in ("env_id", "episode_lengths", "episode_rewards", "episode_types", "env_info", "initial_reset_timestamp"):
        if key in content and "time" not in key:
            print key, sorted(map(str, content[key]))
results = wrappers.monitoring.load_results("results")
print sorted(results), results["episode_lengths"], results["episode_rewards"], results["data_sources"]
