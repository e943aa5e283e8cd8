"""Keyword and default arguments of remote functions: the tests of Ray 0.2."""
from __future__ import print_function
import ray

ray.init(num_workers=1, redirect_output=True)


@ray.remote
def keyword_fct1(a, b="hello"):
    return "{} {}".format(a, b)


@ray.remote
def keyword_fct2(a="hello", b="world"):
    return "{} {}".format(a, b)


@ray.remote
def keyword_fct3(a, b, c="hello", d="world"):
    return "{} {} {} {}".format(a, b, c, d)


@ray.remote
def defaults_that_change(x=[]):
    x.append(1)
    return len(x)


print(ray.get(keyword_fct1.remote(1)), ray.get(keyword_fct1.remote(1, "hi")), ray.get(keyword_fct1.remote(1, b="w")))
print(ray.get(keyword_fct2.remote(a="w", b="hi")), ray.get(keyword_fct2.remote(b="hi")), ray.get(keyword_fct2.remote()))
print(ray.get(keyword_fct3.remote(0, 1, c="w", d="hi")), ray.get(keyword_fct3.remote(0, 1, d="hi")))
print(ray.get(keyword_fct3.remote(0, 1, "x", ray.put("y"))))
