"""Learned patches: cuts, their gradient, and both ends of the collapse."""

import doctest

import pytest

torch = pytest.importorskip("torch")

from training import learned_patches  # noqa: E402
from training.encoder import unit  # noqa: E402
from training.patches import patches  # noqa: E402


def test_examples():
    assert doctest.testmod(learned_patches).failed == 0


def test_cuts_at_every_second_token_are_patches_of_two():
    vectors = unit(torch.randn(3, 8, 5))
    rows, valid = learned_patches.cut_patches(vectors, torch.tensor([1.0, 0, 1, 0, 1, 0, 1, 0]).expand(3, 8))
    first = torch.zeros(3, 1, 5)
    used = torch.ones(3, 9, dtype=torch.bool)
    expected, _ = patches(torch.cat([first, vectors], 1), used, 2)
    torch.testing.assert_close(rows[valid].view(3, 4, 5), expected)


def test_the_first_token_begins_a_patch_and_cuts_have_a_gradient():
    logits = torch.full((2, 6), -0.1, requires_grad=True)
    cuts = learned_patches.drawn(logits, 0.5, torch.full((2, 6), 0.5))
    assert cuts.tolist() == [[1, 0, 0, 0, 0, 0]] * 2
    rows, _ = learned_patches.cut_patches(unit(torch.randn(2, 6, 4)), cuts)
    rows[:, -1].sum().backward()
    assert logits.grad[:, 1:].abs().sum() > 0


def test_the_push_raises_the_probability_of_a_cut():
    found = learned_patches.learn(unit(torch.randn(2, 40, 12, 32)), None, steps=400, batch=8, seed=1)
    assert found["mean_q"][-1] > found["mean_q"][0] + 0.1
    assert found["patches"][-1] > 6
