# Tabular Q-learning with a seeded random
import random
import sys
random.seed(3)
actions = ['up', 'down', 'left', 'right']
Q = {}
def q(s, a):
    return Q.get((s, a), 0.0)
def best(s):
    values = [q(s, a) for a in actions]
    m = max(values)
    if values.count(m) > 1:
        return actions[random.choice([i for i in range(len(actions)) if values[i] == m])]
    return actions[values.index(m)]
total = 0
for episode in xrange(20):
    s = random.randint(0, 15)
    for t in range(50):
        a = best(s) if random.random() > 0.1 else random.choice(actions)
        s2 = (s + {'up': -4, 'down': 4, 'left': -1, 'right': 1}[a]) % 16
        r = 1 if s2 == 15 else -1 / 10
        Q[(s, a)] = q(s, a) + 0.5 * (r + 0.9 * max([q(s2, b) for b in actions]) - q(s, a))
        s = s2
        total += r
    if episode % 5 == 0:
        print "episode", episode, "total", total, "mean", total / (episode + 1), "%s" % (total / 3.0)
order = range(10)
random.shuffle(order)
print order, random.sample(xrange(100), 5), random.uniform(0, 1), random.gauss(0, 1)
print sorted(Q.items(), key=lambda (k, v): (-v, k))[:3]
print >>sys.stderr, "done"
sys.stdout.write("a\n")
print 'x',
sys.stdout.write("b\n")
print 'y',
