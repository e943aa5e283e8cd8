import random
random.seed(1234)
print [random.randint(0, 9) for _ in range(12)]
print [random.randrange(10) for _ in range(6)], random.randrange(0, 100, 7), random.randrange(5, -20, -4)
print [random.choice(['up', 'down', 'stay']) for _ in range(6)], random.choice('abcdef')
x = range(12); random.shuffle(x); print x
print random.sample(range(100), 5), random.sample(xrange(10 ** 6), 4), random.sample('abcdefgh', 3)
print random.randint(0, 10 ** 30), random.getrandbits(70), random.random()
