def f(**kwargs):
    print kwargs, kwargs.keys()
    for k, v in kwargs.items():
        print k, v,
    print
f(learning_rate=0.001, gamma=0.99, batch_size=10, decay_rate=0.99, render=False, resume=True)
f(a=1, b=2, c=3)
options = {"x": 1, "y": 2, "width": 3}
f(**options)
f(z=0, **options)
