def greet(name, greeting="hi"):
    "Says hello."
    return greeting + name
print greet.func_name, greet.func_doc, greet.func_defaults, greet.func_code.co_argcount, greet.func_code.co_varnames
print greet.func_globals is globals(), greet.func_dict, greet.func_closure
greet.func_name = "other"
greet.calls = 0
greet.calls += 1
print greet.__name__, greet.calls, greet.func_dict
greet.func_defaults = ("yo",)
print greet("x")
class A(object):
    def m(self):
        return 1
    @staticmethod
    def s():
        return 2
a = A()
print a.m.im_self is a, a.m.im_func is A.__dict__["m"], a.m.im_class is A, A.m.im_func(a), A.m(a), a.m.__name__, a.m.im_func.func_name, a.s()
