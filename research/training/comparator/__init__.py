"""The comparator of two long texts (after CoLDE: Jha and others 2022), on frozen states of the encoder."""
