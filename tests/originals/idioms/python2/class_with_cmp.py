class Version:
    def __init__(self, *parts):
        self.parts = parts
    def __cmp__(self, other):
        return cmp(self.parts, other.parts)
    def __repr__(self):
        return ".".join(map(str, self.parts))
a, b = Version(1, 2), Version(1, 10)
print a < b, a == b, a != b, a >= b, cmp(a, b), cmp(b, a), max(a, b), sorted([b, a, Version(0, 9)])
print a == Version(1, 2), a in [b, Version(1, 2)], [a, b].index(Version(1, 10))
class Big(object):
    def __cmp__(self, other):
        return 5
print cmp(Big(), 1), Big() > 1, Big() < 1, 1 < Big()
