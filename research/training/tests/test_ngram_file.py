"""The shipped file of the learned n-gram metric, and the manifest that lists it."""

import base64
import hashlib
import json

import numpy as np
import pytest
from training.export.manifest import put_model
from training.ngrams.metric_file import write


@pytest.fixture
def models(tmp_path):
    """A folder with a vocabulary of three features and a manifest that lists an encoder."""
    features = {
        "hashes": base64.b64encode(np.array([7, 8, 9], "<u4").tobytes()).decode(),
        "documents": base64.b64encode(np.ones(3, "<u2").tobytes()).decode(),
    }
    classical = {"trainedOn": "some texts", "documents": 3, "features": features}
    (tmp_path / "classical.json").write_text(json.dumps(classical))
    put_model(tmp_path / "manifest.json", {"id": "encoder@1", "kind": "encoder"})
    return tmp_path


def _learned(features):
    return {
        "weights": np.array([1, -2, 0.5, 4][:features], np.float16),
        "scale": np.array([0.25, 8], np.float32),
        "directions": np.arange(2 * features, dtype=np.int8).reshape(features, 2),
    }


def test_writes_the_file_and_lists_it_beside_the_encoder(models):
    write(models, _learned(3))
    file = (models / "ngrams.bin").read_bytes()
    assert file[:6] == b"\x00\x3c\x00\xc0\x00\x38"
    assert np.frombuffer(file[6:14], "<f4").tolist() == [0.25, 8]
    assert list(file[14:]) == [0, 1, 2, 3, 4, 5]
    encoder, ngrams = json.loads((models / "manifest.json").read_text())["models"]
    digest = hashlib.sha256(file).hexdigest()
    assert encoder == {"id": "encoder@1", "kind": "encoder"}
    assert ngrams["id"] == f"ngrams@{digest[:12]}" and ngrams["sha256"] == digest
    assert (ngrams["bytes"], ngrams["rank"], ngrams["statistics"]) == (20, 2, "some texts")


def test_a_new_encoder_leaves_the_metric_listed(models):
    write(models, _learned(3))
    put_model(models / "manifest.json", {"id": "encoder@2", "kind": "encoder"})
    listed = json.loads((models / "manifest.json").read_text())["models"]
    assert [(m["id"].split("@")[0], m["kind"]) for m in listed] == [("encoder", "encoder"), ("ngrams", "ngrams")]
    assert listed[0]["id"] == "encoder@2"


def test_refuses_weights_of_another_vocabulary(models):
    with pytest.raises(ValueError, match="4 weights"):
        write(models, _learned(4))
    assert not (models / "ngrams.bin").exists()
