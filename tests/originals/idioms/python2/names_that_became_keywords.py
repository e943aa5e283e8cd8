async = True
await = 3
def run(async=False, await=None):
    return async, await
print async, await, run(), run(async=1, await=2)
class Queue:
    def async(self):
        return "called"
print Queue().async(), Queue.async.__name__
