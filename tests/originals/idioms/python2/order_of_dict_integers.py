d = {}
for i in [40, 8, 16, 3, 99, -1, 0, 1000]:
    d[i] = i * i
print d
print d.keys()
print dict.fromkeys(range(12, 0, -1), 0)
print {(1, 2): "a", (0, 0): "b", (3, 1): "c", (2, 2): "d"}
print {1.5: 1, 2: 2, "x": 3, (1,): 4, True: 5}
