"""What an old script needs around it: see `runner` for how one is run, `shims` for the modules it gets."""
