from collections import *
import collections as C
ws = 'state action reward next_state done info log gamma lr n name l episode hidden'.split()
def f(**kw): return kw.keys()
for n in (0, 1, 4, 5, 6, 7, 10, 11, 13):
    e = dict((w, i) for i, w in enumerate(ws[:n])); g = {}
    for w in ws[n:]: g[w] = 1
    print n, dict(**e), dict(e, **g), dict(zzz=1, **e), dict([('q', 1)], zzz=1, yyy=2, **e)
    h = {'a': 1}; h.update(**e); print h; h.update(g, **e); print h; h.update(zz=1, yy=2, **e); print h
    print f(**e), f(zz=1, yy=2, **e), f(**dict(e, **g)), f(**h)
    print OrderedDict(**e), OrderedDict(zz=1, yy=2, xx=3, **e), Counter(**e).keys(), Counter(g, **e).keys(), Counter(zz=1, **e).keys()
    o = OrderedDict(); o.update(**e); print o; o.update(g, **e); print o; o.update(zz=1, yy=2, xx=3, **e); print o
    c = Counter(); c.update(**e); print c.keys(); c.update(zz=1, yy=2, xx=3); print c.keys()
    print deque(e), defaultdict(int, e).keys(), defaultdict(int, zz=1, yy=2, xx=3, ww=4, vv=5, uu=6).keys()
    k = e.copy(); k.pop('done', 0); k.pop('info', 0); print f(**k), dict(**k), f(a=1, **k), k
print C.OrderedDict(made=1, value=2, arguments=3, named=4, self_=5), Counter(made=1, arguments=2), defaultdict(int, made=1, kind=2).keys()
for bad in [lambda: dict(**5), lambda: dict(a=1, **{'a': 2}), lambda: {}.update(**3), lambda: dict(1, **{'a': 1}), lambda: dict({}, {}, **{})]:
    try: print bad()
    except TypeError, err: print 'TypeError'
class D(dict):
    def __init__(self, *a, **k):
        dict.__init__(self, *a, **k); self.__dict__ = self
print D(state=1, action=2, reward=3, done=4), D({'state':1, 'lr':2}, gamma=1, action=2), D({'state': 1}, **{'a': 2, 'zz': 3, 'b': 4}).keys()
class E(dict):
    def __init__(self, *a, **k):
        super(E, self).__init__(*a, **k)
    def __getattr__(self, n): return self[n]
    def update(self, *a, **k): print 'own', a, k; dict.update(self, *a, **k)
x = E(state=1, action=2, reward=3, done=4); print x, x.state; x.update(q=1, w=2, e=3, r=4, t=5); x.update(**{'q':1, 'w':2, 'e':3, 'r':4}); print x
for n in (11, 12, 22, 100):
    words = ['w%d' % (i * 37 % 101 + i) for i in range(n)]
    s = set(words)
    d = {}
    for w in words: d[w] = 1
    print n, dict.fromkeys(s).keys(), dict.fromkeys(d).keys(), dict.fromkeys(words).keys(), C.defaultdict.fromkeys(s).keys()
    print dict.fromkeys(d.copy()).keys(), dict.fromkeys(frozenset(words)).keys(), {}.fromkeys(s, 1).keys()
    e = dict.fromkeys(s); e['zz'] = 1; print e.keys()
    o = C.OrderedDict.fromkeys(words); print dict(o).keys(), dict(C.Counter(words)).keys()
    o = C.OrderedDict(d); print dict(o).keys(), o.keys()
    e = {}; e.update(o); print e.keys()
    c = C.Counter(words); c.update(d); c.update(words[:5] + ['qq']); print c.keys(), c.most_common(3)
    c = C.Counter(d); print c.keys(); c.update(s); print c.keys()
    c = C.Counter(); c.update(s); c.update(o); print c.keys()
    f = C.defaultdict(int, d); print f.keys(); f.update(d); f.update(o); print f.keys(); f['new']; print f.keys()
    f = C.defaultdict(int); f.update(d); print f.keys(); f = C.defaultdict(int, words and [(w, 1) for w in words]); print f.keys()
