def f(a, (b, c), *d):
    return sorted(locals())
print f(1, (2, 3))

class Old:
    def __cmp__(self, other):
        return 0

class New(object):
    def __cmp__(self, other):
        return 0

for kind in (Old, New):
    try:
        print len({kind(): 1})
    except TypeError, error:
        print kind.__name__, error
