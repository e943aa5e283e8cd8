from collections import Counter, OrderedDict, namedtuple, deque, defaultdict, Mapping, Callable, Iterable
c = Counter('abracadabra'); print c.most_common(2), sorted(c.elements())[:3], c['zz'], Counter(a=1) + Counter(a=2), Counter(a=3) - Counter(a=1)
o = OrderedDict([('b', 1), ('a', 2)]); print o, o.keys(), o.items(), OrderedDict([(1, 2)]).popitem(), OrderedDict(), o == {'b': 1}
P = namedtuple('P', 'x y'); print P(1, 2), P(1, 2)._asdict(), P._fields, P(1, 2)._replace(x=5), P._make([3, 4])
d = deque([1, 2, 3], 2); d.appendleft(0); print d, d.maxlen; q = defaultdict(list); q['a'].append(1); print q, q.items(), isinstance({}, Mapping), isinstance(len, Callable), isinstance('a', Iterable)
