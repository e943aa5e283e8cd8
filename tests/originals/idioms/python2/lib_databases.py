import shelve, anydbm, whichdb
s = shelve.open('s.db'); s['a'] = [1, 'x\xff']; s['b'] = {'k': 2.5}; s.close()
s = shelve.open('s.db'); print sorted(s.keys()), s['a'], s.has_key('b'), s.has_key('c'), 'a' in s, len(s); s.close()
d = anydbm.open('d.db', 'c'); d['key'] = 'value\xff'; print repr(d['key']), d.has_key('key'), d.keys(), 'x' in d; d.close()
