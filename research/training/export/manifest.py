"""models/manifest.json: which models a folder has (docs/model-contract.md §3)."""

import json
from pathlib import Path

EMPTY = {"format": "idiograph.models/1", "models": []}


def with_model(manifest: dict, model: dict) -> dict:
    """The manifest with this model in the place of the one of its kind; the others stay.

    >>> with_model({"models": [{"kind": "a"}, {"kind": "b"}]}, {"kind": "a", "id": 2})
    {'models': [{'kind': 'a', 'id': 2}, {'kind': 'b'}]}
    >>> with_model(EMPTY, {"kind": "a"})["models"]
    [{'kind': 'a'}]
    """
    models = manifest["models"]
    at = next((i for i, other in enumerate(models) if other["kind"] == model["kind"]), len(models))
    return manifest | {"models": [*models[:at], model, *models[at + 1 :]]}


def put_model(path: Path, model: dict) -> None:
    """Puts a model into the manifest at path, which may not be there yet."""
    manifest = json.loads(path.read_text(encoding="utf-8")) if path.exists() else EMPTY
    path.write_text(json.dumps(with_model(manifest, model), indent=2) + "\n", encoding="utf-8")
