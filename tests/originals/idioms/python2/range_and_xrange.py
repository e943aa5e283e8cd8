print range(5), range(2, 5), range(10, 0, -3), range(0), range(-3), len(range(4)), range(3)[::-1], [1, 2] + range(2), range(3) == [0, 1, 2]
r = range(4)
r.append(9)
r[0] = 7
print r, r.index(9), 3 in r, xrange(3)[1], len(xrange(0, 10, 3)), list(xrange(2, 8, 2)), sum(xrange(5)), xrange(5) == range(5), max(xrange(3))
import random
random.seed(1)
print len(random.sample(xrange(100), 3)), random.choice(range(1, 2)), isinstance(range(2), list), reversed(range(3)).next()
for i in range(2): print i,
for i in xrange(2, 0, -1): print i,
print
