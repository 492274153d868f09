"""A folder as compressed files below a size, for channels that carry only small files.

A folder becomes NAME.000, NAME.001, … (pieces of one tar.xz) and NAME.json (their SHA-256 and order).
"""

import hashlib
import io
import json
import lzma
import tarfile
from collections.abc import Iterator
from pathlib import Path


class _Pieces(io.RawIOBase):
    """A file to write to that becomes pieces of at most `size` bytes."""

    def __init__(self, out: Path, name: str, size: int) -> None:
        self.out, self.name, self.size = out, name, size
        self.digests: list[str] = []
        self.held = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: bytes) -> int:
        self.held += data
        while len(self.held) >= self.size:
            self._piece(bytes(self.held[: self.size]))
            del self.held[: self.size]
        return len(data)

    def close(self) -> None:
        if not self.closed:
            if self.held:
                self._piece(bytes(self.held))
                self.held.clear()
            (self.out / f"{self.name}.json").write_text(json.dumps({"sha256": self.digests}, indent=1))
        super().close()

    def _piece(self, data: bytes) -> None:
        (self.out / f"{self.name}.{len(self.digests):03d}").write_bytes(data)
        self.digests.append(hashlib.sha256(data).hexdigest())


def split(folder: Path, out: Path, size: int, preset: int = 6) -> list[Path]:
    """Writes the pieces of a folder into out; they are named after the folder."""
    out.mkdir(parents=True, exist_ok=True)
    with (
        _Pieces(out, folder.name, size) as pieces,
        lzma.open(pieces, "wb", preset=preset) as packed,
        tarfile.open(fileobj=packed, mode="w|") as tar,
    ):
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                tar.add(path, str(path.relative_to(folder)), recursive=False)
    return sorted(out.glob(f"{folder.name}.[0-9]*"))


def join(parts: Path, name: str, out: Path) -> None:
    """Unpacks the folder `name` into out/name; a piece that is missing or damaged is an error."""
    digests = json.loads((parts / f"{name}.json").read_text())["sha256"]
    with (
        lzma.open(_Chain(_checked(parts, name, digests))) as packed,
        tarfile.open(fileobj=packed, mode="r|") as tar,
    ):
        tar.extractall(out / name, filter="data")


def _checked(parts: Path, name: str, digests: list[str]) -> Iterator[bytes]:
    for i, digest in enumerate(digests):
        path = parts / f"{name}.{i:03d}"
        data = path.read_bytes()
        if hashlib.sha256(data).hexdigest() != digest:
            raise ValueError(f"{path} is damaged: its SHA-256 is not that of {name}.json")
        yield data


class _Chain(io.RawIOBase):
    """Pieces read as one file."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self.pieces, self.held = pieces, b""

    def readable(self) -> bool:
        return True

    def readinto(self, target: memoryview) -> int:
        while not self.held:
            piece = next(self.pieces, None)
            if piece is None:
                return 0
            self.held = piece
        count = min(len(target), len(self.held))
        target[:count] = self.held[:count]
        self.held = self.held[count:]
        return count
