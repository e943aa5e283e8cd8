import numpy as np
np.random.seed(0)
a = np.arange(6).reshape(2, 3)
print a / 2, a / 2.0, a[0, 1] / 2, np.int64(7) / 2, a.mean(), a.sum() / 4
b = np.zeros(3); b[1] = np.array([2.5]); print b, float(np.array([3.5])), int(np.array([[4]])), "%d %.1f %s" % (np.array([3]), np.array([2.25]), np.array([1]))
c = np.array([1, 2, 3]); c /= 2; print c, c.dtype
img = np.random.randint(0, 255, (4, 4, 3)).astype('uint8'); print img[::2, ::2, 0] / 255., img.mean() / 255, img[0, 0, 0] / 2
print ['left', 'right'][np.float64(1.0) > 0], np.float64(0.1) + 0.2, np.float32(0.1), np.mean([1, 2]), np.std([1.0, 2])
w = {'a': np.ones((2, 2)), 'b': np.zeros(1)}
for k, v in sorted(w.iteritems()): print k, v.shape, v.sum(), v.size / 3
print np.asarray(zip([1, 2], [3, 4])), np.vstack(map(lambda v: v * 2, [np.ones(2), np.zeros(2)])), np.array(range(3)), np.sum(v for v in range(4))
r = np.array([0, 0, 1, 0, -1.0])
d = np.zeros_like(r); run = 0
for t in reversed(xrange(0, r.size)):
    if r[t] != 0: run = 0
    run = run * 0.99 + r[t]; d[t] = run
print d, d.tostring() == d.tobytes(), len(d) / 2
print "episode %d reward %f mean %s" % (1, r.sum(), r.mean()), np.random.choice(3, p=[.2, .3, .5]), np.random.rand(2), np.random.permutation(4)
