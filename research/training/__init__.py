"""Training, evaluation and export of the Idiograph encoder. See README.md for the commands."""

import os

os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # read once, on loading: docs/decisions/0016-nothing-leaves.md
