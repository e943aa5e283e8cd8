class Slots(object):
    __slots__ = ("a", "b")
s = Slots()
s.a = 1
try:
    s.c = 2
except AttributeError, e:
    print str(e)[:34]
class Magic(object):
    def __getattr__(self, name):
        if name.startswith("_"): raise AttributeError(name)
        return "got " + name
    def __setattr__(self, name, value):
        object.__setattr__(self, name, value / 2)
m = Magic()
m.x = 7
print m.x, m.y, hasattr(m, "_z"), m.__dict__
class D(object):
    def __get__(self, obj, kind): return "descriptor", kind.__name__
class Owner(object):
    d = D()
print Owner.d, Owner().d, Owner.__name__, "d" in vars(Owner)
del m.x
print m.x
