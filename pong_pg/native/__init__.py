"""C where there is a compiler, NumPy with the same bits where there is none."""
