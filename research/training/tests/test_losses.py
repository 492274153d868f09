"""Late interaction and InfoNCE against plain formulas. Skipped without torch."""

import math

import pytest

torch = pytest.importorskip("torch")

from training.train.losses import info_nce, maxsim_all  # noqa: E402


def plain(q, qv, c, cv):
    similarity = torch.einsum("ipd,jrd->ipjr", q, c).masked_fill(~cv[None, None], -9e9).max(-1).values
    return (similarity * qv[..., None]).sum(1) / qv.sum(1)[:, None]


def test_scores_and_gradients_equal_the_plain_formula():
    torch.manual_seed(0)
    q = torch.nn.functional.normalize(torch.randn(5, 7, 8), dim=-1).requires_grad_()
    c = torch.nn.functional.normalize(torch.randn(6, 9, 8), dim=-1).requires_grad_()
    qv, cv, g = torch.rand(5, 7) > 0.2, torch.rand(6, 9) > 0.2, torch.randn(5, 6)
    expected = plain(q, qv, c, cv)
    found = maxsim_all(q, qv, c, cv, chunk=2)
    torch.testing.assert_close(found, expected)
    ours, theirs = (torch.autograd.grad((x * g).sum(), (q, c)) for x in (found, expected))
    torch.testing.assert_close(ours, theirs)


def test_info_nce_of_equal_scores_is_the_log_of_the_candidates():
    loss, _ = info_nce(torch.zeros(8, 8), 20.0)
    assert float(loss) == pytest.approx(torch.tensor(7.0).log().item(), abs=1e-4)


def test_info_nce_finds_the_other_half():
    scores = torch.eye(4).repeat(2, 2)
    loss, hit = info_nce(scores, 50.0)
    assert float(hit) == 1
    assert float(loss) < 1e-6


def test_info_nce_of_two_pairs_equals_the_value_by_hand():
    """Spans 0 and 2 are of one author, 1 and 3 of the other; at scale 2 (temperature .5) each row by hand."""
    scores = torch.tensor([[1.0, 0.2, 0.6, 0.1], [0.2, 1.0, 0.3, 0.4], [0.6, 0.3, 1.0, 0.5], [0.1, 0.4, 0.5, 1.0]])
    scores.requires_grad_()
    loss, _ = info_nce(scores, 2.0)
    rows = (
        math.log(math.exp(1.2) + math.exp(0.4) + math.exp(0.2)) - 1.2,
        math.log(math.exp(0.8) + math.exp(0.4) + math.exp(0.6)) - 0.8,
        math.log(math.exp(1.2) + math.exp(0.6) + math.exp(1.0)) - 1.2,
        math.log(math.exp(0.8) + math.exp(0.2) + math.exp(1.0)) - 0.8,
    )
    assert loss.item() == pytest.approx(sum(rows) / 4, abs=1e-6)
    loss.backward()
    weight = math.exp(0.4) / (math.exp(1.2) + math.exp(0.4) + math.exp(0.2))
    assert float(scores.grad[0, 1]) == pytest.approx(2 * weight / 4, abs=1e-6)


def test_supervised_contrastive_loss_at_a_hundredth_equals_the_value_by_hand():
    """Two authors with two unit vectors each (SADIRI, equation 2), temperature .01: s / .01 before the softmax."""
    z = torch.tensor([[1.0, 0.0], [0.6, 0.8], [0.8, 0.6], [0.0, 1.0]])
    loss, hit = info_nce(z @ z.t(), 1 / 0.01)
    # rows: positives .8 .8 .8 .8; the other two: .6 0 | .6 .96 | .96 .6 | 0 .6
    assert float(loss) == pytest.approx((0 + 16 + 16 + 0) / 4, abs=1e-4)
    assert float(hit) == 0.5
