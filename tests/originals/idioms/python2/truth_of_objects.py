class Bag(object):
    def __init__(self, *items):
        self.items = items
    def __nonzero__(self):
        return len(self.items)
class Sized:
    def __init__(self, n):
        self.n = n
    def __len__(self):
        return self.n
print bool(Bag()), bool(Bag(1, 2)), not Bag(), Bag() or "empty", [b.items for b in (Bag(), Bag(1)) if b]
print bool(Sized(0)), bool(Sized(3)), Sized(0) and 1 or 2, filter(None, [Bag(), Bag(7)])[0].items, any([Bag()]), all([Bag(1)])
class No(Bag):
    pass
print bool(No()), bool(No(3))
