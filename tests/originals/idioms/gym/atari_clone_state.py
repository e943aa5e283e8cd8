import gym
env = gym.make("Pong-v0")
env.seed(3)
env.reset()
for _ in range(60):
    env.step(2)
state = env.unwrapped.clone_full_state()
one = [int(env.step(3)[0].sum()) for _ in range(40)]
env.unwrapped.restore_full_state(state)
two = [int(env.step(3)[0].sum()) for _ in range(40)]
frames = len(one), len(two)
print frames
