"""A bank on disk, and exhaustive scores of its spans against the plain formula. Skipped without torch."""

import json

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from training.export.exhaustive import SpanGroups, span_scores  # noqa: E402
from training.export.host_vectors import unit  # noqa: E402
from training.export.patch_bank import Bank  # noqa: E402

DIM, COUNTS = 16, (5, 3, 5, 1, 4, 3, 2, 5)


def rows_of(seed, count):
    return unit(np.random.default_rng(seed).normal(size=(count, DIM)).astype(np.float32))


@pytest.fixture
def bank(tmp_path):
    """Two chunks of eight documents of one span each."""
    for name in ("a", "b"):
        spans = [rows_of(i, count) for i, count in enumerate(COUNTS)]
        np.concatenate(spans).astype(np.float16).tofile(tmp_path / f"{name}.rows.f16")
        np.array(COUNTS, np.uint32).tofile(tmp_path / f"{name}.counts.u32")
        np.arange(8, dtype=np.uint32).tofile(tmp_path / f"{name}.owners.u32")
        (tmp_path / f"{name}.documents.json").write_text(json.dumps([{"id": f"{name}{i}"} for i in range(8)]))
    np.zeros(DIM, np.float32).tofile(tmp_path / "mean.f32")
    chunks = [{"name": name, "set": "train", "documents": 8} for name in ("a", "b")]
    (tmp_path / "manifest.json").write_text(json.dumps({"dim": DIM, "chunks": chunks}))
    return tmp_path


def test_chunks_are_read_until_there_are_documents_enough(bank):
    assert len(Bank.read(bank, "train", 8).documents) == 8
    whole = Bank.read(bank, "train")
    assert np.diff(whole.start).tolist() == [*COUNTS, *COUNTS]
    assert [whole.documents[whole.owner[s]]["id"] for s in (0, 7, 8, 15)] == ["a0", "a7", "b0", "b7"]
    np.testing.assert_allclose(whole.span(12), rows_of(4, 4), atol=1e-3)
    with pytest.raises(ValueError, match="holds no documents of dev"):
        Bank.read(bank, "dev")


@pytest.mark.parametrize("exact", [True, False])
def test_exhaustive_scores_equal_the_plain_formula(bank, exact):
    held = Bank.read(bank, "train")
    queries = [rows_of(20, 3), rows_of(21, 6)]
    found = span_scores(queries, held.rows, SpanGroups(held.start), exact)
    expected = [[(q @ held.span(s).T).max(1).mean() for s in range(16)] for q in queries]
    np.testing.assert_allclose(found, expected, atol=1e-6 if exact else 5e-3)
