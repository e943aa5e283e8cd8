d = {}
for c in "the quick brown fox".split() + list("jumps"):
    d[c] = len(c)
print d
print dict(d), d.copy()
e = dict(d)
e.update({"over": 1, "lazy": 2, "dog": 3})
print e
print dict(zip("abcdefgh", range(8))), dict(one=1, two=2, three=3, four=4, five=5, six=6)
print {"zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9}
