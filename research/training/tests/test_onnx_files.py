"""What is done to an exported graph. Skipped without onnx and onnxruntime."""

import numpy as np
import pytest

onnx = pytest.importorskip("onnx")
pytest.importorskip("onnxruntime")

from training.export.onnx_files import quantise  # noqa: E402


def test_no_pair_of_products_leaves_16_bits(tmp_path):
    weights = np.random.default_rng(3).normal(size=(32, 16)).astype(np.float32)
    graph = onnx.helper.make_graph(
        [onnx.helper.make_node("MatMul", ["x", "w"], ["y"])],
        "one product",
        [onnx.helper.make_tensor_value_info("x", onnx.TensorProto.FLOAT, ["n", 32])],
        [onnx.helper.make_tensor_value_info("y", onnx.TensorProto.FLOAT, ["n", 16])],
        [onnx.numpy_helper.from_array(weights, "w")],
    )
    model = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 17)], ir_version=8)
    onnx.save(model, tmp_path / "fp32.onnx")
    quantise(tmp_path / "fp32.onnx", tmp_path / "int8.onnx")
    tensors = onnx.load(tmp_path / "int8.onnx").graph.initializer
    [stored] = [onnx.numpy_helper.to_array(t) for t in tensors if t.dims == [32, 16]]
    assert stored.dtype == np.int8
    largest = int(np.abs(stored.astype(int)).max())
    assert largest >= 63 and 2 * 255 * largest < 2**15
