class Old:
    def __len__(self):
        return 10
    def __getitem__(self, i):
        return "item %r" % (i,)
    def __getslice__(self, i, j):
        return "slice %d %d" % (i, min(j, 99))
    def __setslice__(self, i, j, value):
        print "set", i, min(j, 99), value
    def __delslice__(self, i, j):
        print "del", i, min(j, 99)
o = Old()
print o[1:3], o[:], o[2:], o[:4], o[-3:-1], o[1:9:2], o[3]
o[1:2] = "xy"
del o[:3]
class L(list):
    def __getslice__(self, i, j):
        return L(list.__getslice__(self, i, j) if hasattr(list, "__getslice__") else list(self)[i:j])
    def __repr__(self):
        return "L" + list.__repr__(self)
print L([1, 2, 3])[1:], L("ab")[0]
