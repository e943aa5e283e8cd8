d = {"x": 1, "y": 2, "zeta": 3}
a, b, c = d
print a, b, c
def g(*names):
    return names
print g(*d), g(*set(["one", "two", "three"]))
print zip(d, d.values()), map(None, d), filter(None, d), reduce(lambda p, q: p + q, d)
print "-".join(d), list(enumerate(d)), sum(set([0.1, 0.2, 0.3, 1e10])), iter(d).next()
l = []
l.extend(d)
l += d.keys()
print l
