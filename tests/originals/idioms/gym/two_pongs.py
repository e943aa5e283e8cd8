import gym
one, two = gym.make("Pong-v0"), gym.make("Pong-v0")
print map(int, one.seed(1)), map(int, two.seed(1))
a, b = one.reset(), two.reset()
for step in range(200):
    a = one.step(2 + step % 2)[0]
two.step(0)
b = two.reset()
print (a == b).all(), int(a.sum()), int(b.sum())
for step in range(300):
    b = two.step(2 + step % 2)[0]
print int(b.sum())
two.seed(1)
two.reset()
for step in range(200):
    b = two.step(2 + step % 2)[0]
print (a == b).all()
