import random
r = random.Random(5)
x = list('abcdefgh')
random.shuffle(x, r.random)
print ''.join(x)
class Fixed(random.Random):
    def random(self):
        return 0.25
f = Fixed(1)
print f.randint(0, 100), f.choice(range(8)), f.sample(range(4), 1), f.uniform(0, 8)
