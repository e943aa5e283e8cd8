e = enumerate("ab")
f = e.next
print f(), f()
class Node:
    next = None
n = Node()
n.next = Node()
print n.next.next, hasattr(n, "next")
it = iter([3, 1])
print map(lambda x: it.next(), range(2)), [s for s in iter(iter([1, 2, 0]).next, 0)]
def gen():
    yield 1
    yield 2
draw = gen().next
print draw(), draw()
