# stack: 2020
import gym
envs = gym.vector.make("CartPole-v0", num_envs=3, asynchronous=False)
print(envs.num_envs, envs.observation_space.shape, envs.action_space, envs.single_action_space)
envs.seed([0, 1, 2])
ob = envs.reset()
print(ob.shape, ob.dtype, ob.round(4).tolist())
for _ in range(12):
    ob, reward, done, info = envs.step([0, 1, 0])
print(ob.round(4).tolist(), reward.tolist(), done.tolist(), list(info))
envs.close()
