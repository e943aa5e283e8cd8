memo = {}
def fib(n):
    if n not in memo:
        memo[n] = n if n < 2 else fib(n - 1) + fib(n - 2)
    return memo[n]
print fib(90), fib(100), `fib(100)`, memo.keys()[:5], type(fib(100)), fib(93) > 2 ** 63
def fact(n): return reduce(lambda a, b: a * b, xrange(1, n + 1), 1)
print fact(20), fact(21), [fact(n) for n in (5, 25)], fact(20) / fact(18), len(str(fact(30)))
