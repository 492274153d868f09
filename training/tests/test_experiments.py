"""Span triplets, whole-word patches, metrics and baselines of the published experiments."""

import numpy as np
import pytest
from training.spans import CONFIGS, Builder, Document

WORDS = ["rain", "wind", "tree", "river", "stone", "cloud", "field", "bird", "house", "road", "light", "song"]


@pytest.fixture
def documents():
    rng = np.random.default_rng(0)
    out = []
    for author in range(8):
        for work in range(3):
            genre = ("letter", "blog")[(author + work) % 2]
            parts = tuple(
                f"Here {chr(97 + author)}{chr(97 + work)}{chr(97 + s)} the {rng.choice(WORDS)} was seen."
                for s in range(20)
            )
            out.append(Document(f"a{author}", f"a{author}-w{work}", genre, parts))
    return out


def far(i, j):
    return 0.1


@pytest.mark.parametrize("config", CONFIGS)
def test_negatives_share_the_genre_and_not_the_author(documents, config):
    found = Builder(documents, 4, 1, far).triplets(config, 20)
    assert len(found.texts) > 5
    for a, p, n in found.documents:
        assert documents[a].author == documents[p].author
        if config == "ict":
            assert a == p == n
        else:
            assert documents[a].genre == documents[n].genre
            assert documents[a].author != documents[n].author


@pytest.mark.parametrize("config", ["base", "cross"])
def test_a_positive_of_base_or_cross_is_of_another_work(documents, config):
    for a, p, _ in Builder(documents, 4, 1, far).triplets(config, 20).documents:
        assert documents[a].title != documents[p].title
        assert config == "base" or documents[a].genre != documents[p].genre


def test_a_near_topic_bars_a_positive_of_cross(documents):
    assert not Builder(documents, 4, 1, lambda i, j: 0.3).triplets("cross", 20).texts


@pytest.mark.parametrize("config", ["same-doc", "unrestricted", "ict"])
def test_spans_of_one_document_do_not_overlap(documents, config):
    found = Builder(documents, 3, 2).triplets(config, 20)
    for (a, p, n), (i, j, k) in zip(found.texts, found.documents, strict=True):
        for other, place in ((p, j), (n, k)):
            if place == i:
                assert not _sentences(a) & _sentences(other)


def _sentences(span):
    return {s.strip() for s in span.split("Here ") if s}


def test_a_span_is_k_sentences_of_its_document_and_the_seed_fixes_it(documents):
    found = Builder(documents, 4, 1).triplets("base", 10)
    for texts, places in zip(found.texts, found.documents, strict=True):
        for text, place in zip(texts, places, strict=True):
            assert text in " ".join(documents[place].parts)
            assert text.count("Here ") == 4
    assert found.texts == Builder(documents, 4, 1).triplets("base", 10).texts
    assert found.texts != Builder(documents, 4, 2).triplets("base", 10).texts


def test_whole_word_patches_begin_at_words():
    torch = pytest.importorskip("torch")
    from training.patches import word_patches

    vectors = torch.tensor([[[9.0, 9], [2, 0], [0, 2], [0, 5], [7, 7], [9, 9]]])
    starts = torch.tensor([[True, True, False, True, True, True]])
    used = torch.tensor([[False, True, True, True, False, False]])
    rows, valid = word_patches(vectors, used, starts)
    assert valid.tolist() == [[False, True, True, False, False, False]]
    torch.testing.assert_close(rows[0, 1], torch.tensor([0.5, 0.5]).sqrt())
    assert rows[0, 2].tolist() == [0, 1]


def test_a_text_scored_against_itself_by_late_interaction_is_one():
    torch = pytest.importorskip("torch")
    from training.span_scores import score_all

    torch.manual_seed(0)
    rows = [torch.nn.functional.normalize(torch.randn(n, 16), dim=-1) for n in (5, 9, 3)]
    scores = score_all(rows, np.arange(3), np.arange(3))
    np.testing.assert_allclose(np.diag(scores), 1, atol=0.01)
    plain = [[float((a @ b.t()).amax(1).mean()) for b in rows] for a in rows]
    np.testing.assert_allclose(scores, plain, atol=0.01)


def test_alignment_and_uniformity_by_hand():
    torch = pytest.importorskip("torch")
    from training.span_scores import alignment

    rows = [torch.tensor([[1.0, 0.0]]), torch.tensor([[0.0, 1.0]])]
    near, uniform = alignment(rows, np.array([0]), np.array([1]))
    assert near == pytest.approx(2)
    assert uniform == pytest.approx(-4)
