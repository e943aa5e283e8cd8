counts = {}
for word in "the quick brown the lazy the end".split():
    if counts.has_key(word):
        counts[word] += 1
    else:
        counts[word] = 1
for word, count in sorted(counts.iteritems(), key=lambda pair: (-pair[1], pair[0])):
    print '%-8s %d' % (word, count)
first = counts.keys()[0] in counts
print first, max(counts.itervalues())
