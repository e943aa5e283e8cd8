import random
for seed in [0, -3, 10 ** 20, 12345678901234567890L, 'pong', '', u'pong', 0.5, 2.0, (1, 'a', 2.5), True, None and 1, 'a' * 50]:
    if seed is not None:
        random.seed(seed)
        print str(seed), random.random(), random.randint(1, 1000)
r = random.Random('x')
state = r.getstate()
a = [r.random() for _ in range(3)]
r.setstate(state)
print a == [r.random() for _ in range(3)], state[0], len(state[1]), state[2]
r.jumpahead(10)
print r.random()
