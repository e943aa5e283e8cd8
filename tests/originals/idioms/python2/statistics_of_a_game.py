rewards = [0, 0, 1, -1, 0, 1]
def discount(r, gamma=0.99):
    out, running = [0] * len(r), 0
    for t in reversed(xrange(0, len(r))):
        if r[t] != 0: running = 0
        running = running * gamma + r[t]
        out[t] = running
    return out
print discount(rewards)
d = discount(rewards)
mean = sum(d) / len(d)
print mean, sum(rewards) / len(rewards), "mean: %f" % mean, "mean: " + str(mean), 'ep %d: %s' % (3, mean)
running = None
for s in [-21, -20, -19]:
    running = s if running is None else running * 0.99 + s * 0.01
    print 'resetting env. episode reward total was %f. running mean: %f' % (s, running)
    print ('ep %d: game finished, reward: %f' % (s, s)) + ('' if s == -20 else ' !!!!!!!!')
