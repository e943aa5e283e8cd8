import random
r = random.WichmannHill(42)
print [r.random() for _ in range(3)], r.randint(1, 6), r.choice('xyz'), r.getstate()
r.jumpahead(100)
print r.random()
r.whseed('a')
print r.random()
