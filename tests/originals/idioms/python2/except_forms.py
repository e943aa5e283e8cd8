def kind(f):
    try:
        f()
    except (ValueError, TypeError), e:
        return "first", type(e).__name__
    except StandardError, e:
        return "standard", type(e).__name__
    except Exception, e:
        return "exception", type(e).__name__
    except:
        return "any"
    else:
        return "none"
def stop():
    raise StopIteration
def leave():
    raise SystemExit
def own():
    class Own(StandardError):
        pass
    raise Own
print kind(lambda: int("x")), kind(lambda: [] + 1), kind(lambda: {}[1]), kind(stop), kind(leave), kind(own), kind(int)
print kind(lambda: 1 / 0), kind(lambda: undefined), issubclass(KeyError, StandardError)
import sys
try:
    [].x
except:
    print sys.exc_info()[0], sys.exc_type.__name__, sys.exc_value
