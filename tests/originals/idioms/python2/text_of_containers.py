import collections
print collections.OrderedDict([("b", 0.1 + 0.2), ("a", 2L)])
d = collections.defaultdict(int)
d["x"] += 1
d["y"] += 2.5
print d, collections.deque([1, 0.1 + 0.2], 3), collections.deque([2])
print collections.Counter("mississippi"), collections.Counter("abca").most_common(2)
P = collections.namedtuple("P", "x y")
print P(1, set([2])), P(x=1.1 * 3, y=2 ** 64)
l = [1]
l.append(l)
print l
m = {}
m["m"] = m
print m
print xrange(3), xrange(1, 10, 3), slice(1, 2), Ellipsis, NotImplemented, None, True
