people = [("bob", 30), ("alice", 25), ("carol", 35)]
people.sort(lambda a, b: cmp(a[1], b[1]))
print people
names = map(lambda person: person[0], people)
names.reverse()
print names, filter(lambda name: len(name) > 3, names), reduce(lambda a, b: a + b, [1, 2, 3])
print sorted([3, None, "x", 1]), zip(names, range(3))[0]
