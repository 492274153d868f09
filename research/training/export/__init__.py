"""What ships of an encoder: the ONNX graph and its int8 form, centre, coding, manifest and parity fixtures."""
