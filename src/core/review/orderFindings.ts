import type { Candidate, Evidence, OrderFindings, SourceText } from '../domain/evidence';
import { readOwnTexts, type RankingDependencies, type Taught } from './candidates';
import type { CaseFit, WordShares } from '../ranking/fitDiscriminant';
import { followsKind } from '../ranking/standing';
import { findTellingWords } from '../ranking/tellingWords';
import type { Search } from './search';
import { keepOwn, readSource } from '../text/readText';
import { maskWords } from '../text/subjectWords';
import { firstOfSearch, type LoadedSearchCalibration, withRivals } from '../verification/firstOfSearch';
import { leaveOut, listStretches, type SeparatedRests } from '../verification/stretches';
import { type StopSignal, throwIfStopped } from '../basics/work';

/**
 * Without the words of subjects, another author must be this far ahead of the first. Smaller leads occur by chance
 * (docs/decisions/0051-the-case-teaches-the-order.md).
 */
export const leastLead = 0.05;
/** At most this many candidates are compared without the words of subjects. */
const mostMasked = 8;

/** Candidates in the order of all scores, the number of verified ones, and what separates them. */
interface Ordered {
  readonly candidates: readonly Candidate[];
  readonly taught: Taught;
  readonly count: number;
  /** Whether the authors were found by a search. The authors of a question are not rated as the first of one. */
  readonly isSearch: boolean;
}

/**
 * Describes what an order rests on, and rates the first candidate as the first of a search unless the words of subjects or the kind of text
 * alone may have brought it there. Throws Cancelled.
 */
export async function rateOrder(
  deps: Pick<RankingDependencies, 'index' | 'profiler'> & { readonly search?: LoadedSearchCalibration },
  search: Pick<Search, 'questioned'>,
  ordered: Ordered,
  stop: StopSignal,
): Promise<Pick<Evidence, 'order' | 'candidates'>> {
  const { candidates, count, taught, isSearch } = ordered;
  const order = await findOrderFindings(deps, search, ordered, stop);
  const confounders = [
    ...(order.withoutSubjects === undefined ? [] : ['followsSubject' as const]),
    ...(followsKind(candidates) ? ['followsKind' as const] : []),
  ];
  const rated = withRivals(candidates);
  if (!isSearch) return { order, candidates: rated };
  const [first, ...others] = rated;
  if (confounders.length > 0) {
    const { verification } = first!;
    if (!verification) return { order, candidates: rated };
    const caveats = [...verification.caveats, ...confounders];
    return { order, candidates: [{ ...first!, verification: { ...verification, caveats } }, ...others] };
  }
  // Across genres the first has no ratio, because searches there do not separate the writer from outsiders
  // (docs/decisions/0051-the-case-teaches-the-order.md).
  const verification = first?.verification;
  if (!deps.search || verification?.llr === undefined || verification.condition.genreRelation !== 'same')
    return { order, candidates: rated };
  const size = {
    authorsSearched: verification.chance?.authorsSearched ?? count,
    words: verification.words,
    fitted: taught.fit.fitted?.discriminant.authors.length ?? 0,
  };
  const rests = (): SeparatedRests => separateRests(search.questioned, taught.fit);
  const found = firstOfSearch(rated.slice(0, count), { ...size, rests }, deps.search);
  const ofSearch = { ...first!, verification: { ...verification, ...(found && { first: found }) } };
  return { order, candidates: [ofSearch, ...others] };
}

/** How a questioned text without each of its stretches separates the authors. */
export function separateRests(questioned: SourceText, { fitted }: CaseFit): SeparatedRests {
  const own = [keepOwn(questioned)];
  return listStretches(own).map((stretch) => fitted?.scoreText(leaveOut(own, stretch)[0]!.text));
}

/**
 * The leader among the first candidates without the words of subjects, and its lead over the first of the order. `best` is undefined if
 * nothing separates the candidates. Throws Cancelled.
 */
export function leadWithoutSubjects(
  fit: CaseFit,
  { text, ordered }: { readonly text: string; readonly ordered: readonly string[] },
  method: WordShares,
  stop: StopSignal,
): { readonly best: string | undefined; readonly lead: number } {
  const { isMasked, fitted } = fit.readMasked(ordered.slice(0, mostMasked), method, stop);
  const masked = fitted?.scoreText(maskWords(text, isMasked));
  const [best] = [...(masked ?? [])].sort((a, b) => b[1] - a[1]);
  return { best: best?.[0], lead: best ? best[1] - (masked!.get(ordered[0]!) ?? Infinity) : 0 };
}

/** Describes what the order of candidates rests on. Throws Cancelled. */
async function findOrderFindings(
  { index, profiler: { method } }: Pick<RankingDependencies, 'index' | 'profiler'>,
  { questioned }: Pick<Search, 'questioned'>,
  { candidates, taught }: Pick<Ordered, 'candidates' | 'taught'>,
  stop: StopSignal,
): Promise<OrderFindings> {
  const { fit, documents, leftOut } = taught;
  const findings = { silent: fit.silent, sameWork: leftOut };
  const leading = candidates.map(({ author }) => author);
  const [first, next] = leading;
  if (first === undefined || next === undefined || !fit.fitted) return findings;
  const { own } = readSource(questioned, stop);
  throwIfStopped(stop);
  const { isMasked: isSubject } = fit.readMasked(leading.slice(0, mostMasked), method, stop);
  throwIfStopped(stop);
  const { best, lead } = leadWithoutSubjects(fit, { text: own, ordered: leading }, method, stop);
  const textsOf = (author: string): Promise<readonly string[]> =>
    readOwnTexts(
      index,
      documents.filter((document) => document.author === author),
      stop,
    );
  const sides = { authors: [first, next], known: [await textsOf(first), await textsOf(next)], isSubject } as const;
  throwIfStopped(stop);
  const telling = findTellingWords(own, fit.fitted, sides);
  return {
    ...findings,
    ...(best !== undefined && lead > leastLead && { withoutSubjects: best }),
    telling: { next, words: telling },
  };
}
