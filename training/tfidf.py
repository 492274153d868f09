"""The plain n-gram finder that the encoder must add to: characters 2 to 4 and words 1 to 2, as in the host."""

import numpy as np

WORDS = 1_000
"""Words of a document that are read."""


class Tfidf:
    """Cosine of tf-idf rows; vocabulary and idf from texts of the training split."""

    def __init__(self, texts: list[str]) -> None:
        from sklearn.feature_extraction.text import TfidfVectorizer

        self.parts = [
            TfidfVectorizer(
                analyzer="char", ngram_range=(2, 4), sublinear_tf=True, min_df=5, max_features=60_000, lowercase=False,
                norm=None,
            ),
            TfidfVectorizer(
                token_pattern=r"\w+|[^\w\s]", ngram_range=(1, 2), sublinear_tf=True, min_df=5, max_features=20_000,
                norm=None,
            ),
        ]  # fmt: skip
        for part in self.parts:
            part.fit(_cut(t) for t in texts)

    def rows(self, texts: list[str]) -> "csr_matrix":  # noqa: F821
        """Sparse unit rows [texts, features]."""
        from scipy.sparse import hstack
        from sklearn.preprocessing import normalize

        return normalize(hstack([part.transform(_cut(t) for t in texts) for part in self.parts]).tocsr())


def _cut(text: str) -> str:
    return " ".join(text.split()[:WORDS])


def similarities(rows: "csr_matrix", queries: np.ndarray) -> np.ndarray:  # noqa: F821
    """Cosine of some rows with all rows: float32 [queries, rows]."""
    return (rows[queries] @ rows.T).toarray().astype(np.float32)
