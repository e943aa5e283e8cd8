n = 0
i = 0
while i < 1000:
    i += 1
    if i % 3 == 0 or i % 5 == 0:
        n += i
print n, i / 3, i % 7
primes = [p for p in xrange(2, 60) if all(p % d for d in xrange(2, p))]
print primes, len(primes), p
a, b = 0, 1
while b < 10 ** 20: a, b = b, a + b
print a, b, a > 2 ** 63, `b`
x = 1
for _ in range(70): x *= 2
print x, x / 2 ** 60, x % 1000
collatz = lambda n: n == 1 and [1] or [n] + collatz([n / 2, 3 * n + 1][n % 2])
print collatz(6), max(collatz(27))
