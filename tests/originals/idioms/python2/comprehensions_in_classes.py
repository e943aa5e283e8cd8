class Grid(object):
    size = 3
    cells = [size * i for i in range(size)]
    table = [(a, b) for a in range(size) for b in range(a) if a < size]
    last = i
print Grid.cells, Grid.table, Grid.last, Grid.a
print sorted(name for name in vars(Grid) if not name.startswith("__"))
