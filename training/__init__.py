"""Training, evaluation and export of the Idiograph encoder. See README.md for the commands and the map of the files."""
