import math
print math.floor(2.7), math.ceil(2.1), math.floor(-0.5), math.ceil(-0.5), math.floor(7) / 2, math.floor(5 / 2.0), type(math.ceil(1)), math.trunc(2.9)
print math.factorial(5), math.factorial(5.0), math.fsum([0.1] * 10), math.hypot(3, 4), math.log(8, 2), math.log10(1000), math.modf(2.5), math.frexp(8), math.pow(2, 3), math.fabs(-1)
print int(math.floor(1e3)), range(int(math.ceil(2.2))), math.sqrt(16), math.isnan(float('nan')), math.copysign(1, -0.0), math.ldexp(1, 3), math.atan2(0, -1)
