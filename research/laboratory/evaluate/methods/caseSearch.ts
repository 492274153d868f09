import type { KnownDocument, SourceText } from '../../../../src/core/domain';
import type { ScoredSpan } from '../../../../src/core/ports';
import type { Discriminant } from '../../../../src/core/ranking/discriminant';
import { fitTo, type KnownTexts } from '../../../../src/core/ranking/fitDiscriminant';
import type { OrderedBy } from '../../../../src/core/ranking/caseOrder';
import { pieceLength } from '../../../../src/core/ranking/pieces';
import { rankByAll, rankCombined } from '../../../../src/core/ranking/rankCombined';
import { countWords } from '../../../../src/core/text/countWords';
import { readSource } from '../../../../src/core/text/readText';
import type { StopSignal } from '../../../../src/core/work';
import { FusedVerifier, type VerifierDependencies } from '../../../../src/core/verification/fusedVerifier';
import { meanMaxSim } from '../../measures/meanMaxSim';
import type { KnownAuthor } from '../../tasks/documents';
import type { LabelledDocument } from '../../tasks/documents';
import type { AttributionCorpus } from './attributionMethods';
import { CorpusProfiles } from './corpusProfiles';

/** What a search of a case says of one of its authors. */
export interface SearchedAuthor extends OrderedBy {
  /** The order by the documents that were reached alone. */
  readonly reached: number;
  /** The ratio that a review states, before it abstains; null without a calibration. */
  readonly llr: number | null;
}

/** Searches the authors of a case for the writer of a text. */
export type SearchCaseFor = (questioned: number, stop: StopSignal) => Promise<readonly SearchedAuthor[]>;

/** Opens cases of encoded documents. */
export class CaseSearches {
  private readonly profiles: CorpusProfiles;

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
      return { author, texts: held.map((place) => readSource(documents[place]!).own) };
    });
    const fits = new Map<number, Discriminant | undefined>();
    return async (place, stop) => {
      const asked = sourceOf(documents[place]!);
      const length = pieceLength(countWords(asked.text));
      if (!fits.has(length)) fits.set(length, fitTo(texts, length, this.deps.ngrams, stop));
      const fitted = fits.get(length);
      const discriminant = fitted?.scores(this.deps.ngrams.computeFeatures(readSource(asked).own));
      const order = this.order(place, known, cohort, stop);
      const verified = verifier.prepare(asked);
      const rows: SearchedAuthor[] = [];
      for (const { author, documents: held } of known) {
        const side = held.map((each): KnownDocument => {
          const { title } = documents[each]!;
          return { ...sourceOf(documents[each]!), author, role: 'known', title };
        });
        const origin = { authorsSearched: known.length };
        const { logOdds, llr } = await verified.compare(side, origin, stop);
        const own = { ratio: logOdds, discriminant: discriminant?.get(author) };
        rows.push({ author, ...order.get(author)!, ...own, llr: llr ?? null });
      }
      return rows;
    };
  }

  /** The order of each author for itself, with spans of all texts scored exactly: a case is smaller than the shortlists of a review. */
  private order(
    questioned: number,
    known: readonly KnownAuthor[],
    cohort: ReturnType<CorpusProfiles['cohortAmong']>,
    stop: StopSignal,
  ): ReadonlyMap<string, Pick<SearchedAuthor, 'order' | 'reached'>> {
    const { documents, corpus, profiler } = this.compared;
    const spans = corpus.of([questioned]).spans.map((span) => ({
      span: span.span,
      scored: known.flatMap((author) => this.scoredSpans(span.patches, author)),
    }));
    const held = known.flatMap(({ author, documents: own }) =>
      own.map((place) => {
        const document = documents[place]!;
        return { ...document, author, words: countWords(document.text), profile: this.profiles.of([place]) };
      }),
    );
    const asked = this.profiles.of([questioned]);
    const profiles = new Map(held.map(({ id, profile }) => [id, profile]));
    const first = rankCombined(spans, { questioned: asked, copies: new Set(), profiles, cohort }, stop);
    const { frequencies } = profiler.method;
    const by = { questioned: asked, cohort, kind: documents[questioned]!, leftOut: [], frequencies };
    const reached = new Map(first.map(({ author, score }) => [author, score]));
    return new Map(
      rankByAll(first, held, by, stop).map(({ author, score }) => [
        author,
        { order: score, reached: reached.get(author)! },
      ]),
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

export function sourceOf({ id, text, mode, genre }: LabelledDocument): SourceText {
  return { id, text, mode, genre, language: 'en' };
}
