# -*- coding: utf-8 -*-
import itertools, collections, random, heapq, array, sys, urllib, string
from itertools import izip, imap, product as prod, chain
from collections import deque, OrderedDict, Counter, defaultdict
import numpy as np
s = set(['state','action','reward','next_state','done','info'])
d = {'state':1,'action':2,'reward':3,'next_state':4,'done':5,'info':6,'log':7}
print list(itertools.combinations(s, 2))[:4]
print list(prod(s, [1,2]))[:4], list(itertools.product(d, repeat=2))[:4]
print list(chain(s, d)), list(itertools.chain.from_iterable([s, d])), list(itertools.chain(*[s, d]))
print list(izip(d, d.itervalues()))
print list(imap(None, d, s)), list(imap(lambda a: a + '!', s)), list(imap(str, d))
print list(itertools.islice(d, 3)), list(itertools.islice(itertools.cycle(s), 8))
print list(itertools.izip_longest(s, d, fillvalue={}))
print list(itertools.ifilter(None, s)), list(itertools.ifilterfalse(lambda x: x > 'd', d))
print [list(t) for t in itertools.tee(d)], [(k, list(g)) for k, g in itertools.groupby(s, len)]
print list(itertools.takewhile(lambda k: k != 'done', d)), list(itertools.dropwhile(lambda k: k != 'done', d)), list(itertools.compress(d, [1,0,1,0]))
print list(itertools.starmap(lambda a, b: a+b, set([('a','b'),('c','d'),('xyz','w')]))), list(itertools.permutations(s, 2))[:5]
print list(itertools.combinations_with_replacement(d, 2))[:5], list(itertools.repeat(d, 1))[0] is d
random.seed(3)
print random.sample(s, 3), random.sample(d, 2), random.sample(set(range(100, 5000, 7)), 4), random.sample(set('abcdefghijklmnopqrstuvwxyz0123456789'), 3)
print deque(s), deque(d, maxlen=3), deque(d, 2)
q = deque(); q.extendleft(s); print q; q.extend(d); print q
print array.array('i', set([5, -1, 100, 33, 8])), 
a = array.array('l'); a.extend(array.array('l', [1])); print a
od = OrderedDict(d); print od, OrderedDict(d.items()) == od, OrderedDict(od)
l = []; l += d; l += s; print l
l[:] = s; print l
l[1:2] = d; print l
a, b, c = {'one':1,'two':2,'three':3}; print a, b, c
a, b, c = {'one','two','three'}; print a, b, c
x, y = set(['left','right']) | set(['left']); print x, y
print heapq.nlargest(3, d, key=len), heapq.nsmallest(3, s, key=len), list(heapq.merge(set([1, 100, 33]), set([2, -1])))
print Counter(s), Counter(d), Counter(s).most_common(2), Counter(d).items(), Counter(state=1, action=1, reward=1).keys(), Counter(set('hello world')).keys()
print defaultdict(int, d), defaultdict(int, d, zeta=3).keys(), defaultdict(list, state=1, action=2, reward=3)
print ''.join(s), ','.join(d), string.join(s), string.join(d, '-'), string.joinfields(s, '+')
print urllib.urlencode(d), urllib.urlencode({'q': s, 'page': 1, 'a b': 'ü'}, 1), urllib.urlencode([('b', 1), ('a', s)])
def f(*args): return args
print f(*s), f(*d), f(1, *d.keys())
print np.array(list(s)), np.fromiter(set([5, -1, 100, 33, 8]), int), np.array(d.values()), np.random.RandomState(1).permutation(list(s))
print reduce(lambda a, b: a + b, s), reduce(lambda acc, x: acc + [x], s, []), reduce(lambda acc, x: dict(acc, **{x: 1}), s, {})
import functools
print functools.reduce(lambda a, b: a + b, s), functools.reduce(lambda acc, x: acc.update({x: 1}) or acc, s, {})
print dict.fromkeys(s), dict.fromkeys(d, 0), dict.fromkeys(set(range(0, 200, 13)), 1).keys(), dict.fromkeys(['a', 'b']), defaultdict.fromkeys(s)
print {}.fromkeys(s, 1), OrderedDict.fromkeys(s)
print map(None, s), zip(d, s), min(d, key=len), max(s, key=len)
print sum(map(len, s)), any(k for k in s), sorted(d, key=len)
print list(frozenset(['alpha','beta','gamma'])), tuple(s), [k for k in s]
import csv, StringIO
out = StringIO.StringIO()
w = csv.writer(out); w.writerows([list(s), tuple(d)]); w.writerow([0.1, 3, None, True, 'a,b', d, s])
dw = csv.DictWriter(out, d); dw.writeheader(); dw.writerow(d); dw.writerows([d, d])
dw = csv.DictWriter(out, s, extrasaction='ignore'); dw.writerow(d)
print out.getvalue()
