import gym
env = gym.make("CartPole-v0")
env.reset()
env.close()
env.close()
print env.unwrapped.viewer, env.unwrapped.steps_beyond_done
print env.unwrapped.gravity, env.unwrapped.masscart, env.unwrapped.length, env.unwrapped.x_threshold, round(env.unwrapped.theta_threshold_radians, 6)
env.unwrapped.state = (0.0, 0.1, 0.02, -0.1)
print env.step(1)
