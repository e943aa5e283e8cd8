def file(x):
    return "mine %s" % x
print file("f")
def work(map, filter=None, range=5):
    return map, filter, range
print work(1), work("a", range="b")
list = [1, 2]
print list, map(lambda x: x, (3, 4))
def g(str, type, input):
    return str + type + input
print g(1, 2, 3)
max = 10
print max, min([3, 2])
sum = 0
for id in range(3):
    sum += id
print sum
reduce = lambda f, xs: "my reduce"
print reduce(None, [])
