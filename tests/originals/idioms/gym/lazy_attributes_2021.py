# stack: 2021
import gym
env = gym.make("CartPole-v0")
print(env.gravity, env.kinematics_integrator, env._elapsed_steps)
try:
    env._private
except AttributeError as problem:
    print(problem)
