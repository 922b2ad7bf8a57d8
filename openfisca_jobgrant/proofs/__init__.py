"""The law as algebra: the very formulas that run in production, on terms instead of numbers."""
