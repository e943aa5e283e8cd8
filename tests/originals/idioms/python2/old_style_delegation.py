class Proxy:
    def __init__(self, target):
        self.__dict__["target"] = target
    def __getattr__(self, name):
        return getattr(self.target, name)
p = Proxy([3, 1, 2])
print len(p), p[0], 2 in p, [x for x in p], p + [4], p == [3, 1, 2], p != [3], p[1:], str(p), repr(p)
p.append(7)
p[0] = 9
print p.target, p.count(7), p * 2, bool(Proxy([])), bool(Proxy("x")), Proxy(5) + 1, int(Proxy(7))
