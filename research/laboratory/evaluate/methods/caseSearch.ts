import type { KnownDocument, SourceText } from '../../../../src/core/domain/evidence';
import type { ScoredSpan } from '../../../../src/core/ports';
import { CaseFit, type KnownTexts, pieceLength } from '../../../../src/core/ranking/fitDiscriminant';
import { leadWithoutSubjects } from '../../../../src/core/review/orderFindings';
import type { Relation } from '../../../../src/core/domain/evidence';
import { orderByCase } from '../../../../src/core/review/candidates';
import type { RankedAuthor } from '../../../../src/lateInteraction/scoring/authors';
import type { TrialKind } from '../../../../src/core/verification/condition';
import type { QuestionScores } from '../../../../src/core/verification/firstOfSearch';
import { orderAmong, type QuestionCalibration } from '../../../../src/core/verification/question';
import { computeMeanAdvantage, rankByAll, rankCombined } from '../../../../src/core/ranking/rankCombined';
import { countWords } from '../../../../src/core/text/countWords';
import { readSource } from '../../../../src/core/text/readText';
import type { StopSignal } from '../../../../src/core/basics/work';
import { findNearestRelation } from '../../../../src/core/verification/sides';
import {
  FusedVerifier,
  type QuestionedVerifier,
  type VerifierDependencies,
} from '../../../../src/core/verification/fusedVerifier';
import { meanMaxSim } from '../../measures/meanMaxSim';
import type { KnownAuthor } from '../../tasks/documents';
import type { LabelledDocument } from '../../tasks/documents';
import type { Kernels } from '../../../../src/lateInteraction/scoring/kernels';
import { CorpusProfiles, type ProfiledCorpus } from './corpusProfiles';

/** What the combined order needs of encoded documents, and the loops that compare them. */
export interface AttributionCorpus extends ProfiledCorpus {
  readonly kernels: Kernels;
}

/** What a search of a case says of one of its authors. */
export interface SearchedAuthor extends QuestionScores {
  readonly author: string;
  /** The author's score by itself. */
  readonly order: number;
  readonly relation: Relation | undefined;
  /** The ratio that a review states, before it abstains; null without a calibration. */
  readonly llr: number | null;
  /** Whether it is stated that this author wrote the text; null: nothing is. */
  readonly answer: boolean | null;
  readonly knownWords: number;
  /** The parts of the order of the author for itself, in a unit that does not depend on the case. */
  readonly reached: number;
  readonly advantage: number;
  readonly scores: object | null;
}

/** What a search says of each author. */
export interface SearchedText {
  readonly rows: readonly SearchedAuthor[];
  /** The authors in the order that a review shows. */
  readonly order: (conditions: QuestionCalibration['conditions']) => readonly RankedAuthor[];
  /** How far another author leads the first of an order without the words of subjects. */
  readonly findLead: (ordered: readonly string[]) => number;
  /** The discriminant among some of the authors alone. */
  readonly discriminate: (authors: ReadonlySet<string>) => ReadonlyMap<string, number>;
}

/** Searches the authors of a case for the writer of a text, and verifies so many of the first (all). */
export type SearchCaseFor = (questioned: number, stop: StopSignal, candidates?: number) => Promise<SearchedText>;

/** Opens cases of encoded documents. */
export class CaseSearches {
  private readonly profiles: CorpusProfiles;
  /** Known texts by their places: what was counted in a text is kept as long as the text is. */
  private readonly known = new Map<number, KnownDocument>();

  constructor(
    private readonly compared: AttributionCorpus,
    private readonly deps: VerifierDependencies,
  ) {
    this.profiles = new CorpusProfiles(compared);
  }

  open(known: readonly KnownAuthor[]): SearchCaseFor {
    const { documents } = this.compared;
    const places = known.flatMap((author) => author.documents);
    const cohort = this.profiles.cohortAmong(
      known.flatMap(({ author, documents: held }) =>
        held.map((place) => ({ place, document: { id: documents[place]!.id, author } })),
      ),
    );
    for (const place of places) this.deps.markerScores.add(documents[place]!.id, documents[place]!);
    const verifier = new FusedVerifier({ ...this.deps, cohort });
    const texts = known.map(({ author, documents: held }): KnownTexts => {
      return { author, texts: held.map((place) => readSource(this.readKnown(place)).own) };
    });
    const fits = new Map<string, CaseFit>();
    const fitOf = (authors: readonly KnownTexts[], words: number, stop: StopSignal): CaseFit => {
      const key = JSON.stringify([words, ...authors.map(({ author }) => author)]);
      if (!fits.has(key)) fits.set(key, CaseFit.of(authors, { words }, stop));
      return fits.get(key)!;
    };
    return async (place, stop, candidates = Infinity) => {
      const asked = sourceOf(documents[place]!);
      const length = pieceLength(countWords(asked.text));
      const fit = fitOf(texts, length, stop);
      const { own } = readSource(asked);
      const discriminant = fit.fitted?.scoreText(own);
      const order = this.order(place, known, cohort, stop);
      const lowest = Math.min(0, ...[...order.values()].map(({ score }) => score));
      const sides = new Map(known.map((each) => [each.author, each.documents.map((one) => this.readKnown(one))]));
      const relations = new Map([...sides].map(([author, side]) => [author, findNearestRelation(asked, side)!]));
      const alone = known.map(({ author }) => ({ author, score: order.get(author)?.score ?? lowest }));
      const ranked = orderByCase(
        alone.toSorted((a, b) => b.score - a.score).map((each) => ({ ...each, tier: 'combined' as const })),
        discriminant,
        relations,
      );
      const first = new Set(ranked.slice(0, candidates).map(({ author }) => author));
      const verified = verifier.prepare(asked);
      const rows: SearchedAuthor[] = [];
      const compared: (QuestionScores & { readonly author: string; readonly condition: TrialKind })[] = [];
      for (const { author, score } of alone) {
        const origin = { authorsSearched: known.length };
        const found = first.has(author) ? await verified.compare(sides.get(author)!, origin, stop) : undefined;
        const members = { ratio: found?.logOdds, discriminant: discriminant?.get(author) };
        if (found) compared.push({ author, ...members, condition: found.verification.condition });
        const { reached = NaN, advantage = NaN } = order.get(author) ?? {};
        const own = { author, order: score, reached, advantage, ...members, relation: relations.get(author) };
        rows.push({ ...own, ...summarise(found) });
      }
      const discriminate = (authors: ReadonlySet<string>): ReadonlyMap<string, number> => {
        const among = texts.filter(({ author }) => authors.has(author));
        return fitOf(among, length, stop).fitted?.scoreText(own) ?? new Map<string, number>();
      };
      const fitted = fit.fitted?.discriminant.authors.length ?? 0;
      return {
        rows,
        order: (conditions) => {
          const ordered = orderAmong(compared, fitted, conditions);
          return ordered ? [...ordered, ...ranked.filter(({ author }) => !first.has(author))] : ranked;
        },
        discriminate,
        findLead: (ordered) => leadWithoutSubjects(fit, { text: own, ordered }, this.deps.ngrams, stop).lead,
      };
    };
  }

  private readKnown(place: number): KnownDocument {
    const { author, title } = this.compared.documents[place]!;
    const known = this.known.get(place) ?? {
      ...{ ...sourceOf(this.compared.documents[place]!), author, title },
      role: 'known',
    };
    this.known.set(place, known);
    return known;
  }

  /** The order of each author for itself, with spans of all texts scored exactly: a case is smaller than the shortlists of a review. */
  private order(
    questioned: number,
    known: readonly KnownAuthor[],
    cohort: ReturnType<CorpusProfiles['cohortAmong']>,
    stop: StopSignal,
  ): ReadonlyMap<string, { readonly score: number; readonly reached: number; readonly advantage: number }> {
    const { documents, corpus } = this.compared;
    const asked = this.profiles.of([questioned]);
    const theirs = known.flatMap(({ author, documents: own }) =>
      own.map((place) => ({ ...this.profiles.describe(place), author })),
    );
    const kind = documents[questioned]!;
    const by = { questioned: asked, kind, cohort, leftOut: [] };
    if (!corpus.has(questioned))
      return new Map(
        known.map(({ author }) => {
          const own = theirs.filter((each) => each.author === author);
          const advantage = computeMeanAdvantage(author, own, by, stop);
          return [author, { score: advantage, reached: NaN, advantage }];
        }),
      );
    const spans = corpus.of([questioned]).spans.map((span) => ({
      span: span.span,
      scored: known.flatMap((author) => this.scoredSpans(span.patches, author)),
    }));
    const places = known.flatMap((author) => author.documents);
    const profiles = new Map(places.map((place) => [documents[place]!.id, this.profiles.of([place])]));
    const reached = rankCombined(spans, { questioned: asked, copies: new Set(), profiles, cohort }, stop);
    const byAuthor = new Map(reached.map(({ author, score }) => [author, score]));
    return new Map(
      rankByAll(reached, theirs, by, stop).map(({ author, score }) => {
        const own = theirs.filter((each) => each.author === author);
        const advantage = computeMeanAdvantage(author, own, by, stop);
        return [author, { score, reached: byAuthor.get(author)!, advantage }];
      }),
    );
  }

  private scoredSpans(query: Parameters<typeof meanMaxSim>[0], { author, documents }: KnownAuthor): ScoredSpan[] {
    const { corpus, kernels } = this.compared;
    return documents.flatMap((place) =>
      corpus.of([place]).spans.map((span, id) => ({
        id,
        document: this.compared.documents[place]!.id,
        author,
        score: meanMaxSim(query, span.patches, kernels),
        tier: 'fp32' as const,
      })),
    );
  }
}

/** What a verification says of an author. Nothing of one who was not verified. */
function summarise(
  found: Awaited<ReturnType<QuestionedVerifier['compare']>> | undefined,
): Pick<SearchedAuthor, 'knownWords' | 'scores' | 'llr' | 'answer'> {
  if (!found) return { knownWords: NaN, scores: null, llr: null, answer: null };
  const { scores = null, llr = null, verification } = found;
  return { knownWords: verification.knownWords, scores, llr, answer: verification.answer ?? null };
}

export function sourceOf({ id, text, mode, genre }: LabelledDocument): SourceText {
  return { id, text, mode, genre, language: 'en' };
}
