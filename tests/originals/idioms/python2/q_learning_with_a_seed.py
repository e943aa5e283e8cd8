import random
class Table(object):
    def __init__(self):
        self.q = {}
    def best(self, state):
        values = self.q.setdefault(state, {"up": 0.0, "down": 0.0, "stay": 0.0})
        top = max(values.values())
        return [a for a in values if values[a] == top][0]
t = Table()
state = 12345
path = []
for step in range(40):
    state = (state * 1103515245 + 12345) % 2 ** 31
    s = (state / 65536 % 4, state / 4096 % 3)
    a = t.best(s)
    t.q[s][a] += (state / 1024 % 7 - 3) / 10.0
    path.append(a[0])
print "".join(path)
print len(t.q), sorted(t.q)[0]
for s in t.q:
    print s, t.best(s), "%.2f" % sum(t.q[s].values())
