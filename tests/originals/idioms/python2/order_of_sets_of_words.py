words = "it was the best of times it was the worst of times".split()
s = set(words)
for w in s:
    print w,
print
print list(s), tuple(s), ",".join(s), [w.upper() for w in s]
print list(set(words) - set(["it"])), list(s | set(["age", "wisdom"]))
print sorted(s, key=len)
t = set()
for w in reversed(words):
    t.add(w)
print list(t), max(s, key=len), min(t, key=len)
a, b = set(["x", "y"])
print a, b, s.pop(), len(s)
