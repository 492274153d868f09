"""What is done to an ONNX file after export: fusing, quantising."""

from pathlib import Path

QUANTISED = ["MatMul", "Attention", "Gather"]


def fuse(path: Path, heads: int, width: int) -> None:
    """Attention, skip-norm and GELU fused in place; no change of result beyond rounding."""
    from onnxruntime.transformers import optimizer
    from onnxruntime.transformers.fusion_options import FusionOptions

    options = FusionOptions("bert")
    options.enable_embed_layer_norm = False
    model = optimizer.optimize_model(
        str(path), model_type="bert", num_heads=heads, hidden_size=width, optimization_options=options, opt_level=0
    )
    model.save_model_to_file(str(path))


def quantise(source: Path, out: Path) -> None:
    """Dynamic int8: signed weights of 7 bits per channel, embedding rows of 8, activations quantised as they come.

    Processors without VNNI add pairs of products in 16 bits: 2 · 255 · 64 fits, 2 · 255 · 127 is cut off.
    """
    import onnx
    from onnxruntime.quantization import QuantType, quantize_dynamic

    quantize_dynamic(
        str(source), str(out), op_types_to_quantize=QUANTISED, per_channel=True, weight_type=QuantType.QInt8,
        reduce_range=True, extra_options={"DefaultTensorType": onnx.TensorProto.FLOAT},
    )  # fmt: skip


def operators(path: Path) -> dict[str, int]:
    """How many nodes of each kind the file has."""
    import onnx

    counts: dict[str, int] = {}
    for node in onnx.load(str(path)).graph.node:
        counts[node.op_type] = counts.get(node.op_type, 0) + 1
    return counts
