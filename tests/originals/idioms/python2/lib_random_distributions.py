import random
random.seed(7)
for name, arguments in [('uniform', (-1, 3)), ('gauss', (0, 1)), ('gauss', (1, 2)), ('normalvariate', (0, 1)), ('expovariate', (2.0,)),
                        ('betavariate', (2, 3)), ('gammavariate', (1.0, 2.0)), ('gammavariate', (0.4, 1)), ('gammavariate', (3, 1)),
                        ('lognormvariate', (0, 0.5)), ('paretovariate', (3,)), ('weibullvariate', (1, 2)), ('triangular', (0, 1, 0.2)),
                        ('vonmisesvariate', (0, 4))]:
    print name, repr(getattr(random, name)(*arguments)), repr(getattr(random, name)(*arguments))
