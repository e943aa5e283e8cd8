print sorted([3, "a", None, 1.5, (1,), [2], {}, "B", True, 2L])
print sorted([None, 3, None, 1]), sorted(["b", 1, "a", 0]), sorted([(1, "x"), (1, None), (0, 5)])
l = ["10", 9, 8.5, None, "1"]
l.sort()
print l
l.sort(reverse=True)
print l
print max([1, "a", None]), min([1, "a", None]), max(3, None), min("x", 2), max([], [1]), max({}, ())
print sorted({"a": 1, 2: "b", None: 3}), max(len, 1) == len
print sorted([("b", None), ("a", 1), ("b", 0)], key=lambda p: p[1])
