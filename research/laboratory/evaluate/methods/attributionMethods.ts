import { burrowsDelta, cosineDelta } from '../../classical/delta';
import { charFourGrams } from '../../classical/charFourGrams';
import type { BaselineStatistics } from '../../classical/baselineStatistics';
import { type TextScorer, tfidfScorer } from '../../classical/textScorer';
import type { AttributionProblem } from '../../measures/attribution';
import type { KnownAuthor } from '../../tasks/documents';
import type { LabelledDocument } from '../../tasks/documents';
import type { StopSignal } from '../../../../src/core/basics/work';
import type { QuestionCalibration } from '../../../../src/core/verification/question';
import { judgeStanding } from '../../../../src/core/ranking/standing';
import type { VerifierDependencies } from '../../../../src/core/verification/fusedVerifier';
import { joinTexts } from './classicalScorer';
import { type AttributionCorpus, CaseSearches, type SearchedAuthor } from './caseSearch';
import { PerText } from './documentScorer';

export const attributionMethods = ['pipeline', 'ratios', 'char4', 'delta', 'cosdelta', 'tfidf'] as const;
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
  /** What the order was made of. */
  readonly members?: readonly Pick<SearchedAuthor, 'author' | 'order' | 'ratio' | 'discriminant'>[];
}

/** Attributes one questioned document of a problem, by its place in the file. */
export type Attribute = (questioned: number, problem: AttributionProblem, stop: StopSignal) => Promise<Attribution>;

/**
 * `pipeline`: authors in the order that a review shows, over all spans of the problem (a problem is smaller than the shortlists of a
 * review, which then leave nothing out), the first candidates of them verified as found by a search. `ratios`: the same without an
 * encoder.
 * @param candidates  authors that a review verifies; the others keep their places behind them
 */
export function pipelineAttribution(
  compared: AttributionCorpus,
  { conditions, ...deps }: VerifierDependencies & Pick<QuestionCalibration, 'conditions'>,
  candidates: number,
): Attribute {
  const searches = new CaseSearches(compared, deps);
  const open = keptPer((known: readonly KnownAuthor[]) => searches.open(known));
  return async (questioned, { known }, stop) => {
    const { rows, order } = await open(known)(questioned, stop, candidates);
    const ranked = order(conditions);
    const rowOf = new Map(rows.map((row) => [row.author, row]));
    const first = rowOf.get(ranked[0]!.author)!;
    const standsOut =
      judgeStanding(ranked.map((each) => ({ ...each, relation: rowOf.get(each.author)!.relation! })))?.standsOut ??
      null;
    const members = rows.map(({ author, order: score, ratio, discriminant }) => {
      return { author, order: score, ratio, discriminant };
    });
    return { ranking: ranked.map(({ author }) => author), standsOut, llr: first.llr, answer: first.answer, members };
  };
}

/** A classical second opinion: authors ranked by all their known texts as one; it never abstains and has no ratio. */
export function classicalAttribution(
  method: Exclude<AttributionMethod, 'pipeline' | 'ratios'>,
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

/** Keeps what was made of the object last asked for. */
function keptPer<Asked extends object, Made>(make: (asked: Asked) => Made): (asked: Asked) => Made {
  let kept: { readonly asked: Asked; readonly made: Made } | undefined;
  return (asked) => {
    if (kept?.asked !== asked) kept = { asked, made: make(asked) };
    return kept.made;
  };
}
