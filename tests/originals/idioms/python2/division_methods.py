class Frac(object):
    def __init__(self, v):
        self.v = v
    def __div__(self, other):
        return "div %s" % other
    def __rdiv__(self, other):
        return "rdiv %s" % other
    def __floordiv__(self, other):
        return "floor %s" % other
    def __idiv__(self, other):
        self.v = "idiv"
        return self
f = Frac(1)
print f / 2, 2 / f, f // 2, f / 2.0, 1.5 / f
g = f
g /= 3
print g.v, g is f
class Both(object):
    def __div__(self, other):
        return "div"
    def __truediv__(self, other):
        return "truediv"
print Both() / 1
import operator
print operator.div(7, 2), operator.div(7.0, 2), operator.truediv(7, 2), operator.floordiv(7, 2), reduce(operator.div, [100, 3, 2])
for a, b in [([1], 2), (2, [1]), ('a', 'b'), (None, 1.5), ((), 2), (7, 2), (7.0, 2), (2, 1.5), (True, 2), (5, 2j), (9L, 2)]:
    c = a
    try:
        c /= b
        print c
    except TypeError, e: print e
    try: print a / b
    except TypeError, e: print e
