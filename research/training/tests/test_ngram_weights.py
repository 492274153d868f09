"""Learned weights of n-grams: features as the host has them, exact gradients, and what learning is for."""

import base64
import json

import numpy as np
import pytest
from training.ngrams.rows import Vocabulary, hash_texts

torch = pytest.importorskip("torch")

from training.ngrams.weights import Metric, learn, packed, scores  # noqa: E402


def _vocabulary(tmp_path, words):
    hashes = np.sort(hash_texts(words, 17))
    features = {
        "hashes": base64.b64encode(hashes.tobytes()).decode(),
        "documents": base64.b64encode(np.full(len(words), 3, np.uint16).tobytes()).decode(),
    }
    path = tmp_path / "classical.json"
    path.write_text(json.dumps({"documents": 7, "features": features}))
    return Vocabulary(path)


def test_counts_the_features_of_a_vocabulary_and_no_others(tmp_path):
    known = _vocabulary(tmp_path, ["the", "the cat", "’"])
    ids, counts = known.count("The cat, the THE other’s")
    by_hash = dict(zip(known.hashes[ids].tolist(), counts.tolist(), strict=True))
    the, cat, sign = hash_texts(["the", "the cat", "’"], 17).tolist()
    assert by_hash == {the: 3, cat: 1, sign: 1}
    assert np.allclose(known.idf, np.log(8 / 4) + 1)


def _random(seed, rows=8, width=12, rank=2):
    torch.manual_seed(seed)
    base, axes = torch.rand(width) + 0.5, torch.randn(width, rank) * 0.2
    return torch.rand(rows, width), Metric(base, axes, 0.4, 5.0)


def test_gradients_are_those_of_automatic_differentiation():
    x, metric = _random(0)
    found = metric.losses(metric.unit(x.clone()))
    theta, axes = metric.theta.clone().requires_grad_(), metric.axes.clone().requires_grad_()
    u = x * metric.base * theta.exp()
    z = u / u.norm(dim=1, keepdim=True)
    logits = scores(z @ z.T, z @ axes, metric.strengths.detach()) * metric.log_scale.exp() - 1e4 * torch.eye(8)
    loss = torch.nn.functional.cross_entropy(logits, torch.arange(8).roll(4))
    loss.backward()
    assert found == pytest.approx(loss.item(), rel=1e-5)
    assert torch.allclose(metric.theta.grad, theta.grad, atol=1e-5)
    assert torch.allclose(metric.axes.grad, axes.grad, atol=1e-5)


class _Habits:
    """Sixteen authors with a habit each (features 0 to 15); documents are louder in one of four topics (16 to 19)."""

    width = 20
    held = range(40)

    def dense(self, rows, out=None):
        rng = np.random.default_rng(rows)
        x = torch.zeros(len(rows), self.width)
        for place, row in enumerate(rows):
            x[place, row % 16] = 1
            x[place, 16 + rng.integers(4)] = 3
        return x


def test_learning_prefers_what_stays_with_an_author():
    metric = Metric(torch.ones(20), torch.zeros(20, 1), 0.3, 10.0)
    batches = [np.arange(32) + 32 * at for at in range(60)]
    losses = learn(metric, _Habits(), batches, (0.05, 2e-4, 0.02))
    assert np.mean(losses[-5:]) < 0.5 * losses[0]
    assert metric.theta[:16].min() > metric.theta[16:].max()


def test_packed_directions_reproduce_the_products():
    x, metric = _random(1)
    z, held = metric.unit(x), packed(metric)
    directions = torch.from_numpy(held["directions"] * held["scale"])
    q = z @ metric.axes
    assert held["weights"].dtype == np.float16 and held["directions"].dtype == np.int8
    assert torch.allclose((z @ directions) @ (z @ directions).T, (q * 0.4) @ q.T, atol=0.01)
