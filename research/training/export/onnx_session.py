"""Runs an exported encoder with ONNX Runtime: what the host does, in Python."""

from pathlib import Path

import numpy as np

from training.corpus.tokens import pad


class Session:
    """One ONNX file, one thread unless told."""

    def __init__(self, path: Path, threads: int = 1) -> None:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        self.session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        shapes = {o.name: o.shape for o in self.session.get_outputs()}
        self.dim, self.open_dim = shapes["token_vectors"][-1], shapes["open_vector"][-1]

    def __call__(self, rows: list[tuple[np.ndarray, np.ndarray]]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Windows (ids, surface ids) -> token_vectors [N, S, d], open_vector [N, m], layer_states [N, K, H]."""
        ids, surface = pad([i for i, _ in rows]), pad([s for _, s in rows])
        mask = pad([np.ones(len(i), np.int64) for i, _ in rows])
        feed = {"input_ids": ids, "attention_mask": mask, "surface_ids": surface}
        return tuple(self.session.run(["token_vectors", "open_vector", "layer_states"], feed))
