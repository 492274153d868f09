import { prepareProducts, type FeatureMethod } from '../classical/featureRow';
import { negateDirections } from '../classical/ngrams';
import type { AuthorChanges } from '../domain';
import type { AuthorsDocument, AuthorsOrder } from '../ranking/combinedScore';
import { computeMeanAdvantage } from '../ranking/rankCombined';
import { type StopSignal, throwIfStopped } from '../work';
import type { TextUnit } from './textUnits';

/** Words of a stretch: fewer say nothing. */
const minStretchWords = 200;
/** Stretches of a long text. */
const mostStretches = 40;

/** Candidates whom stretches are compared with. */
export const rollingCandidates = 8;

/** What stretches are compared with, and how. */
export interface Rolled {
  readonly method: FeatureMethod;
  readonly order: AuthorsOrder;
  /** Each with documents, at least one. */
  readonly candidates: readonly { readonly author: string; readonly documents: readonly AuthorsDocument[] }[];
}

/**
 * How each stretch of a text compares with the texts of each candidate by its n-grams. Nothing
 * where there are fewer than two stretches, or two candidates. After rolling.classify of stylo (Eder 2016). Throws Cancelled.
 */
export function compareStretches(
  text: string,
  units: readonly TextUnit[],
  { method, order, candidates }: Rolled,
  stop: StopSignal,
): Pick<AuthorChanges, 'stretches' | 'whole'> {
  const parts = splitStretches(units);
  if (parts.length < 2 || candidates.length < 2) return { stretches: [], whole: [] };
  const computeAdvantages = (questioned: Rowed): readonly number[] =>
    candidates.map(({ author, documents }) => computeMeanAdvantage(author, documents, { ...order, questioned }, stop));
  const isMeasured = computeAdvantages(order.questioned).every((advantage) => advantage !== 0);
  const scoresOf = isMeasured ? computeAdvantages : (questioned: Rowed) => scorePlainly(questioned, candidates);
  const stretches = parts.map((part) => {
    throwIfStopped(stop);
    const features = method.computeFeatures(part.map(({ start, end }) => text.slice(start, end)).join(' '));
    return { start: part[0]!.start, end: part.at(-1)!.end, scores: scoresOf({ features }) };
  });
  return { stretches, whole: scoresOf(order.questioned) };
}

type Rowed = AuthorsOrder['questioned'];

/** Mean n-gram scores with the documents of each candidate, where too few others are at hand to measure them by. */
function scorePlainly({ features }: Rowed, candidates: Rolled['candidates']): readonly number[] {
  const score = prepareProducts(negateDirections(features));
  return candidates.map(
    ({ documents }) => documents.reduce((sum, { profile }) => sum + score(profile.features), 0) / documents.length,
  );
}

/** Whole units of 200 words or more, or as many as make 40 stretches; what is left goes with the last. */
function splitStretches(units: readonly TextUnit[]): readonly (readonly TextUnit[])[] {
  const total = units.reduce((sum, { words }) => sum + words, 0);
  const count = Math.min(mostStretches, Math.floor(total / minStretchWords));
  const stretches: TextUnit[][] = [];
  let before = 0;
  for (const unit of units) {
    const place = Math.min(count - 1, Math.floor((before * count) / total));
    (stretches[place] ??= []).push(unit);
    before += unit.words;
  }
  return stretches.filter((stretch) => stretch.length > 0);
}
