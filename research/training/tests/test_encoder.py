"""The trained module, the exported graph's module and the numpy host agree. Skipped without torch and transformers."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from training.corpus.surface import surface_shares  # noqa: E402
from training.export.fixture import tiny_model  # noqa: E402
from training.export.graph import Graph, fold_surface, open_mean  # noqa: E402
from training.export.host_vectors import pool  # noqa: E402
from training.train.patches import Flags, mean_vector, patches  # noqa: E402


@pytest.fixture(scope="module")
def model():
    return tiny_model(300)


@pytest.fixture
def batch():
    torch.manual_seed(1)
    ids = torch.randint(110, 300, (3, 12))
    ids[:, 0], ids[:, -1], ids[1, 8:], ids[2, 4] = 101, 102, 0, 103
    return ids, (ids > 0).long(), torch.randint(0, 17, ids.shape)


def test_graph_equals_the_trained_module(model, batch):
    ids, mask, surface = batch
    with torch.no_grad():
        token, features = model(ids, mask.bool(), surface)
        vectors, opened, states = Graph(model)(ids, mask, surface)
        first = torch.stack([s[:, 0] for s in model.states(ids, mask.bool(), surface)[1:]], 1)
    torch.testing.assert_close(vectors[mask.bool()], token[mask.bool()], atol=1e-5, rtol=1e-4)
    torch.testing.assert_close(opened, open_mean(features, ids, mask), atol=1e-5, rtol=1e-4)
    torch.testing.assert_close(states, first, atol=1e-5, rtol=1e-4)


def test_folded_forms_need_no_surface_ids_where_a_token_has_one_form(batch):
    ids, mask, _ = batch
    surface = torch.where(ids > 103, ids % 16 + 1, 0)
    model, special = tiny_model(300), np.arange(300) <= 103
    torch.nn.init.normal_(model.surface.weight)
    seen = np.arange(104, 300).repeat(10_000)
    with torch.no_grad():
        vectors, opened, _ = Graph(model)(ids, mask, surface)
        before = Graph(model)(ids, mask, torch.zeros_like(ids))[0]
        fold_surface(model, surface_shares(seen, seen % 16 + 1, np.ones(300, bool), special))
        folded, document, _ = Graph(model)(ids, mask, torch.zeros_like(ids))
    assert float((before - vectors).abs().max()) > 1e-2
    torch.testing.assert_close(folded[mask.bool()], vectors[mask.bool()], atol=5e-3, rtol=0)
    torch.testing.assert_close(document, opened, atol=5e-3, rtol=0)


def test_padding_changes_nothing(model, batch):
    ids, mask, surface = batch
    with torch.no_grad():
        alone = Graph(model)(ids[1:2, :8], mask[1:2, :8], surface[1:2, :8])[0]
        padded = Graph(model)(ids, mask, surface)[0][1:2, :8]
    torch.testing.assert_close(alone, padded, atol=1e-5, rtol=1e-4)


@pytest.mark.parametrize("n", [1, 2, 3, 5])
def test_patches_equal_the_host(n):
    rng = np.random.default_rng(n)
    vectors, used = rng.normal(size=(11, 4)).astype(np.float32), rng.random(11) < 0.6
    rows, valid = patches(torch.from_numpy(vectors)[None], torch.from_numpy(used)[None], n)
    np.testing.assert_allclose(rows[0][valid[0]].numpy(), pool(vectors[1:], used[1:], n), atol=1e-6)


def test_document_vector_reads_unknown_words_but_no_special_token():
    special = torch.tensor([True, False, True])
    flags = Flags(torch.tensor([False, False, False]), torch.tensor([False] * 3), special)
    ids = torch.tensor([[2, 1, 1, 0]])
    read = flags.read(ids, ids > 0)
    assert read.tolist() == [[False, True, True, False]]
    assert mean_vector(torch.tensor([[[9.0], [1.0], [3.0], [9.0]]]), read).tolist() == [[2.0]]


def test_a_backbone_of_half_precision_is_trained_in_float32(tmp_path):
    from training.train.encoder import Encoder

    tiny_model(300).net.half().save_pretrained(tmp_path)
    assert {p.dtype for p in Encoder.on(tmp_path).parameters()} == {torch.float32}
