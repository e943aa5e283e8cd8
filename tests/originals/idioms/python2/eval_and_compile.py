print eval("7 / 2"), eval("7 / 2.0"), eval("x / 2", {"x": 9}), eval(" 1 + 1"), eval("`1`"), eval("0777")
print eval("[i / 2 for i in range(5)]"), eval("1 <> 2"), eval("round(2.5)"), eval("10L ** 2")
code = compile("a / b", "<text>", "eval")
print eval(code, {"a": 7, "b": 2}), eval("lambda n: n / 2")(5), eval("{'a': 1}.has_key('a')")
def f(n):
    return eval("n / 2")
print f(9), eval("xrange(3)"), eval("sorted([2, 'a', None])")
