def numbers(n):
    for i in xrange(n):
        yield i
def evens(seq):
    return (x for x in seq if x % 2 == 0)
g = evens(numbers(10))
print g.next(), list(g), sum(x * x for x in numbers(4)), max(x / 2 for x in numbers(6)), dict((i, i / 2) for i in numbers(3))
print any(x > 2 for x in numbers(4)), all(x < 2 for x in numbers(4)), sorted(evens(numbers(5)), reverse=True), set(x % 3 for x in numbers(9))
def outer():
    for x in numbers(2):
        for y in "ab":
            yield x, y
print list(outer()), [x for x, y in outer() if y == "a"], zip(numbers(3), outer())
