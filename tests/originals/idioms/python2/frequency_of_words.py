text = "the quick brown fox jumps over the lazy dog the fox"
counts = {}
for w in text.split():
    counts[w] = counts.get(w, 0) + 1
print counts
for w in sorted(counts, key=lambda w: (-counts[w], w))[:3]:
    print "%-6s %d" % (w, counts[w])
print len(set(text)), "".join(sorted(set(text))), set(len(w) for w in text.split())
inverse = {}
for w, n in counts.iteritems():
    inverse.setdefault(n, []).append(w)
print inverse
