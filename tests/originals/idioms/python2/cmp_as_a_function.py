print cmp(1, 2), cmp("b", "a"), cmp([1, 2], [1, 2]), cmp((1,), (1, 0)), cmp(None, None), cmp(1.0, 1), cmp("", None), cmp(True, False), cmp({}, {"a": 1}), cmp(2L ** 70, 1)
def sign(x): return cmp(x, 0)
print map(sign, [-2.5, 0, 7]), sorted([3, 1, 2], cmp=cmp), sorted("bca", lambda a, b: -cmp(a, b)), reduce(lambda r, p: r or cmp(*p), [(1, 1), (2, 3), (9, 0)], 0)
class Card(object):
    def __init__(self, rank): self.rank = rank
    def __lt__(self, other): return self.rank < other.rank
    def __repr__(self): return "Card(%d)" % self.rank
print sorted([Card(3), Card(1)]), max(Card(2), Card(5)), min([Card(7), Card(6)]), Card(1) < Card(2), Card(1) > Card(2)
