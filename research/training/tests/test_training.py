"""GradCache, prepared batches, clusters, exclusions and parts. Those that need torch are skipped without it."""

from types import SimpleNamespace

import numpy as np
import pytest
from training.corpus.clusters import cluster_batches
from training.corpus.folder_parts import join, split
from training.corpus.splits import Without, training_rows

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from training.corpus.sampler import Mix, PairSampler  # noqa: E402
from training.export.fixture import tiny_model  # noqa: E402
from training.tests.test_sampler import cache, sampler  # noqa: E402, F401
from training.train.config import Run  # noqa: E402
from training.train.encoder import set_dropout  # noqa: E402
from training.train.grad_cache import cached_backward  # noqa: E402
from training.train.patches import Flags  # noqa: E402
from training.train.schedule import prepared, step_of  # noqa: E402
from training.train.trainer import Trainer  # noqa: E402


@pytest.mark.parametrize("share", [0.0, 0.5])
def test_grad_cache_gives_the_gradient_of_the_whole_batch(share):
    def gradients(backward):
        torch.manual_seed(3)
        net = torch.nn.Sequential(torch.nn.Linear(6, 5), torch.nn.Dropout(share), torch.nn.Linear(5, 4))
        x = torch.randn(8, 6)

        def encode(rows):
            out = net(rows)
            return out, out * 2

        def loss(a, b):
            return torch.logsumexp(a @ b.t(), 1).mean()

        torch.manual_seed(9)
        backward(encode, (x,), loss)
        return [p.grad for p in net.parameters()]

    def whole(encode, inputs, loss):
        pieces = [encode(*(x[s : s + 4] for x in inputs)) for s in (0, 4)]
        loss(*(torch.cat(p) for p in zip(*pieces, strict=True))).backward()

    expected = gradients(whole)
    found = gradients(lambda encode, inputs, loss: cached_backward(encode, inputs, 4, loss))
    torch.testing.assert_close(found, expected)


def test_a_representation_outside_the_loss_is_no_error():
    net = torch.nn.Linear(2, 2)
    cached_backward(lambda x: (net(x), net(x) * 3), (torch.ones(4, 2),), 2, lambda a, b: a.sum())
    assert float(net.bias.grad.sum()) == pytest.approx(8)


@pytest.mark.parametrize("workers", [0, 2])
def test_prepared_batches_are_those_of_their_steps(cache, workers):  # noqa: F811
    run = Run(batch=8, lengths=(32, 64), mix=Mix())
    s = sampler(cache)
    for number, (step, batch) in zip(range(5, 9), prepared(run, s, 5, 9, workers), strict=True):
        assert step == step_of(run, number)
        assert step.pairs * step.length == 8 * 128
        np.testing.assert_array_equal(batch.ids, s.batch(number, step.pairs, step.length).ids)


def test_cluster_batches_keep_their_caps_and_every_author_once():
    rng = np.random.default_rng(0)
    owner = np.repeat(np.arange(100), 2)
    place = rng.normal(size=(20, 12))[owner // 5] + 0.1 * rng.normal(size=(200, 12))
    vectors = place / np.linalg.norm(place, axis=1, keepdims=True)
    batches = cluster_batches(vectors, owner, 20, rng)
    assert all(len(b) == 20 == len(set(b)) for b in batches)
    assert set(np.concatenate(batches)) == set(range(100))
    z = vectors[::2]

    def alike(rows):
        s = z[rows] @ z[rows].T
        return s[~np.eye(len(rows), dtype=bool)].mean()

    assert np.mean([alike(b) for b in batches]) > 0.05 + alike(np.arange(100))


def test_exclusions_leave_out_authors_and_genres():
    sources = ["walkerdb/supreme_court_transcripts", "golang/website"]
    corpus = SimpleNamespace(
        names={"author": ["a", "b", "c"], "source": sources, "genre": ["letter", "blog"]},
        author=np.array([0, 1, 2, 2]),
        source=np.array([0, 1, 1, 1]),
        genre=np.array([1, 0, 1, 1]),
    )
    assert training_rows(corpus).tolist() == [0, 1, 2, 3]
    assert training_rows(corpus, Without(genres=frozenset({"letter"}))).tolist() == [0, 2, 3]
    assert training_rows(corpus, Without(authors=frozenset({"c"}))).tolist() == [0, 1]


def test_parts_come_back_as_the_folder_and_damage_is_noticed(tmp_path):
    folder = tmp_path / "x"
    (folder / "deep").mkdir(parents=True)
    data = np.random.default_rng(0).bytes(50_000)
    (folder / "deep/a.bin").write_bytes(data)
    (folder / "b.txt").write_text("b")
    made = split(folder, tmp_path / "parts", 20_000)
    assert [p.stat().st_size <= 20_000 for p in made] == [True] * 3
    join(tmp_path / "parts", "x", tmp_path / "out")
    assert (tmp_path / "out/x/deep/a.bin").read_bytes() == data
    made[1].write_bytes(made[1].read_bytes()[:-1] + b"!")
    with pytest.raises(ValueError, match=r"x\.001 is damaged"):
        join(tmp_path / "parts", "x", tmp_path / "again")


def trainer_of(cache, run):  # noqa: F811
    torch.manual_seed(run.seed)
    model = tiny_model(2_100)
    set_dropout(model, run.dropout)
    words = torch.ones(2_100, dtype=torch.bool)
    words[:1000] = False
    flags = Flags(words, torch.zeros(2_100, dtype=torch.bool), ~words)
    topics = np.random.default_rng(2).normal(size=(len(cache.author), 6)).astype(np.float32)
    rows = np.arange(len(cache.author))
    return Trainer(run, model.train(), PairSampler(cache, topics, rows, run.mix, run.seed), flags)


def go(trainer, last):
    while trainer.steps < last:
        if trainer.due():
            trainer.refresh()
        number = trainer.steps
        trainer.step(*next(prepared(trainer.run, trainer.sampler, number, number + 1, 0)))


@pytest.mark.parametrize("clusters", [False, True])
def test_a_run_that_was_stopped_goes_on_as_if_it_was_not(cache, tmp_path, clusters):  # noqa: F811
    settings = {"lengths": (32,), "patch": (1, 2), "dropout": 0.1, "cached": 12, "bf16": False, "mined_documents": 1}
    mix = Mix(group=4, hard=0.25, mined=0.25, near=10)
    run = Run(pairs=400, batch=4, warmup=16, refresh=40, clusters=clusters, mix=mix, **settings)
    whole = trainer_of(cache, run)
    go(whole, 5)
    first = trainer_of(cache, run)
    go(first, 2)
    first.write(tmp_path / "last.pt")
    second = trainer_of(cache, run)
    second.read(tmp_path / "last.pt")
    go(second, 5)
    for name, value in whole.model.state_dict().items():
        torch.testing.assert_close(second.model.state_dict()[name], value, atol=0, rtol=0, msg=name)
    start = trainer_of(cache, run).model.state_dict()
    assert any((v != start[k]).any() for k, v in whole.model.state_dict().items())


def test_a_fixed_temperature_takes_the_place_of_the_learned_scale(cache):  # noqa: F811
    run = Run(pairs=64, batch=4, lengths=(32,), bf16=False, document_temperature=0.01)
    trainer = trainer_of(cache, run)
    before = trainer.model.log_document.item()
    go(trainer, 2)
    assert trainer.model.log_document.item() == pytest.approx(before, abs=1e-9)
    assert trainer.model.log_patch.item() != before
