import random
random.seed(0)
q = {}
for s in range(5):
    for a in ["up", "down", "stay"]:
        q[(s, a)] = 0.0
total = 0
for i, key in enumerate(q):
    q[key] = i * 0.5
    total = total * 31 + i * hash(key) % 1000
print total % 100003
print sorted(q.items(), key=lambda item: -item[1])[:4]
print q.keys()[:5]
