a, b = set("abracadabra"), set("alacazam")
print a, b, a - b, a | b, a & b, a ^ b
print a.union("xy"), a.intersection(b), a.difference("a"), a.symmetric_difference("bq"), a <= b, a >= set("ab"), a == set("rabcd"), len(a)
c = a.copy()
c.discard("z")
c.remove("a")
c.update("xyz")
print c, "x" in c, frozenset("ab") | set("c"), set([frozenset("a")]), c.issuperset("xy"), c.isdisjoint("ab")
c |= set("q")
c &= set("qxyb")
print c
print set(range(20)), set([100, 5, 64, 8, 3]), set(["%d" % i for i in range(12)]), set([1.5, 2, "a", (1, 2)])
