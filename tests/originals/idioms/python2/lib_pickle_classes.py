import cPickle, pickle
class Agent:
    def __init__(self, n):
        self.n = n
    def __getstate__(self):
        return {'n': self.n + 1}
class New(object):
    __slots__ = ['a', 'b']
    def __getstate__(self):
        return (self.a, self.b)
    def __setstate__(self, state):
        self.a, self.b = state
class Pair(object):
    def __init__(self, a, b):
        self.pair = (a, b)
    def __reduce__(self):
        return Pair, self.pair
n = New(); n.a, n.b = 1, 'x'
for module in pickle, cPickle:
    for protocol in 0, 1, 2:
        a = module.loads(module.dumps(Agent(3), protocol))
        m = module.loads(module.dumps(n, protocol))
        p = module.loads(module.dumps(Pair(1, [2]), protocol))
        print a.n, m.a, m.b, p.pair
