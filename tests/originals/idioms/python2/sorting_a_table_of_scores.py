scores = {"alice": 3, "bob": 3, "carol": 5, "dave": 1, "eve": 3}
print sorted(scores.items(), key=lambda kv: kv[1], reverse=True)
print sorted(scores, key=scores.get), sorted(scores.values())
ranking = sorted([(v, k) for k, v in scores.iteritems()], reverse=True)
print ranking[:2]
items = scores.items()
items.sort(lambda a, b: cmp(b[1], a[1]))
print items
print max(scores.iteritems(), key=lambda kv: kv[1]), min(scores, key=scores.get)
by_score = {}
for name, s in scores.items():
    by_score.setdefault(s, []).append(name)
print by_score
