def make(n):
    total = [0]
    def add(k=1):
        total[0] += k * n
        return total[0]
    def reset(): total[0] = 0
    return add, reset
add, reset = make(3)
print add(), add(2), reset(), add()
adders = [lambda x, n=n: x + n for n in range(3)]
print [f(10) for f in adders], n
late = [lambda: i for i in range(3)]
print [f() for f in late], i
def deco(arg):
    def wrap(f):
        def inner(*a):
            return arg, f(*a)
        return inner
    return wrap
@deco("tag")
def half(x): return x / 2
print half(7), (lambda: (yield))().next(), map(lambda x: x if x > 1 else None, [1, 2])
