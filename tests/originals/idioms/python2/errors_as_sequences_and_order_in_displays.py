print set([1, -7, 12L])
print {1, -7, 12L}
print set([1, -7, 12])
x = set([1, -7, 12])
print x, '%s' % x, '%s' % (x,)
x = set([1, -7, 12L])
print x, '%s' % x, '%s' % (x,)
def k(s, v):
    print s,
    return v
print {k('a', 1): k('b', 2)}
print {k('a', i): k('b', i) for i in range(2)}
try:
    open('missing/file')
except IOError, e:
    print e[0], e.errno
    code, text = e
    print code, text
    print list(e), len(e.args)
try:
    raise ValueError('a', 2)
except ValueError, e:
    print e[1], e[0:1]
    for part in e: print part
print {k('a', 1): k('b', 2), 5: k('c', 3)}, tuple(map(None, [1, 2]))
