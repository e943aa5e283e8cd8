f = open("log.txt", "w")
print >>f, "episode", 1, "reward", -21.0
print >>f, "episode", 2, "reward", 0.1 + 0.2
f.writelines(["a\n", "b\n"])
f.close()
for line in open("log.txt"):
    print line.strip().split(),
print
f = open("log.txt")
print repr(f.readline()), f.readlines()[-1], f.closed, f.name, f.mode
f.close()
print [l.rstrip() for l in file("log.txt")], len(open("log.txt").read()), sum(1 for l in open("log.txt").xreadlines())
with open("log.txt", "a") as f:
    f.write("%d\n" % 3)
print open("log.txt").read().count("\n"), map(len, open("log.txt").readlines())
