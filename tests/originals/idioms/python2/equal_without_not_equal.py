class E(object):
    def __init__(self, v):
        self.v = v
    def __eq__(self, other):
        return isinstance(other, E) and self.v == other.v
a, b = E(1), E(1)
print a == b, a != b, a != a, a == 1, a != 1
print a in [b], [a] == [b], hash(a) == hash(a), len(set([a, b]))
class F(E):
    def __ne__(self, other):
        return not self == other
print F(1) != F(1), F(1) != F(2)
