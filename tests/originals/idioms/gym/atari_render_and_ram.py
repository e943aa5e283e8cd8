import gym
env = gym.make("PongDeterministic-v4")
env.seed(0)
env.reset()
for _ in range(40):
    ob, reward, done, info = env.step(env.unwrapped.get_action_meanings().index("LEFT"))
frame = env.render(mode="rgb_array")
print frame.shape, frame.dtype, (frame == ob).all(), info
ram = env.unwrapped._get_ram()
print ram.shape, ram.dtype, ram[:16].tolist()
print env.unwrapped.ale.getScreenGrayscale().shape, env.unwrapped.ale.getScreenGrayscale().sum()
ob[ob == 144] = 0
print (env.unwrapped._get_image() == ob).all()
env.render(close=True)
env.close()
