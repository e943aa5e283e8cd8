from collections import deque, namedtuple
import heapq, itertools, math, time
Transition = namedtuple('Transition', 'state action reward')
class Buffer:
	def __init__(self, size):
		self.buf = deque(maxlen=size)
		self.n = 0
        def add(self, (s, a), r=0):
	        self.buf.append(Transition(s, a, r))
		self.n += 1
	def __len__(self): return len(self.buf)
	def __nonzero__(self): return self.n > 2
	def __iter__(self): return self
	def next(self):
		if not self.buf: raise StopIteration
		return self.buf.popleft()
b = Buffer(4)
print bool(b),
for i in xrange(6): b.add((i, i % 2), i / 2)
print bool(b), len(b), b.next(), [t.reward for t in b]
class Node(object):
    def __init__(self, cost): self.cost = cost
    def __cmp__(self, other): return cmp(self.cost, other.cost)
    def __repr__(self): return 'Node(%s)' % self.cost
heap = []
for c in (3, 1, 2): heapq.heappush(heap, Node(c))
print heapq.heappop(heap), sorted(heap), max(heap)
def epsilon(step, start=1.0, end=0.1, steps=10):
    return start - (start - end) * step / steps
print [epsilon(i) for i in range(0, 11, 5)], 5 / 2, -5 / 2, 5 % 3, 2 ** 10 / 3, 7 // 2, 1 / 2 * 3.0
x = 7; x /= 2; print x
class C: pass
c = C(); c.v = 9; c.v /= 2; l = [7, 8]; l[1] /= 3; d = {'a': 5}; d['a'] /= 2
print c.v, l, d, round(2.5), round(-0.5), round(0.125, 2), int(round(3.7))
try:
    raise ValueError, "bad value"
except ValueError, e:
    print 'error:', e, e.message, repr(str(e))
try:
    {}['k']
except KeyError as e:
    print 'key', e
exec "z = 10 / 4\nprint 'z', z"
print eval("7 / 2"), map(None, [1, 2], ['a']), filter(lambda v: v % 2, range(6)), zip([1, 2], (3, 4))
print "%5.2f|%-5s|%s|%r|%d%%" % (1.005, 'ab', 0.1 + 0.2, 0.1 + 0.2, 50), "{0} {1:.2f}".format(1 / 3.0, 2), str(1e16), str(1.0), 1e5, 1e-5, 123456789012.5
print reduce(lambda p, v: p * v, range(1, 6)), apply(max, [1, 5, 3]), cmp('a', 'b'), unichr(65), isinstance(u'a', basestring), isinstance(3L, (int, long))
words = ['b', 'A', 'c']; words.sort(lambda p, v: cmp(p.lower(), v.lower())); print words, sorted([3, 1, 2], cmp=lambda p, v: v - p), sorted([1, 2], reverse=True)
print `1 + 1`, 0777, 1 <> 2, not 1 == 1, set([1]), [set([1, 2])][0] == {1, 2}, type(1.0), None
print dict([(1, 2)]).has_key(1), {1: 2}.keys() + {3: 4}.values(), sum(xrange(5)), list(itertools.izip('ab', itertools.count()))
for i, (k, v) in enumerate(sorted({'x': 1, 'y': 2}.items())): print i, k, v
print "Total: %d" % 3.7, "%s and %s" % ('a', 1.5), "%(n)s %(v).1f" % {'n': 'name', 'v': 2.345}
print math.floor(2.7), math.ceil(2.1), abs(-3), divmod(7, 2), pow(2, 3), 10 ** -1, 3 * '='
print
print 'end'
