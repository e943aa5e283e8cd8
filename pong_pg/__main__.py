"""`python -m pong_pg` is the same as `pong-pg`."""

import sys

from pong_pg.cli import main

if __name__ == "__main__":
    sys.exit(main())
