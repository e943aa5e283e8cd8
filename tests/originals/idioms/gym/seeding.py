from gym.utils import seeding
rng, seed = seeding.np_random(42)
print int(seed), rng.randint(1000, size=5), rng.uniform()
print seeding.hash_seed(0), seeding.hash_seed(42), seeding.hash_seed(42, max_bytes=4)
for wrong in (-1, "a", 1.5):
    try:
        seeding.np_random(wrong)
    except Exception as problem:
        print type(problem).__name__
