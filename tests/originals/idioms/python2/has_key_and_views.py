d = {"a": 1, "b": 2}
print d.has_key("a"), d.has_key("z"), "a" in d, d.get("z", 0), d.setdefault("c", 3), len(d)
print sorted(d.iteritems()), list(d.iterkeys()) == d.keys(), sorted(d.itervalues()), d.viewkeys() & set(["a", "q"]), sorted(d.viewitems())[0]
it = d.iteritems()
first = it.next()
print first, it.next()[1] > 0, len(list(it)), dict.fromkeys("ab"), d.pop("a"), d.pop("zz", None), d == {"b": 2, "c": 3}
for k in d.keys():
    if d[k] > 2:
        del d[k]
print d
try:
    for k in d:
        d[k + "x"] = 1
except RuntimeError, e:
    print e
d.clear()
print d
