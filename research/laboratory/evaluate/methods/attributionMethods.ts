import { burrowsDelta, cosineDelta } from '../../classical/delta';
import { charFourGrams } from '../../classical/charFourGrams';
import type { BaselineStatistics } from '../../classical/baselineStatistics';
import { type TextScorer, tfidfScorer } from '../../classical/textScorer';
import type { SourceText } from '../../../../src/core/domain';
import type { AttributionProblem } from '../../measures/attribution';
import type { KnownAuthor } from '../../tasks/documents';
import type { LabelledDocument } from '../../tasks/documents';
import type { StopSignal } from '../../../../src/core/work';
import type { EncodedSpan, ScoredSpan } from '../../../../src/core/ports';
import { rankByAll, rankCombined } from '../../../../src/core/ranking/rankCombined';
import { countWords } from '../../../../src/core/text/countWords';
import { judgeStanding } from '../../../../src/core/ranking/combinedScore';
import type { Kernels } from '../../../../src/core/scoring/kernels';
import { meanMaxSim } from '../../measures/meanMaxSim';
import { FusedVerifier, type VerifierDependencies } from '../../../../src/core/verification/fusedVerifier';
import { joinTexts } from './classicalScorer';
import { CorpusProfiles, type ProfiledCorpus } from './corpusProfiles';
import { PerText } from './documentScorer';
import { asKnown } from '../trialText';

export const attributionMethods = ['pipeline', 'char4', 'delta', 'cosdelta', 'tfidf'] as const;
export type AttributionMethod = (typeof attributionMethods)[number];

/** What a method says of one questioned document. */
export interface Attribution {
  readonly ranking: readonly string[];
  /** Whether the first stands out from the others; null: too few authors, or an order in other units. */
  readonly standsOut: boolean | null;
  /** Of the first author, before abstention; null without a calibration. */
  readonly llr: number | null;
  /** Whether the first author wrote it; null: no answer. */
  readonly answer: boolean | null;
}

/** Attributes one questioned document of a problem, by its place in the file. */
export type Attribute = (questioned: number, problem: AttributionProblem, stop: StopSignal) => Promise<Attribution>;

/** What the combined order needs of encoded documents, and the loops that compare them. */
export interface AttributionCorpus extends ProfiledCorpus {
  readonly kernels: Kernels;
}

/**
 * `pipeline`: authors in the combined order over all spans of the problem (a problem is smaller than the shortlists of a
 * review, which then leave nothing out), the first one verified as found by a search.
 */
export function pipelineAttribution(compared: AttributionCorpus, deps: VerifierDependencies): Attribute {
  const { documents, corpus } = compared;
  const profiles = new CorpusProfiles(compared);
  const { frequencies } = compared.profiler.method;
  const cohortOf = keptPer((known: readonly KnownAuthor[]) => {
    const cohort = profiles.cohortAmong(
      known.flatMap(({ author, documents: held }) =>
        held.map((place) => ({ place, document: { id: String(place), author } })),
      ),
    );
    for (const place of known.flatMap((author) => author.documents)) deps.habits.add(String(place), documents[place]!);
    return { cohort, verifier: new FusedVerifier({ ...deps, cohort }) };
  });
  return async (questioned, { known }, stop) => {
    const spans = corpus.of([questioned]).spans.map((span) => ({
      span: span.span,
      scored: known.flatMap((author) => scoredSpans(span, author, compared)),
    }));
    const { cohort, verifier } = cohortOf(known);
    const places = known.flatMap((author) => author.documents);
    const asked = profiles.of([questioned]);
    const first = rankCombined(spans, {
      questioned: asked,
      copies: new Set(),
      profiles: new Map(places.map((place) => [String(place), profiles.of([place])])),
      cohort,
    });
    const held = known.flatMap(({ author, documents: own }) =>
      own.map((place) => {
        const document = documents[place]!;
        return { ...document, author, words: countWords(document.text), profile: profiles.of([place]) };
      }),
    );
    const order = { questioned: asked, cohort, kind: documents[questioned]!, leftOut: [], frequencies };
    const ranked = rankByAll(first, held, order, stop);
    const standsOut = judgeStanding(ranked.map(({ score }) => score))?.standsOut ?? null;
    const ranking = completed(
      ranked.map(({ author }) => author),
      known,
    );
    const chosen = known.find(({ author }) => author === ranking[0])!;
    const texts = chosen.documents.map((place) => asKnown(sourceOf(documents[place]!), chosen.author));
    const origin = { authorsSearched: known.length };
    const { verification, llr } = await verifier.prepare(sourceOf(documents[questioned]!)).compare(texts, origin, stop);
    return { ranking, standsOut, llr: llr ?? null, answer: verification.answer ?? null };
  };
}

/** A classical second opinion: authors ranked by all their known texts as one; it never abstains and has no ratio. */
export function classicalAttribution(
  method: Exclude<AttributionMethod, 'pipeline'>,
  statistics: BaselineStatistics,
  documents: readonly LabelledDocument[],
): Attribute {
  switch (method) {
    case 'char4':
      return rankedBy(charFourGrams(statistics), documents);
    case 'delta':
      return rankedBy(burrowsDelta(statistics), documents);
    case 'cosdelta':
      return rankedBy(cosineDelta(statistics), documents);
    case 'tfidf':
      return rankedBy(tfidfScorer(statistics), documents);
  }
}

function rankedBy<F>(scorer: TextScorer<F>, documents: readonly LabelledDocument[]): Attribute {
  const described = new PerText((text) => scorer.computeFeatures(joinTexts(documents, text)));
  return (questioned, { known }) => {
    const scored = known.map(({ author, documents: places }) => ({
      author,
      score: scorer.score(described.of([questioned]), described.of(places)),
    }));
    scored.sort((a, b) => b.score - a.score || (a.author < b.author ? -1 : 1));
    const ranking = scored.map(({ author }) => author);
    return Promise.resolve({ ranking, standsOut: null, llr: null, answer: true });
  };
}

function scoredSpans(
  query: EncodedSpan,
  { author, documents }: KnownAuthor,
  { corpus, kernels }: Pick<AttributionCorpus, 'corpus' | 'kernels'>,
): ScoredSpan[] {
  return documents.flatMap((place) =>
    corpus.of([place]).spans.map((span, id) => ({
      id,
      document: String(place),
      author,
      score: meanMaxSim(query.patches, span.patches, kernels),
      tier: 'fp32' as const,
    })),
  );
}

/** Keeps what was made of the object last asked for. */
function keptPer<Asked extends object, Made>(make: (asked: Asked) => Made): (asked: Asked) => Made {
  let kept: { readonly asked: Asked; readonly made: Made } | undefined;
  return (asked) => {
    if (kept?.asked !== asked) kept = { asked, made: make(asked) };
    return kept.made;
  };
}

/** Authors that no span could be compared with come last, by name. */
function completed(ranking: readonly string[], known: readonly KnownAuthor[]): readonly string[] {
  return [...ranking, ...known.map(({ author }) => author).filter((author) => !ranking.includes(author))];
}

function sourceOf({ id, text, mode, genre }: LabelledDocument): SourceText {
  return { id, text, mode, genre, language: 'en' };
}
