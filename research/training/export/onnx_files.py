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


def dequantise(source: Path, out: Path) -> None:
    """The same weights as fp32, multiplied by activations that are not rounded."""
    import onnx
    from onnx import helper, numpy_helper

    model = onnx.load(str(source))
    graph = model.graph
    values = {x.name: numpy_helper.to_array(x) for x in graph.initializer}
    plain = {n.output[0]: n.input[0] for n in graph.node if n.op_type == "DynamicQuantizeLinear"}
    users = {name: node for node in graph.node for name in node.input}
    weights, nodes, replaced = {}, [], set()

    def weight(quantised: str) -> str:
        name = quantised.removesuffix("_quantized")
        zero, scale = values[f"{name}_zero_point"].astype("f4"), values[f"{name}_scale"]
        weights[name] = (values[quantised].astype("f4") - zero) * scale
        return name

    for node in graph.node:
        if node.op_type == "QAttention":
            typed = [plain[node.input[0]], weight(node.input[1]), node.input[2], node.input[5]]
            attention = helper.make_node("Attention", typed, node.output, domain=node.domain)
            attention.attribute.extend(node.attribute)
            nodes.append(attention)
        elif node.op_type == "MatMulInteger":
            cast = users[node.output[0]]
            product = users[cast.output[0]]
            scales = next(name for name in product.input if name != cast.output[0])
            replaced |= {cast.output[0], product.output[0], scales}
            typed = [plain[node.input[0]], weight(node.input[1])]
            nodes.append(helper.make_node("MatMul", typed, product.output))
        elif node.op_type != "DynamicQuantizeLinear":
            nodes.append(node)
    made = [node for node in nodes if node.op_type == "MatMul" or not replaced & set(node.output)]
    del graph.node[:]
    graph.node.extend(made)
    used = {name for node in made for name in node.input}
    kept = [x for x in graph.initializer if x.name in used]
    del graph.initializer[:]
    graph.initializer.extend(kept + [numpy_helper.from_array(value, name) for name, value in weights.items()])
    onnx.save(model, str(out))


def operators(path: Path) -> dict[str, int]:
    """How many nodes of each kind the file has."""
    import onnx

    counts: dict[str, int] = {}
    for node in onnx.load(str(path)).graph.node:
        counts[node.op_type] = counts.get(node.op_type, 0) + 1
    return counts
