def by_length(a, b):
    return cmp(len(a), len(b)) or cmp(a, b)
words = ["pear", "fig", "apple", "kiwi", "nut"]
print sorted(words, by_length), sorted(words, cmp=by_length, reverse=True)
words.sort(by_length)
print words
words.sort(cmp=lambda a, b: cmp(b, a))
print words
print sorted(words, lambda a, b: -cmp(a, b)), sorted(words, key=lambda w: w[-1])
print sorted(range(6), cmp=lambda a, b: cmp(a % 3, b % 3), key=lambda n: n + 1)
words.sort(None, len)
print words
