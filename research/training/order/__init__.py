"""The order of a search: sets of texts to try it on, and what other methods name on the same texts."""
