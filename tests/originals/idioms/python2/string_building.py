out = ""
for i, name in enumerate(["a", "b"]):
    out += name + ":" + str(i / 2.0) + " " + `i` + ";"
print out, out[:-1], len(out)
rows = [("left", 3, 0.5), ("right", 12, 0.25)]
for row in rows: print "%-8s|%4d|%6.2f" % row
print "\n".join("%s=%s" % (k, v) for k, v in sorted({"x": 1, "y": 2.50}.items()))
print "=" * 10, "-" * 3 + ">", "a" "b" 'c', """multi
line""", r"\d+", "tab\there", "%s" % ("x" * 3)
print "abc"[0].upper() + "abc"[1:], "a=%d, b=%s" % (1, "z"), " ".join(str(x) for x in [1, 2.0, 3L, None, 1e100]), str(1e-10), str(123456.789e3)
