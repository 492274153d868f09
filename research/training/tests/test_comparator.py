"""The comparator: its loss by hand, its shapes and masks, its sections, and what it learns. Skipped without torch."""

import math

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from training.comparator.judge import Trials, auc, with_interval  # noqa: E402
from training.comparator.model import Comparator, Settings, cosine_loss, fit, sup_con, tensors  # noqa: E402
from training.comparator.study import turned  # noqa: E402
from training.comparator.texts import Dealer, Texts, padded  # noqa: E402

RNG = np.random.default_rng(0)
WIDTH = 8


def comparator(**settings) -> Comparator:
    torch.manual_seed(0)
    return Comparator(torch.zeros(WIDTH), torch.ones(WIDTH), Settings(**settings)).eval()


def chunks(count: int) -> list[np.ndarray]:
    return list(RNG.standard_normal((count, WIDTH)).astype(np.float32))


def test_sup_con_of_three_documents_equals_the_value_by_hand():
    """Two sections each of three documents, labels 1, 1, 0 (CoLDE, section 3.3): a section of the first has three."""
    z = torch.nn.functional.normalize(torch.from_numpy(RNG.standard_normal((6, 4))), dim=1)
    labels = [1, 1, 1, 1, 0, 0]
    expected = 0.0
    for i in range(6):
        total = sum(math.exp(float(z[i] @ z[k]) / 0.5) for k in range(6) if k != i)
        own = [j for j in range(6) if j != i and labels[j] == labels[i]]
        assert len(own) == (3 if labels[i] else 1)
        expected -= sum(math.log(math.exp(float(z[i] @ z[j]) / 0.5) / total) for j in own) / len(own) / 6
    assert float(sup_con(z, torch.tensor(labels), 0.5)) == pytest.approx(expected, abs=1e-6)


def test_sup_con_leaves_out_a_label_that_stands_alone():
    z = torch.eye(3)
    assert float(sup_con(z, torch.tensor([0, 0, 1]), 1.0)) == pytest.approx(math.log(2))


def test_cosine_loss_is_zero_where_labels_agree_and_others_are_at_right_angles():
    z = torch.tensor([[1.0, 0], [1, 0], [0, 1], [0, 1]])
    assert float(cosine_loss(z, torch.tensor([0, 0, 1, 1]))) == 0
    assert float(cosine_loss(z, torch.tensor([0, 1, 1, 0]))) == pytest.approx(1.5)


@pytest.mark.parametrize("settings", [{}, {"aug": False}, {"recurrent": False}])
def test_padded_chunks_change_nothing(settings):
    short, long = [chunks(2), chunks(1)], [chunks(4), chunks(4)]
    model = comparator(**settings)
    alone = model(*tensors(padded([short])))
    beside = model(*tensors(padded([short, long])))
    assert alone.shape == (1, 2, 256)
    torch.testing.assert_close(alone[0], beside[0])
    torch.testing.assert_close(beside.norm(dim=2), torch.ones(2, 2))


def test_the_shipped_limit_of_eight_megabytes_is_kept_in_half_precision():
    model = Comparator(torch.zeros(384), torch.ones(384), Settings())
    assert 2 * sum(p.numel() for p in model.parameters()) < 8e6


def test_a_section_attends_to_the_next_one():
    first, second, other = chunks(2), chunks(2), chunks(2)
    model = comparator()
    before, after = (model(*tensors(padded([[first, section]])))[0, 0] for section in (second, other))
    assert not torch.allclose(before, after)


def test_numbers_of_chunks_count_only_with_structure_embeddings():
    batch = padded([[chunks(3)]])
    for aug in (True, False):
        model = comparator(aug=aug)
        torch.nn.init.normal_(model.place.weight)
        kept, fresh = (model(*tensors(turned(batch, kept))) for kept in (True, False))
        assert torch.allclose(kept, fresh) != aug


def test_halves_in_turn_leave_padding_behind():
    batch = turned(padded([[chunks(2)], [chunks(5)]]), True)
    assert batch.places[:, 0].tolist() == [[1, 0, 0, 0, 0], [3, 4, 0, 1, 2]]
    assert batch.held[:, 0].sum(1).tolist() == [2, 5]


class Corpus:
    """Authors of two works of two documents each, every window of an author alike."""

    def __init__(self, folder) -> None:
        authors, documents, windows = 12, 4, 6
        self.author = np.repeat(np.arange(authors), documents)
        self.title = np.arange(len(self.author)) // 2
        self.genre = self.mode = self.source = np.zeros_like(self.author)
        self.names = {"source": ["one"]}
        voice = RNG.standard_normal((authors, WIDTH))
        count = len(self.author)
        np.savez(
            folder / "states.npz",
            rows=np.arange(count),
            first=windows * np.arange(count + 1),
            tokens=np.full(count * windows, 126),
            state=np.repeat(voice, documents * windows, 0) + 2 * RNG.standard_normal((count * windows, WIDTH)),
        )
        self.texts = Texts(folder / "states.npz", "state")


def test_texts_are_cut_at_the_limit_and_into_sections_of_chunks(tmp_path):
    texts = Corpus(tmp_path).texts
    places = texts.windows((0, 3), limit=10)
    assert places.tolist() == [*range(6), *range(18, 22)]
    sections = texts.sections(places, 2)
    assert [len(section) for section in sections] == [2, 2]
    np.testing.assert_allclose(sections[1][1], texts.values[21], rtol=1e-6)


def test_two_texts_of_an_author_are_of_different_works(tmp_path):
    corpus = Corpus(tmp_path)
    dealer = Dealer(corpus.texts, corpus, np.arange(48), seed=1)
    for author in dealer.draw(12):
        first, second = ({int(corpus.title[place // 6]) for place in text} for text in dealer.pair(author, 20))
        assert not first & second
        assert len(set(dealer.draw(12))) == 12


def test_training_brings_the_texts_of_an_author_together(tmp_path):
    corpus = Corpus(tmp_path)
    model = fit(Dealer(corpus.texts, corpus, np.arange(48), seed=1), Settings(steps=40, authors=12))
    batch, author = Dealer(corpus.texts, corpus, np.arange(48), seed=2).deal(12, 20, 1)
    z = model(*tensors(batch))[:, 0].detach()
    same = torch.from_numpy(author[:, None] == author[None])
    cosine = z @ z.t()
    assert cosine[same].mean() > cosine[~same].mean() + 0.5


def test_an_interval_holds_its_figure_and_weighs_authors_together():
    same = np.tile([True, False], 50)
    author = np.stack([np.arange(100) // 4, np.where(same, np.arange(100) // 4, (np.arange(100) // 4 + 1) % 25)], 1)
    scores = same + RNG.standard_normal(100)
    value, low, high = with_interval(Trials([], same, author, np.zeros(100)), auc(scores, same))
    assert low < value < high
