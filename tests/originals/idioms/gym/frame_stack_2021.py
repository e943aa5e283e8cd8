# stack: 2021
import gym
import numpy as np
from gym.wrappers import FrameStack, AtariPreprocessing, GrayScaleObservation, FlattenObservation, TransformObservation, TransformReward, ClipAction, RescaleAction
env = FrameStack(gym.make("CartPole-v0"), 3)
env.seed(0)
ob = env.reset()
print(env, type(ob).__name__, ob.shape, len(ob), np.array(ob).round(4).tolist(), env.observation_space.shape)
ob, reward, done, info = env.step(1)
print(np.array(ob[:]).round(4).tolist(), ob[0].round(4).tolist())
env = FlattenObservation(gym.make("PongNoFrameskip-v4"))
print(env.reset().shape, env.observation_space)
env = TransformObservation(TransformReward(gym.make("CartPole-v0"), lambda r: 0.1 * r), lambda ob: ob * 2)
env.seed(1)
print(env, env.reset().round(4), env.step(0)[1])
env = ClipAction(gym.make("MountainCarContinuous-v0"))
env.seed(1); env.reset()
print(env.step(np.array([100.0]))[0].round(5))
env = RescaleAction(gym.make("MountainCarContinuous-v0"), a=-2, b=2)
env.seed(1); env.reset()
print(env.step(np.array([2.0]))[0].round(5), env.action_space)
