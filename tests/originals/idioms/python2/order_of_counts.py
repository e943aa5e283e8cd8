from collections import Counter, defaultdict
c = Counter("the cat sat on the mat and the dog sat".split())
print c.most_common(), c.most_common(3)
print c.keys(), c.values()
groups = defaultdict(list)
for w in c:
    groups[len(w)].append(w)
print groups, groups.items()
print sorted(c, key=c.get, reverse=True)
print max(c, key=c.get), [k for k, v in c.iteritems() if v == 1]
