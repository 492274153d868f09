import type { KnownDocument, SourceText } from '../../../../src/core/domain';
import type { ScoredSpan } from '../../../../src/core/ports';
import { CaseFit, type KnownTexts } from '../../../../src/core/ranking/fitDiscriminant';
import { leadWithoutSubjects } from '../../../../src/core/orderFindings';
import { caseOrder, type OrderedBy } from '../../../../src/core/ranking/caseOrder';
import { pieceLength } from '../../../../src/core/ranking/pieces';
import { rankByAll, rankCombined } from '../../../../src/core/ranking/rankCombined';
import { countWords } from '../../../../src/core/text/countWords';
import { readSource } from '../../../../src/core/text/readText';
import type { StopSignal } from '../../../../src/core/work';
import { findNearestRelation } from '../../../../src/core/verification/sides';
import { FusedVerifier, type VerifierDependencies } from '../../../../src/core/verification/fusedVerifier';
import { meanMaxSim } from '../../measures/meanMaxSim';
import type { KnownAuthor } from '../../tasks/documents';
import type { LabelledDocument } from '../../tasks/documents';
import type { Kernels } from '../../../../src/core/scoring/kernels';
import { CorpusProfiles, type ProfiledCorpus } from './corpusProfiles';

/** What the combined order needs of encoded documents, and the loops that compare them. */
export interface AttributionCorpus extends ProfiledCorpus {
  readonly kernels: Kernels;
}

/** What a search of a case says of one of its authors. */
export interface SearchedAuthor extends OrderedBy {
  /** The ratio that a review states, before it abstains; null without a calibration. */
  readonly llr: number | null;
  /** Whether it is stated that this author wrote the text; null: nothing is. */
  readonly answer: boolean | null;
}

/** What a search says of each author. */
export interface SearchedText {
  readonly rows: readonly SearchedAuthor[];
  /** How far another author leads the first without the words of subjects. */
  readonly findLead: () => number;
}

/** Searches the authors of a case for the writer of a text. */
export type SearchCaseFor = (questioned: number, stop: StopSignal) => Promise<SearchedText>;

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
    for (const place of places) this.deps.habits.add(documents[place]!.id, documents[place]!);
    const verifier = new FusedVerifier({ ...this.deps, cohort });
    const texts = known.map(({ author, documents: held }): KnownTexts => {
      return { author, texts: held.map((place) => readSource(this.readKnown(place)).own) };
    });
    const fits = new Map<number, CaseFit>();
    return async (place, stop) => {
      const asked = sourceOf(documents[place]!);
      const length = pieceLength(countWords(asked.text));
      if (!fits.has(length)) fits.set(length, CaseFit.of(texts, { words: length }, this.deps.ngrams, stop));
      const fit = fits.get(length)!;
      const { own } = readSource(asked);
      const discriminant = fit.fitted?.scoreText(own, this.deps.ngrams);
      const order = this.order(place, known, cohort, stop);
      const lowest = Math.min(0, ...order.values());
      const verified = verifier.prepare(asked);
      const rows: SearchedAuthor[] = [];
      for (const { author, documents: held } of known) {
        const side = held.map((each) => this.readKnown(each));
        const origin = { authorsSearched: known.length };
        const { logOdds, llr, verification } = await verified.compare(side, origin, stop);
        const relation = findNearestRelation(asked, side);
        const members = { ratio: logOdds, discriminant: discriminant?.get(author), relation };
        rows.push({
          author,
          order: order.get(author) ?? lowest,
          ...members,
          llr: llr ?? null,
          answer: verification.answer ?? null,
        });
      }
      const ordered = caseOrder(rows).map(({ author }) => author);
      return { rows, findLead: () => leadWithoutSubjects(fit, { text: own, ordered }, this.deps.ngrams, stop).lead };
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
  ): ReadonlyMap<string, number> {
    const { documents, corpus } = this.compared;
    const spans = corpus.of([questioned]).spans.map((span) => ({
      span: span.span,
      scored: known.flatMap((author) => this.scoredSpans(span.patches, author)),
    }));
    const asked = this.profiles.of([questioned]);
    const places = known.flatMap((author) => author.documents);
    const profiles = new Map(places.map((place) => [documents[place]!.id, this.profiles.of([place])]));
    const reached = rankCombined(spans, { questioned: asked, copies: new Set(), profiles, cohort }, stop);
    const theirs = known.flatMap(({ author, documents: own }) =>
      own.map((place) => ({ ...this.profiles.describe(place), author })),
    );
    const kind = documents[questioned]!;
    const ranked = rankByAll(reached, theirs, { questioned: asked, kind, cohort, leftOut: [] }, stop);
    return new Map(ranked.map(({ author, score }) => [author, score]));
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

export function sourceOf({ id, text, mode, genre }: LabelledDocument): SourceText {
  return { id, text, mode, genre, language: 'en' };
}
