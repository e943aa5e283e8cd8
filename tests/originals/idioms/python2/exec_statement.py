exec "a = 1 / 2"
print a
exec "b = a + 10; print 'in exec', b"
ns = {"n": 7}
exec "m = n / 2" in ns
print ns["m"], sorted(k for k in ns if k != "__builtins__")
g, l = {"k": 2}, {}
exec "v = k * 3" in g, l
print l, "v" in g
exec("c = 5 / 2")
print c
exec "for q in range(3): print q,"
print
exec compile("z = 9 / 4", "<made>", "exec")
print z
exec "print round(2.5), `1L`, map(str, [0.1 + 0.2])"
