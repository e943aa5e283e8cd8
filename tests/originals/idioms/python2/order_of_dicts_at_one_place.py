# Dicts that come to be where another dict, made in another way, was a moment ago.
words = dict.fromkeys(['six', 'three', 'two', 'four', 'zero', 'five', 'one'], 0)
def called(**named):
    "It has a text."
    return named.keys()
def generated(**named):
    yield named.keys()
class Filled(object):
    def __init__(self, **named): self.__dict__.update(named)
class Set:
    def __init__(self, **named):
        for key, value in named.items(): setattr(self, key, value)
class Given(object):
    def __init__(self, **named):
        named.pop('two'); named['seven'] = 7
        self.__dict__ = named
seen = [set() for _ in range(7)]
for _ in range(100):
    held = [dict(words) for _ in range(5)] + [words.copy()]
    copies = [one.keys() for one in held]
    seen[0].update(map(tuple, copies))
    del held
    seen[1].add(tuple(called(**words)))
    seen[2].add(tuple((lambda **named: named.keys())(**words)))
    seen[3].add(tuple(list(generated(**words))[0]))
    seen[4].add(tuple(Filled(**words).__dict__.keys()))
    seen[5].add(tuple(vars(Set(**words))))
    seen[6].add(tuple(Given(**words).__dict__))
for one in seen: print len(one), one
print called.__doc__, called(), Filled().__dict__, vars(Set(a=1)), Given(two=2).__dict__
