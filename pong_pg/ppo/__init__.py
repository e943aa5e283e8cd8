"""Proximal policy optimisation (Schulman et al. 2017) on a small NumPy network: the second algorithm."""
