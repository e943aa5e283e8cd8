# A guessing game.
import random

random.seed(4)
secret = random.randint(1, 10)
for attempt in xrange(3):
    try:
        guess = int(raw_input("guess: "))
    except EOFError:
        guess = attempt * 3
    if guess <> secret:
        print "no,",
    else:
        print "yes"
        break
print
