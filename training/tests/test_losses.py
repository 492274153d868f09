"""Late interaction and InfoNCE against plain formulas. Skipped without torch."""

import pytest

torch = pytest.importorskip("torch")

from training.losses import info_nce, maxsim_all  # noqa: E402


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
