print 1 < "a", None < 1, "a" < [], [] < (), {} < [], 1 < None, None < None, (1,) > [2]
print 1.5 < "1", "10" < 9, 2 ** 70 < "x", True < "a", None < "", [] > 5
print cmp(1, "a"), cmp(None, 0), cmp("a", "b"), cmp([1, "a"], [1, 2]), cmp((), []), cmp(2, 2.0)
print [1, 2] < [1, "a"], (None, 2) < (0, 1), [None] < [0], [1, 2] < [1, 2, 0]
best = None
for score in [3, -5, 10, 7]:
    if best < score:
        best = score
print best, None < -float("inf"), not (None >= 0)
x = 5
print 0 < x < "z", None < x <= 5 < [], "a" > x > None
