class Counter(object):
    count = 0
    def __init__(self):
        Counter.count += 1
        self.id = self.count
    def __str__(self):
        return "Counter %d of %d" % (self.id, self.count)
    def __add__(self, other):
        return self.id + other
    __radd__ = __add__
    def __getitem__(self, key):
        return key
    def __contains__(self, x):
        return x == self.id
    def __call__(self, *args, **kw):
        return len(args), kw
    def __len__(self):
        return 3
    def __del__(self):
        pass
class Sub(Counter):
    def __init__(self):
        super(Sub, self).__init__()
        Counter.__init__(self)
a, b = Counter(), Sub()
print a, b, a + 1, 1 + b, a[1:2], a["k"], a[1, 2], 1 in a, a(1, 2, x=3), len(a), Sub.__mro__[1].__name__, a.__class__.__name__
print hasattr(a, "id"), getattr(a, "nothing", 5), setattr(a, "z", 2), a.z, isinstance(b, Counter), Sub.__bases__
