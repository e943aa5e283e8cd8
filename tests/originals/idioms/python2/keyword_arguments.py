def f(a, b=2, *args, **kwargs):
    return a, b, args, sorted(kwargs.items())
print f(1), f(1, 3, 4, 5, x=6), f(*(1, 2, 3), **{"y": 7}), f(b=1, a=2), apply(f, (1,), {"z": 3}), f(1, *[2], k=0)
try:
    f()
except TypeError, e:
    print "TypeError"
try:
    f(1, a=2)
except TypeError, e:
    print "twice"
g = lambda *a, **k: (a, k)
print g(1, x=2), g(), (lambda a, (b, c)=(1, 2): a + b + c)(1)
