import { hasPatches, lateInteraction, meanOfBestSpans } from '../../measures/spanScores';
import type { JoinedText } from '../../tasks/tripletTasks';
import type { EncodedSpan } from '../../../../src/core/ports';
import { type StopSignal, throwIfStopped } from '../../../../src/core/basics/work';
import type { MatchKernel } from '../../../../src/lateInteraction/scoring/kernels';
import { multiplyDense } from '../../../../src/lateInteraction/scoring/patches';
import { averageTextVector } from '../../../../src/lateInteraction/scoring/patches';
import type { EncodedCorpus, EncodedText } from '../encoding/encodedCorpus';
import { PerText, type DocumentScorer } from './documentScorer';
import type { SpanArena } from './spanArena';

/** `late-interaction` and `fp32`: exact and exhaustive. */
export function lateInteractionScorer(corpus: EncodedCorpus, kernel: MatchKernel): DocumentScorer {
  return eachCandidate((query, stop) => {
    const { spans } = corpus.of(query);
    return (candidate) => {
      throwIfStopped(stop);
      return lateInteraction(spans, corpus.of(candidate).spans, kernel);
    };
  });
}

/** `span-vector`: cosine of spans' document vectors. */
export function spanVectorScorer(corpus: EncodedCorpus): DocumentScorer {
  const cosine = (a: EncodedSpan, b: EncodedSpan): number => multiplyDense(a.documentVector, b.documentVector);
  return eachCandidate((query) => {
    const { spans } = corpus.of(query);
    return (candidate) => meanOfBestSpans(spans, corpus.of(candidate).spans, cosine);
  });
}

/** `sign`: the query's rows against the codes of all candidates' spans. */
export function signScorer(corpus: EncodedCorpus, arena: SpanArena): DocumentScorer {
  return {
    score(query, candidates, stop) {
      const ids = candidates.map((candidate) => candidate.flatMap((place) => arena.ofPlace(place)));
      const every = ids.flat();
      const spans = corpus.of(query).spans.filter(hasPatches);
      const scans = spans.map((span) => arena.scan(arena.projected(span), every, stop));
      let next = 0;
      return Float64Array.from(ids, ({ length }) => {
        const known = Array.from({ length }, (_, at) => next + at);
        next += length;
        return meanOfBestSpans(scans, known, (scan, at) => scan[at]!);
      });
    },
  };
}

/** `document-vector`: cosine of documents' vectors. */
export function documentVectorScorer(corpus: EncodedCorpus): DocumentScorer {
  return vectorScorer(corpus, ({ spans }) => averageTextVector(spans));
}

/** `mean`: cosine of the means of the token vectors that may score. */
export function meanTokenScorer(corpus: EncodedCorpus): DocumentScorer {
  return vectorScorer(corpus, ({ tokenSum }) => {
    const length = Math.sqrt(tokenSum.reduce((sum, value) => sum + value * value, 0));
    return Float32Array.from(tokenSum, (value) => (length > 0 ? value / length : 0));
  });
}

function vectorScorer(corpus: EncodedCorpus, vectorOf: (text: EncodedText) => Float32Array): DocumentScorer {
  const vectors = new PerText((text) => {
    const encoded = corpus.of(text);
    return encoded.spans.length > 0 ? vectorOf(encoded) : undefined;
  });
  return eachCandidate((query) => {
    const vector = vectors.of(query);
    return (candidate) => {
      const other = vectors.of(candidate);
      return vector && other ? multiplyDense(vector, other) : -1; // the least cosine
    };
  });
}

type CandidateScore = (candidate: JoinedText) => number;

function eachCandidate(prepare: (query: JoinedText, stop: StopSignal) => CandidateScore): DocumentScorer {
  return {
    score(query, candidates, stop) {
      const score = prepare(query, stop);
      return Float64Array.from(candidates, score);
    },
  };
}
