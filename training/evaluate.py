"""Command line of idio-eval: `idio-eval validation|probe|dev ...`; each has its own --help."""

import sys


def main() -> None:
    """Hands the rest of the line to the evaluation that is named."""
    name = sys.argv[1] if len(sys.argv) > 1 else ""
    if name == "validation":
        from training.validate import main as run
    elif name == "probe":
        from training.probe import main as run
    elif name == "dev":
        from training.dev import main as run
    else:
        sys.exit(__doc__)
    run(sys.argv[2:])


if __name__ == "__main__":
    main()
