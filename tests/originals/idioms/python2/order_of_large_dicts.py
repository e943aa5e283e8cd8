d = {}
for i in xrange(1000):
    d["key%d" % (i * 7919 % 1009)] = i
print d.keys()[:8], d.values()[-5:]
n = dict((i * i % 1013, i) for i in range(500))
print n.keys()[:10], sum(k * (p + 1) for p, k in enumerate(n)) % 99991
t = {}
for x in range(-6, 7, 3):
    for y in range(4):
        t[x, y] = x * y
print t.keys()
s = set((x * 37 % 101, y) for x in range(12) for y in "ab")
print list(s)[:6], sum(a * (i + 1) for i, (a, b) in enumerate(s))
