visits = {}
state = (0, 0)
for i in range(30):
    visits[state] = visits.get(state, 0) + 1
    state = ((state[0] + i) % 3, (state[1] + 2 * i) % 4)
print visits
print sorted(visits.items(), key=lambda (s, n): (-n, s))[:3], max(visits, key=visits.get), len(visits)
for (x, y), n in visits.items():
    print x, y, n,
print
best = {}
for s in visits:
    best.setdefault(s[0], []).append(s[1])
print best
grid = dict(((x, y), x * y) for x in range(3) for y in range(3))
print grid, grid[1, 2], (2, 2) in grid
