print "a,b".split(","), "Pong-v0".lower().upper(), "x".join(["1", "2"]), "abc"[::-1], "abc".find("c"), "aXbX".replace("X", "-", 1)
print "it's", 'say "hi"', ['it\'s', 'a"b', "both'\""], repr("tab\t\n\\"), r"raw\n", "\x41\101\0".__repr__()
print "abc" "def", "%s" "%s" % (1, 2), "a" * 3, "abc" < "abd", "B" < "a", "abc".startswith(("a", "x")), "12".zfill(5), "a-b-c".partition("-")
print "hello world".title(), "Hello".swapcase(), "abc".center(9, "*"), "%r" % "x", "aab".count("a"), "abc".index("b"), "  x ".strip() + "|"
import string
print string.join(["a", "b"], "-"), string.upper("x"), string.split("a b"), string.letters[:3], string.lowercase[-3:], string.atoi("7"), string.replace("aa", "a", "b")
print isinstance("a", str), isinstance("a", basestring), type("a") == str, str(5) + "x", str(None), str(1.0), str([1, "a"])
