import * as l10n from '@vscode/l10n';
import type { ExcludedAuthors, FirstOfSearch, SearchSizes, Verification, Candidate } from '../../core/domain/evidence';
import { formatAllThousands, formatThousands, listSaid } from './words';
import { judgeStanding, type OrderedCandidate } from '../../core/ranking/standing';

/** Texts that are this many times longer than the longest measured text, or shorter than the shortest, count as texts of another length. */
export const farTimes = 1.5;

/** A limit of at least this share of searches says nothing. */
const usual = 0.75;

/** How often the first of a search without the writer has a ratio this high. */
export function describeOutsiders({ outsiders, outsidersOf }: FirstOfSearch, searched = outsidersOf.authors): string {
  const values = { authors: formatThousands(searched), share: Math.max(1, Math.ceil(100 * outsiders)) };
  return outsiders >= usual
    ? l10n.t('If none of {authors} authors wrote it, most results are this strong.', values)
    : l10n.t('If none of {authors} authors wrote it, up to {share} of 100 results are this strong.', values);
}

/** The same, with the sizes of the searches that it was measured in, and which candidate the ratios alone would put first. */
export function outsiderWords(
  first: FirstOfSearch,
  { words, knownWords, chance }: Pick<Verification, 'words' | 'knownWords' | 'chance'>,
): string {
  const { outsidersOf, byRatio } = first;
  const { authors } = outsidersOf;
  const searched = chance?.authorsSearched;
  const isOutside = (own: number, [least, most]: SearchSizes['words']): boolean =>
    own < least / farTimes || own > most * farTimes;
  return listSaid([
    describeOutsiders(first, searched),
    ((searched !== undefined && searched !== authors) ||
      isOutside(words, outsidersOf.words) ||
      isOutside(knownWords, outsidersOf.knownWords)) &&
      l10n.t('This comes from tests with another number of authors, or with texts of other lengths.'),
    byRatio !== undefined && l10n.t('{author} has the highest ratio alone. Look at both authors.', { author: byRatio }),
  ]).join(' ');
}

/** Names the authors whom the findings speak against, and says how often trials say so of a writer. Empty if nothing is stated. */
export function describeExcluded(excluded: ExcludedAuthors | undefined): readonly string[] {
  if (!excluded || excluded.authors.length === 0) return [];
  const { authors, below, writers } = excluded;
  return [
    l10n.t(
      'The findings speak against {authors}. In searches of this size, the same was wrongly said of {below} of {writers} writers. This rate does not apply if an author disguises the writing or imitates another.',
      { authors: authors.join(', '), ...formatAllThousands({ below, writers }) },
    ),
  ];
}

/** Says for a heading or a narrow line that a search does not separate authors. */
export function describeRivals(authors: readonly string[]): string {
  return l10n.t('{authors}: nearly the same', { authors: authors.join(', ') });
}

/** The authors that a search does not separate from the candidate. The ratio of the first of a search already allows for them. */
export function findRivals({ first, chance }: Pick<Verification, 'first' | 'chance'>): readonly string[] | undefined {
  return first ? undefined : chance?.rivals;
}

/** A candidate with a place in the order. */
type Ordered = OrderedCandidate & Pick<Candidate, 'tier'>;

/** The place of an author in the order. */
export function describeRank(author: string, authors: readonly Ordered[]): string {
  const rank = authors.findIndex((each) => each.author === author) + 1;
  const values = { author, rank, authors: authors.length };
  return l10n.t('{author} is number {rank} of {authors} in the order of similarity.', values);
}

/**
 * Whether the first author leads the order clearly. Undefined in languages other than English, because the necessary lead was not measured
 * there.
 */
export function judgeOrder(authors: readonly Ordered[]): ReturnType<typeof judgeStanding> {
  return authors[0]?.tier === 'collection' ? undefined : judgeStanding(authors);
}

/** Says whether the first author leads the order clearly. Empty if there are too few authors to decide, or if the kind of its texts may lead. */
export function describeStanding(authors: readonly Ordered[]): string {
  const standing = judgeOrder(authors);
  const [first] = authors;
  if (!standing || !first) return '';
  return l10n.t(
    standing.standsOut
      ? 'The lead of {author} in the order of similarity is large. About 1 of 20 searches without the true writer has such a lead.'
      : 'The lead of {author} in the order of similarity is small. Searches without the true writer often have such a lead.',
    { author: first.author },
  );
}
