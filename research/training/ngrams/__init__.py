"""The learned metric of n-grams, from the host's features to the file that ships."""
