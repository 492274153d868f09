"""The fitted coding on a small bank, where a few steps can be watched."""

import json
from types import SimpleNamespace

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from training.export import fit_coding  # noqa: E402
from training.export.fit_coding import Coding, Questions, fit, step_loss, write  # noqa: E402
from training.export.sign_codes import random_rotation, signs  # noqa: E402

DIM = 16


@pytest.fixture
def questions():
    """Sixty spans of ten rows around thirty directions, two spans a document; twenty of them are asked for."""
    rng = np.random.default_rng(3)
    rows = rng.normal(size=(30, 1, DIM)) * np.linspace(3, 0.1, DIM) + rng.normal(size=(30, 20, DIM)) * 0.5
    rows = (rows / np.linalg.norm(rows, axis=-1, keepdims=True)).reshape(-1, DIM).astype(np.float32)
    start = np.arange(61) * 10
    bank = SimpleNamespace(
        rows=rows,
        start=start,
        owner=np.arange(60) // 2,
        documents=[{"author": f"a{i}"} for i in range(30)],
        span=lambda s: rows[start[s] : start[s + 1]],
        spans=lambda chosen: (np.concatenate([rows[start[s] : start[s + 1]] for s in chosen]), None),
    )
    return Questions.draw(bank, 20, np.random.default_rng(1), least=10)


def test_questions_leave_their_own_document_out(questions):
    for row, span in zip(questions.scores, questions.spans, strict=True):
        assert np.isneginf(row[questions.bank.owner == questions.bank.owner[span]]).all()
        assert np.isfinite(row).sum() == 58


def test_fitting_brings_the_coded_order_nearer(questions, monkeypatch):
    monkeypatch.setattr(fit_coding, "NEAR", 8)
    monkeypatch.setattr(fit_coding, "MIDDLE", 30)
    coding = Coding(random_rotation(8, DIM), np.zeros(DIM, np.float32))

    def loss():
        rng = np.random.default_rng(5)
        with torch.no_grad():
            return np.mean([step_loss(coding, questions, rng).item() for _ in range(60)])

    before = loss()
    fit(coding, questions, 300, np.random.default_rng(2))
    assert loss() < 0.6 * before


def test_the_file_scores_as_the_module_does(questions, tmp_path):
    coding = Coding(random_rotation(8, DIM), np.full(DIM, 0.05, np.float32))
    (tmp_path / "manifest.json").write_text(json.dumps({"models": [{"kind": "encoder", "mean": {}, "card": "c"}]}))
    write(tmp_path, coding.numbers())
    entry = json.loads((tmp_path / "manifest.json").read_text())["models"][0]
    assert list(entry) == ["kind", "mean", "codes", "card"]
    known, questioned, centre = np.split(np.fromfile(tmp_path / "encoder.codes.f32", "<f4").reshape(17, DIM), [8, 16])
    query, rows = questions.bank.span(0), questions.bank.span(9)
    by_hand = ((query - centre) @ questioned.T @ signs((rows - 0.05) @ known.T).T).max(1).mean()
    with torch.no_grad():
        found = coding.scores(torch.from_numpy(query), torch.from_numpy(rows), [10])
    assert float(found[0]) == pytest.approx(by_hand, abs=1e-5)
