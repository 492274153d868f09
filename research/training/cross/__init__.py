"""The cross-encoder: one score for two texts that are read together, and what its negatives do to it."""
