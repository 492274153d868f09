"""One run of training, from its configuration to its checkpoints, and the figures that checkpoints are chosen by."""
