def transpose(m): return map(list, zip(*m))
def dot(a, b): return [[sum(map(lambda (x, y): x * y, zip(r, c))) for c in zip(*b)] for r in a]
m = [[1, 2], [3, 4]]
print transpose(m), dot(m, m), dot(m, transpose(m)), [row[:] for row in m], sum(map(sum, m)) / 4, sum(map(sum, m)) / 4.0
print [[0] * 3 for _ in range(2)], map(max, m), reduce(lambda a, b: a + b, m), zip(*m)[0]
