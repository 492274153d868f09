import * as l10n from '@vscode/l10n';
import type { Candidate, Evidence, Marker, Verification } from '../core/domain/evidence';
import { describeStanding, judgeOrder } from './pictures/candidatesStrip';
import { describeExcluded, describeRivals, describeSupport, findRivals } from './words/firstOfSearch';
import { describeSplit } from './words/notices';
import { buildQuestionView } from './words/question';
import { describeWithoutRareWords } from './words/besideRatio';
import { formatRatio } from './words/ratio';
import { describeErrorRate, findLeading } from './words/strength';
import { formatAllThousands, formatThousands, listSaid } from './words/words';

/** What the card shows beside the statement: the ratio as a number on a scale, how certain it is, and what weighs against it. */
export type CardView = ReturnType<typeof buildCardView>;

/** An author with what was found about the questioned text. */
type Found = Pick<Candidate, 'author' | 'verification' | 'markers' | 'passages'>;

/** What of a search the card of a candidate says. */
type Searched = Pick<Evidence, 'candidates'> & Partial<Pick<Evidence, 'excluded' | 'split' | 'question'>>;

/** @param search  the search that found this candidate; without candidates for an author who was named */
export function buildCardView(result: Found, search: Searched = { candidates: [] }) {
  const { candidates } = search;
  const { author, verification } = result;
  const stated = verification && findLeading(verification);
  const rivals = stated && findRivals(verification);
  const place = describePlace(author, candidates, rivals !== undefined);
  const certainty = stated ? describeCertainty(verification) : [];
  const against = stated ? describeContrary(result, stated.llr) : [];
  return {
    /** The author, and all authors that the search does not separate from this one. A ratio against the first of a search names nobody. */
    heading: rivals ? describeRivals([author, ...rivals]) : describeNobody(result, candidates) || author,
    /** Undefined if there is no ratio. */
    ratio: stated && {
      number: stated.figure,
      words: rivals ? '' : describeScale(stated, author, verification.first !== undefined),
      scale: stated,
    },
    certainty: [...place.certainty, ...certainty],
    against: [...place.against, ...against, ...describeSplit(search)],
    excluded: describeExcluded(search.excluded),
    /** The question among authors, which leads the card. */
    question: buildQuestionView(search),
  };
}

/** A heading without a name, if the evidence is against the first of a search. Empty otherwise. */
function describeNobody({ author, verification }: Found, candidates: readonly Candidate[]): string {
  const { llr = 0 } = (verification && findLeading(verification)) ?? {};
  if (candidates[0]?.author !== author || llr >= 0) return '';
  const authors = formatThousands(verification?.chance?.authorsSearched ?? candidates.length);
  return l10n.t('No clear candidate ({authors} authors)', { authors });
}

/** Says that the candidate leads the order clearly, or that others come before it. Says nothing of a lead if the search has rivals. */
function describePlace(author: string, candidates: readonly Candidate[], hasRivals: boolean) {
  if (!isOutstanding(author, candidates)) return { certainty: [], against: describePlaceInOrder(author, candidates) };
  return { certainty: hasRivals ? [] : [describeStanding(candidates)], against: [] };
}

function describeScale({ llr, scale }: NonNullable<ReturnType<typeof findLeading>>, author: string, isFirst: boolean) {
  return scale ? describeSupport({ llr, scale }, author, isFirst) : '';
}

/** Whether it is the first of the search, and further from the others than an unrelated author may be. */
function isOutstanding(author: string, candidates: readonly Candidate[]): boolean {
  return candidates[0]?.author === author && judgeOrder(candidates)?.standsOut === true;
}

/** The interval and the error rate of the ratio of a named author, and the number of words that it rests on. */
function describeCertainty(verification: Verification): readonly string[] {
  const { interval, errorRate, first, words, known } = verification;
  const values = formatAllThousands({ words, known: known.reduce((sum, text) => sum + text.words, 0) });
  const [low, high] = (interval ?? []).map((end) => formatRatio(end));
  return listSaid([
    !(first || low === undefined || low === high) &&
      l10n.t('Interval of the ratio: {low} to {high} (95 of 100, over authors and parts of the text).', {
        low,
        high: high!,
      }),
    !(first || errorRate === undefined) && describeErrorRate(verification, errorRate),
    l10n.t('It rests on {words} questioned and {known} known words.', values),
    ...(first ? [] : describeWithoutRareWords(verification)),
  ]);
}

/** Says that no author leads the order clearly, or that this candidate is not the first. */
function describePlaceInOrder(author: string, candidates: readonly Candidate[]): readonly string[] {
  const [first] = candidates;
  if (!first) return [];
  if (first.author === author) return [describeStanding(candidates)].filter(Boolean);
  const values = { author, first: first.author, rank: candidates.findIndex((each) => each.author === author) + 1 };
  return [l10n.t('{first} comes before {author}, who is number {rank} of the order.', values)];
}

/** A line names at most this many markers. */
const namedMarkers = 3;

/** The markers and passages that point away from a candidate whom the ratio supports. */
function describeContrary({ author, markers, passages }: Found, llr: number): readonly string[] {
  if (llr <= 0) return [];
  const others = passages?.against.length ?? 0;
  const ofOthers = l10n.t('Passages that other candidates share and {author} does not: {others}', { author, others });
  return [...describeMarkersAway(author, markers?.against ?? []), ...(others === 0 ? [] : [ofOthers])];
}

function describeMarkersAway(author: string, away: readonly Marker[]): readonly string[] {
  const names = away.slice(0, namedMarkers).map(({ name }) => name);
  const values = { author, count: away.length, names: names.join(', ') };
  if (away.length === 0) return [];
  return [
    away.length > namedMarkers
      ? l10n.t('Markers that point away from {author} ({count}): {names}, …', values)
      : l10n.t('Markers that point away from {author} ({count}): {names}', values),
  ];
}
