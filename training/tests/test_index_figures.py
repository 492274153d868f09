"""Scores, winners, questions and fitted codes of the index figures against plain formulas. Skipped without torch."""

import gzip
import json

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from training.codings import Fitted, make  # noqa: E402
from training.exhaustive import SpanGroups, span_scores  # noqa: E402
from training.flips import flip_figures, winners  # noqa: E402
from training.host import unit  # noqa: E402
from training.index_figures import Run, code_row, orders, question_figures  # noqa: E402
from training.patch_bank import Bank  # noqa: E402
from training.questions import Question, choose  # noqa: E402
from training.rank_figures import interval, top  # noqa: E402
from training.scoring import EncodedSet  # noqa: E402
from training.sign_codes import packed, random_rotation, signs  # noqa: E402
from training.torch_bank import write_chunk  # noqa: E402
from training.trained_rotation import Triples, fit, loss_of  # noqa: E402

DIM, COUNTS = 16, (5, 3, 5, 1, 4, 3, 2, 5)


def rows_of(seed, count):
    return unit(np.random.default_rng(seed).normal(size=(count, DIM)).astype(np.float32))


@pytest.fixture
def bank(tmp_path):
    """Eight documents of one span each: four authors, each with two works."""
    rotation, mean = random_rotation(64, DIM), np.full(DIM, 0.01, np.float32)
    spans = [rows_of(i, count) for i, count in enumerate(COUNTS)]
    documents = [
        {"id": f"d{i}", "author": "abcd"[i % 4], "genre": "g", "mode": "written", "title": f"t{i}", "spans": 1}
        for i in range(8)
    ]
    encoded = EncodedSet(torch.zeros(0), torch.zeros(0), torch.zeros(0), torch.from_numpy(rows_of(9, 8)))
    chunks = [write_chunk(tmp_path, name, documents, encoded, spans, (rotation, mean)) for name in ("dev", "train")]
    rotation.tofile(tmp_path / "rotation.f32")
    mean.tofile(tmp_path / "mean.f32")
    np.concatenate([rotation, mean[None]]).astype(np.float32).tofile(tmp_path / "questioned.f32")
    facts = {"modelId": "tiny", "n": 2, "dim": DIM, "openDim": DIM, "bits": 64, "chunks": chunks}
    (tmp_path / "manifest.json").write_text(json.dumps(facts))
    return Bank.read(tmp_path)


@pytest.fixture
def run(bank, tmp_path):
    questions = [
        Question(i, i, bank.documents[i]["author"], "g", np.array([i + 4]), np.array([i])) for i in range(4)
    ]  # fmt: skip
    return Run(bank, questions, tmp_path, Fitted(rows_of(3, 400), tmp_path))


def plain(query, span):
    return (query @ span.T).max(1).mean()


def test_a_bank_gives_back_what_was_written(bank):
    assert np.diff(bank.start).tolist() == list(COUNTS)
    np.testing.assert_allclose(bank.span(4), rows_of(4, 4), atol=1e-3)
    expected = packed(signs((rows_of(4, 4) - bank.mean) @ bank.rotation.T))
    np.testing.assert_array_equal(bank.codes[bank.start[4] : bank.start[5]], expected)


@pytest.mark.parametrize("exact", [True, False])
def test_exhaustive_scores_equal_the_plain_formula(bank, exact):
    queries = [rows_of(20, 3), rows_of(21, 6)]
    found = span_scores(queries, bank.rows, SpanGroups(bank.start), exact)
    expected = [[plain(q, bank.span(s)) for s in range(8)] for q in queries]
    np.testing.assert_allclose(found, expected, atol=1e-6 if exact else 5e-3)


def test_gains_multiply_the_best_matches_of_a_query_patch(bank):
    gains = np.array([1.0, 1.5, 1.2], np.float32)
    found = span_scores([rows_of(20, 3)], bank.rows, SpanGroups(bank.start), True, gains)[0]
    expected = [((rows_of(20, 3) @ bank.span(s).T).max(1) * gains).mean() for s in range(8)]
    np.testing.assert_allclose(found, expected, atol=1e-6)


def test_the_random_code_is_the_bank_s_own(run):
    coding = make("random-64", run.bank, run.fitted)
    np.testing.assert_array_equal(packed(coding.rows), run.bank.codes)
    assert coding.bytes == 8


def test_reranking_every_span_is_the_exact_order(run):
    exact, code = run.scores("exact"), run.scores("random-64")
    for ours, theirs in zip(orders(run, code, exact, 8), orders(run, exact, exact, 0), strict=True):
        assert ours.tolist() == theirs.tolist()
    first, other = (question_figures(run, name, exact) for name in ("random-64", "random-8"))
    row = code_row(run, other, question_figures(run, "exact", exact), first)
    assert row["reranked"]["recall10"]["mean"] == 1
    assert row["rerankedLessExact"]["mrr@10"]["mean"] == row["rerankedLessFirst"]["mrr@10"]["mean"] == 0


def test_a_question_never_finds_itself(run):
    for question, order in zip(run.questions, orders(run, run.scores("exact"), run.scores("exact"), 0), strict=True):
        assert question.document not in order


def test_scores_are_kept_and_cut(run):
    full = run.scores("exact")
    fewer = Run(run.bank, run.questions[:2], run.work, run.fitted)
    np.testing.assert_array_equal(fewer.scores("exact"), full[:2])


def test_winners_equal_a_plain_search():
    rng = np.random.default_rng(0)
    exact, code = rng.normal(size=(6, 20)), rng.normal(size=(6, 20))
    found = winners(exact, code, np.array([0, 8]))
    for i in range(6):
        order = np.argsort(-exact[i])
        chosen = code[i].argmax()
        assert found.margin[i] == pytest.approx(exact[i][order[0]] - exact[i][order[1]])
        assert found.flipped[i] == (chosen != order[0])
        assert found.rank[i] == 1 + order.tolist().index(chosen)
        assert found.loss[i] == pytest.approx(exact[i][chosen] - exact[i][order[0]])
    halves = [exact[i, s].argmax() != code[i, s].argmax() for i in range(6) for s in (slice(8), slice(8, None))]
    assert found.within == pytest.approx(np.mean(halves))


def test_a_code_that_equals_the_scores_flips_nothing():
    exact = np.random.default_rng(0).normal(size=(6, 20))
    found = flip_figures([winners(exact, 3 * exact, np.array([0]))] * 2, np.arange(2))
    assert found["flips"]["mean"] == 0
    assert found["questionLoss"]["median"] == 0


def test_one_question_an_author_whatever_the_order_of_the_list(bank, tmp_path):
    lines = [
        {"task": task, "query": [f"d{i}"], "relevant": [f"d{(i + 4) % 8}"], "exclude": []}
        for task in ("base", "other")
        for i in range(8)
    ]
    path = tmp_path / "lists.jsonl.gz"
    path.write_bytes(gzip.compress("\n".join(map(json.dumps, lines)).encode()))
    found = choose(bank, path)
    assert sorted(q.author for q in found) == list("abcd")
    assert all(q.document in q.hidden and q.relevant.tolist() == [(q.document + 4) % 8] for q in found)
    assert [q.document for q in choose(bank, path, most=2)] == [q.document for q in found[:2]]


def test_the_loss_equals_plain_loops():
    rng = np.random.default_rng(0)
    rotation, query, document = rng.normal(size=(8, DIM)), rng.normal(size=(1, 3, DIM)), rng.normal(size=(1, 9, DIM))
    found = loss_of(*(torch.from_numpy(x) for x in (rotation, query, document)))
    total = 0
    for q in query[0]:
        exact = document[0] @ q
        coded = signs(document[0] @ rotation.T) @ (rotation @ q) / 8**0.5
        best = top(exact, 5)
        outsider = max(set(range(9)) - set(best), key=lambda j: coded[j])
        total += sum((coded[j] - exact[j]) ** 2 for j in [*best, outsider])
    assert found.item() == pytest.approx(total / 3)


def test_fitting_a_rotation_lowers_its_loss(bank):
    triples = Triples.draw(bank, 1)
    works = [(bank.documents[a]["title"], bank.documents[b]["title"]) for a, b, _ in triples.spans]
    assert all(a != b for a, b in works)
    query, document, _ = triples.batch(32, np.random.default_rng(5))
    start, end = random_rotation(8, DIM), fit(triples, 8, 150, 42)
    before, after = (loss_of(torch.from_numpy(r), query, document).item() for r in (start, end))
    assert after < before


@pytest.mark.parametrize("name", ["pq-2", "opq-2", "itq-1", "pca-8", "identity-8", "random-8-uncentred"])
def test_codes_of_every_kind_stand_for_their_rows(run, name):
    if "pq" in name:
        pytest.importorskip("faiss")
    coding = make(name, run.bank, run.fitted)
    query = coding.query(run.bank.rows.astype(np.float32))
    own = np.einsum("pk,pk->p", query, coding.rows.astype(np.float32))
    others = (query @ coding.rows.astype(np.float32).T).mean(1)
    assert (own > others).mean() > 0.9


def test_residual_codes_of_more_bits_are_nearer():
    pytest.importorskip("faiss")
    from training.codings import residual_codes

    rows = rows_of(4, 2_000)
    errors = [np.abs(residual_codes(rows, bits, 16)(rows[:200]) - rows[:200]).mean() for bits in (1, 2, 4)]
    assert errors[0] > errors[1] > errors[2]


def test_intervals_hold_the_mean_and_shrink_with_authors():
    values = np.random.default_rng(0).normal(size=400)
    few, many = (interval(values, np.arange(400) % n) for n in (4, 400))
    assert few[0] <= values.mean() <= few[1]
    assert many[0] <= values.mean() <= many[1]
