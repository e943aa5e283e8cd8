import UserDict, UserList, UserString
class D(UserDict.UserDict):
    def __getitem__(self, k): return UserDict.UserDict.__getitem__(self, k) * 2
d = D({'a': 1}); d['b'] = 2; print d['a'], d.data['b'], len(d), d.has_key('a'), sorted(d.keys()), d.get('zz', 5), 'b' in d, d
i = UserDict.IterableUserDict(x=1); print [k for k in i], i.items(), i.copy(), i.setdefault('y', 3), i.pop('x'), i
class M(UserDict.DictMixin):
    def __init__(self): self.d = {}
    def __getitem__(self, k): return self.d[k]
    def __setitem__(self, k, v): self.d[k] = v
    def __delitem__(self, k): del self.d[k]
    def keys(self): return sorted(self.d)
m = M(); m['a'] = 1; m.update({'b': 2}); print m.items(), m.get('c', 0), m.has_key('a'), 'b' in m, len(m), list(m), m.pop('a'), m.values(), m
print UserList.UserList([3, 1]) + [2], UserString.UserString('abc').upper()
