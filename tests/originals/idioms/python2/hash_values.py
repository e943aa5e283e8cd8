print hash("a"), hash("pong"), hash(""), hash(1), hash(-1), hash(2 ** 63), hash(1.5), hash((1, 2)), hash(True)
print hash("state-%d" % 3) % 1024, hash(("up", 0.5)) % 97, hash(frozenset([1, 2])), hash(10 ** 20), hash(1e20)
class K(object):
    def __init__(self, k):
        self.k = k
    def __hash__(self):
        return hash(self.k)
    def __eq__(self, other):
        return self.k == other.k
print hash(K("x")), {K("x"): 1}[K("x")], hash(1L), hash(0.0)
