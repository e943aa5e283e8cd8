squares = [n * n for n in range(5)]
print n
x = "before"
print [x for x in "abc"], x
def f():
    pairs = [(i, j) for i in range(2) for j in "ab" if j != "z"]
    return i, j, len(pairs)
print f()
def g(k):
    [k for k in range(10) if k % 2]
    return k
print g("given")
y = "kept"
print list(y for y in range(3)), {y for y in range(3)}, {y: 1 for y in range(2)}, y
rows = [[c for c in row] for row in ["ab", "cd"]]
print c, row, rows
[(p, (q, r)) for p, (q, r) in [(1, (2, 3)), (4, (5, 6))]]
print p, q, r
functions = [lambda: m for m in range(3)]
m = 10
print [call() for call in functions]
