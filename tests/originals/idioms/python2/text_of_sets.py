print set([1]), frozenset([2]), set(), [set("a")], repr(set([3, 1, 2])), {4, 5}
print set("hello"), sorted(set("hello")), "%s" % set([1]), str(frozenset())
print set(["pong", "breakout", "seaquest"])
s = set([1, 2, 3])
s.add(10)
print s, s | set([4]), s & set([1, 10]), s - set([1]), s ^ set([1, 99])
print {x % 3 for x in range(10)}, len(s)
