"""The comparator (CoLDE: Jha and others 2022, §3) on frozen states, its loss, and one training.

Shapes: T texts, S sections, C chunks, W width of a state.
"""

from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from training.comparator.texts import Batch, Dealer
from training.train.encoder import unit

MOST_CHUNKS, MOST_SECTIONS = 64, 5


@dataclass(frozen=True)
class Settings:
    """One training. aug: sections and structure embeddings; recurrent: attention and Bi-LSTM, else the mean of chunks;
    contrastive: SupCon, else the cosine loss. limit: windows of a text. authors: of a batch, two texts each.
    """

    aug: bool = True
    recurrent: bool = True
    contrastive: bool = True
    sections: int = 2
    limit: int = 16
    authors: int = 32
    steps: int = 250
    rate: float = 1e-3
    decay: float = 0.01
    temperature: float = 0.5
    seed: int = 42


class Comparator(nn.Module):
    """Chunks [T, S, C, W] of sections -> unit rows [T, S, 256]. centre, spread: of a chunk, [W] each."""

    def __init__(self, centre: Tensor, spread: Tensor, settings: Settings) -> None:
        super().__init__()
        width = len(centre)
        self.settings = settings
        self.register_buffer("centre", centre)
        self.register_buffer("spread", spread)
        self.section, self.place = nn.Embedding(MOST_SECTIONS, width), nn.Embedding(MOST_CHUNKS, width)
        for table in (self.section, self.place):
            nn.init.zeros_(table.weight)
        if settings.recurrent:
            self.attention = nn.MultiheadAttention(width, 4, batch_first=True)
            self.recurrent = nn.LSTM(width, 256, batch_first=True, bidirectional=True)
        self.projection = nn.Linear(512 if settings.recurrent else width, 256)

    def embedded(self, chunks: Tensor, places: Tensor) -> Tensor:
        """Chunks with what says where in the text they stand."""
        x = (chunks - self.centre) / self.spread
        if not self.settings.aug:
            return x
        section = self.section.weight[None, : x.shape[1], None]
        return x + section + self.place(places.clamp(max=MOST_CHUNKS - 1))

    def forward(self, chunks: Tensor, held: Tensor, places: Tensor) -> Tensor:
        x = self.embedded(chunks, places)
        texts, sections = x.shape[:2]
        if not self.settings.recurrent:
            mean = (x * held[..., None]).sum(2) / held.sum(2, keepdim=True)
            return unit(self.projection(mean))
        following = x.roll(-1, 1).flatten(0, 1), ~held.roll(-1, 1).flatten(0, 1)
        x, held = x.flatten(0, 1), held.flatten(0, 1)
        x = x + self.attention(x, following[0], following[0], key_padding_mask=following[1], need_weights=False)[0]
        packed = nn.utils.rnn.pack_padded_sequence(x, held.sum(1), batch_first=True, enforce_sorted=False)
        last = self.recurrent(packed)[1][0].transpose(0, 1).flatten(1)
        return unit(self.projection(last)).unflatten(0, (texts, sections))

    @torch.no_grad()
    def alike(self, first: Tensor, second: Tensor) -> tuple[Tensor, Tensor]:
        """Embedded chunks of two texts, [C, W] and [D, W]: how the first attend to the second, and cosines."""
        weight = self.attention(first[None], second[None], second[None])[1][0]
        return weight, unit(first) @ unit(second).t()


def tensors(batch: Batch) -> tuple[Tensor, Tensor, Tensor]:
    """What a comparator takes."""
    return tuple(torch.from_numpy(x) for x in (batch.chunks, batch.held, batch.places))


def sup_con(z: Tensor, labels: Tensor, temperature: float) -> Tensor:
    """Supervised contrastive loss (Khosla and others 2020, L_out): mean over rows [N, d] that share their label."""
    self_ = torch.eye(len(z), dtype=torch.bool)
    same = (labels[:, None] == labels[None]) & ~self_
    log_share = F.log_softmax((z @ z.t() / temperature).masked_fill(self_, float("-inf")), 1).masked_fill(self_, 0)
    count = same.sum(1)
    return -((log_share * same).sum(1)[count > 0] / count[count > 0]).mean()


def cosine_loss(z: Tensor, labels: Tensor) -> Tensor:
    """1 - cosine of pairs of one label, max(0, cosine) of others, each kind's mean."""
    cosine, same = z @ z.t(), labels[:, None] == labels[None]
    own = same & ~torch.eye(len(z), dtype=torch.bool)
    return (1 - cosine[own]).mean() + cosine[~same].clamp(min=0).mean()


def fit(dealer: Dealer, settings: Settings) -> Comparator:
    """Adam, its rate rising over a tenth of the steps and falling to 0 with a cosine."""
    torch.manual_seed(settings.seed)
    sections = settings.sections if settings.aug else 1
    sample = dealer.deal(200, settings.limit, sections)[0]
    chunks = torch.from_numpy(sample.chunks[sample.held])
    model = Comparator(chunks.mean(0), chunks.std(0), settings).train()
    adam = torch.optim.AdamW(model.parameters(), lr=settings.rate, weight_decay=settings.decay)

    def share(step: int) -> float:
        return min((step + 1) / (0.1 * settings.steps), 0.5 + 0.5 * np.cos(np.pi * step / settings.steps))

    rate = torch.optim.lr_scheduler.LambdaLR(adam, share)
    for _ in range(settings.steps):
        batch, author = dealer.deal(settings.authors, settings.limit, sections)
        z = model(*tensors(batch)).flatten(0, 1)
        labels = torch.from_numpy(np.repeat(author, sections))
        loss = sup_con(z, labels, settings.temperature) if settings.contrastive else cosine_loss(z, labels)
        adam.zero_grad()
        loss.backward()
        adam.step()
        rate.step()
    return model.eval()
