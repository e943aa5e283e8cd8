import collections
for n in range(0, 11):
    words = ['w%d' % (i * 37 % 101 + i) for i in range(n)]
    s = set(words)
    d = {}
    for w in words: d[w] = 1
    print n, dict.fromkeys(s).keys(), dict.fromkeys(d).keys(), dict.fromkeys(words).keys(), collections.defaultdict.fromkeys(s).keys()
    print dict.fromkeys(d.copy()).keys(), dict.fromkeys(frozenset(words)).keys(), {}.fromkeys(s, 1).keys()
    e = dict.fromkeys(s); e['zz'] = 1; print e.keys()
    o = collections.OrderedDict.fromkeys(words); print dict(o).keys(), dict(collections.Counter(words)).keys()
    o = collections.OrderedDict(d); print dict(o).keys(), o.keys()
    e = {}; e.update(o); print e.keys()
    c = collections.Counter(words); c.update(d); c.update(words[:5] + ['qq']); print c.keys(), c.most_common(3)
    c = collections.Counter(d); print c.keys(); c.update(s); print c.keys()
    c = collections.Counter(); c.update(s); c.update(o); print c.keys()
    f = collections.defaultdict(int, d); print f.keys(); f.update(d); f.update(o); print f.keys(); f['new']; print f.keys()
    f = collections.defaultdict(int); f.update(d); print f.keys(); f = collections.defaultdict(int, words and [(w, 1) for w in words]); print f.keys()
