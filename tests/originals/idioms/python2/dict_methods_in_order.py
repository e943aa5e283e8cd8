d = dict.fromkeys(["state", "action", "reward", "next", "done", "info", "log_prob"], 0)
print d
d.update(value=1, entropy=2)
print d
for k in ("action", "info"):
    del d[k]
print d, d.keys()
e = dict(d, extra=1)
print e
e.update([("p", 1), ("q", 2), ("r", 3), ("s", 4), ("t", 5)])
print e
print dict([("b", 1), ("a", 2)]), dict(b=1, a=2), dict({"b": 1}, a=2), {}.fromkeys("xyz"), dict(enumerate("ab"))
while d:
    print d.popitem(),
print
