line = "  reward: -21.0, steps: 1200 ,done:True  "
parts = [p.strip().split(":") for p in line.split(",")]
print parts, dict((k, v.strip()) for k, v in parts)
print "a  b c".split(), "a  b c".split(" "), "a,b,,c".split(",", 1), "x=1".partition("="), "a.b.c".rsplit(".", 1), "l1\nl2\r\nl3".splitlines()
print "abc".replace("b", ""), "%s" % "abc"[-1], "abcabc".rfind("b"), "Abc".isupper(), "12".isdigit(), "a1".isalnum(), " ".isspace(), "abc".rjust(5, "."), "abc".expandtabs()
print "aXbXc".lower().split("x"), "".join(reversed("abc")), list("abc"), "b" in "abc", "abc" * 0 == "", cmp("a", "B"), min("hello"), max("hello")
