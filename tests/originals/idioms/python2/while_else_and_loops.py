for i in range(3):
    for j in xrange(i):
        print i, j,
else:
    print "for done"
n = 3
while n:
    n -= 1
    if n == 1: continue
    print n,
else:
    print "while done"
print i, j
for i, (a, b) in enumerate([(1, 2), (3, 4)]):
    print i, a, b,
print
for x in 1, 2, 3:
    pass
print x
for k in range(5):
    if k == 2: break
else:
    print "never"
print k, [i for i in 1, 2, 3], [x for x in range(3) if x if x > 1], i
if not []: print "empty"; print "still"
print 1 if n else 0, n or "default", n and "x", (1, 2)[n == 0]
