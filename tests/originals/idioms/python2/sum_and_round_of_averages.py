rewards = [1, 0, -1, 1, 1]
print sum(rewards) / len(rewards), sum(rewards) / float(len(rewards)), round(sum(rewards) / 3.0, 2), round(7 / 2), round(-1.5), round(1e15 + 0.5)
print sum([0.1] * 10), sum([0.1] * 10) == 1.0, int(round(3.7)), "%.1f" % 0.25, "%.0f" % 2.5, "%d" % round(2.5), str(round(2.675, 2)), round(12345, -2), round(0.05, 1)
avg = lambda xs: reduce(lambda a, b: a + b, xs) / len(xs)
print avg([1, 2]), avg([1.0, 2]), avg((3, 4, 4)), max(map(abs, rewards)), min(rewards) / 2, -7 / 2 * 2, 7 / -2, 1 / 3, 2 / 3 * 1.0
