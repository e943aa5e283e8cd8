"""A name is a builtin where no scope around it binds it."""


def pair(zip):
    return zip


class Range(object):
    range = 3

    def map(self, f):
        return map(f, [1, 2])

    def use(self):
        return range(self.range)


def nested():
    filter = lambda f, values: "mine"

    def inner():
        return filter(None, [0, 1])
    return inner()


def comprehension():
    return [x for x in zip("ab", "cd")], dict((k, v) for k, v in zip("ab", range(2)))


def later():
    global reduce
    reduce = lambda *values: "own"


print zip([1], [2]), pair("given"), Range().map(str), Range().use(), nested(), filter(None, [0, 1])
print comprehension(), (lambda map: map)(5), map(None, [1], [2]), reduce(max, [1, 3, 2])
later()
print reduce(1)
print sorted({"a": 1}.keys()), {"a": 1}.items()[0], (lambda keys=range(3): keys[-1])()
