"""Command line of idio-eval; each command has its own --help.

idio-eval validation|compare|probe|dev                            checkpoints, while and after training
idio-eval triplets|retrieve|jaccard|semantic-control|attribute    the published experiments on labelled texts
idio-eval fusion|batches                                          encoder and tf-idf together; cluster batches
idio-eval bank|rotation|index|flips|tiers|agreement               sign codes and other codes of encoded spans
"""

import sys
from importlib import import_module

MODULES = {
    "validation": "validate",
    "compare": "compare",
    "probe": "probe",
    "dev": "dev",
    "attribute": "attribute",
    "fusion": "fusion",
    "batches": "batches",
    "bank": "torch_bank",
    "rotation": "trained_rotation",
    "index": "index_figures",
    "flips": "flips",
    "tiers": "tiers",
    "agreement": "agreement",
}
SPANS = ("triplets", "retrieve", "jaccard", "semantic-control")


def main() -> None:
    """Hands the rest of the line to the evaluation that is named."""
    name, rest = (sys.argv[1] if len(sys.argv) > 1 else ""), sys.argv[2:]
    if name in SPANS:
        import_module("training.span_eval").main([name, *rest])
    elif name in MODULES:
        import_module(f"training.{MODULES[name]}").main(rest)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
