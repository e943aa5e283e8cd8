"""What ray.wait refused in 2017."""
from __future__ import print_function
import ray

ray.init(num_workers=1, redirect_output=True)
x = ray.put(1)
for arguments in [([x, x],), (x,), (1,)]:
    try:
        print(ray.wait(*arguments)[1])
    except Exception as error:
        print("refused")
