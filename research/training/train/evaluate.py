"""Command line of idio-eval; each command has its own --help.

idio-eval validation    figures on the validation split: what checkpoints, n and punctuation are chosen by
idio-eval compare       paired differences of two checkpoints, with intervals
idio-eval rerank        lists of candidates, reordered by cross-encoders
"""

import sys
from importlib import import_module

MODULES = {"validation": "train.validate", "compare": "train.compare", "rerank": "cross.rerank"}


def main() -> None:
    """Hands the rest of the line to the evaluation that is named."""
    name, rest = (sys.argv[1] if len(sys.argv) > 1 else ""), sys.argv[2:]
    if name not in MODULES:
        sys.exit(__doc__)
    import_module(f"training.{MODULES[name]}").main(rest)


if __name__ == "__main__":
    main()
