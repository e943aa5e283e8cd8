class Countdown:
    def __init__(self, n):
        self.n = n
    def __iter__(self):
        return self
    def next(self):
        if self.n <= 0:
            raise StopIteration
        self.n -= 1
        return self.n
print list(Countdown(3)), [x for x in Countdown(2)], Countdown(1).next(), sum(Countdown(5)), next(Countdown(9))
def gen():
    x = yield 1
    print "got", x
    yield 2
g = gen()
print g.next(), g.send("hello")
try:
    g.next()
except StopIteration:
    print "stopped"
class Seq:
    def __getitem__(self, i):
        if i > 2:
            raise IndexError
        return i * 10
print list(Seq()), 20 in Seq(), max(Seq()), [a for a in iter(lambda l=[1, 2, 0]: l.pop(0), 0)]
import itertools
print list(itertools.imap(None, [1], [2])), list(itertools.izip([1, 2], "ab")), list(itertools.ifilter(None, [0, 1])), list(itertools.izip_longest([1, 2], [3]))
