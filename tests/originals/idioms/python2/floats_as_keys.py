d = {0.1: "a", 0.5: "b", 2.0: "c", -1.5: "d", 1e10: "e", 3: "f"}
print d, d[2], 3.0 in d, sorted(d)
alphas = {}
for i in range(10):
    alphas[i / 10.0] = i
print alphas
print alphas.keys(), set([0.25, 0.5, 0.75, 1.0]), {None: 1}.keys(), {True: "t", 0: "z"}
