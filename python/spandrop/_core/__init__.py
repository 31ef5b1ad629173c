"""Everything that needs only NumPy: the objects, draws, labels and files."""
