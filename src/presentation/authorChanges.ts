import * as l10n from '@vscode/l10n';
import type { Evidence, AuthorPart } from '../core/domain';
import { splitShares } from '../core/authorChanges/splitByCase';
import { authorChangeAlarms } from '../core/authorChanges/weights';
import { cutBeginning, formatThousands } from './words/words';

/** At most this many candidates have a band. */
const shownBands = 5;
/** The beginning of a part is shown with at most this many characters. */
const maxBeginning = 60;

/** How similar each stretch of a text is to its first candidates, and where its author seems to change. It is a notice and no evidence. */
export type AuthorChangesView = NonNullable<ReturnType<typeof buildAuthorChangesView>>;

/**
 * The parts of a text that seem to be by different authors, or that are closest to different authors of the case. Empty if the text seems
 * to have one author.
 */
export function listAuthorParts(hands: Evidence['hands']): readonly AuthorPart[] {
  if (!hands) return [];
  return hands.parts.length > 1 ? hands.parts : (hands.split?.parts ?? []);
}

/** Undefined if author changes were not looked for, or if there is nothing to show. */
export function buildAuthorChangesView({ hands, candidates }: Pick<Evidence, 'hands' | 'candidates'>, text: string) {
  if (!hands || (listAuthorParts(hands).length === 0 && hands.stretches.length === 0)) return undefined;
  const { stretches, whole } = hands;
  const parts = listAuthorParts(hands);
  const scores = stretches.flatMap((stretch) => stretch.scores.slice(0, shownBands));
  const share = createScale(Math.min(...scores), Math.max(...scores));
  const shareOfWhole = createScale(Math.min(...scores, ...whole), Math.max(...whole));
  const bands = whole.slice(0, shownBands).map((score, candidate) => ({
    author: candidates[candidate]?.author ?? '',
    /** Shares of the heights in all bands, in [0, 1]. The whole text has a scale of its own. */
    whole: shareOfWhole(score),
    stretches: stretches.map(({ start, end, scores: all }) => ({
      start,
      end,
      share: share(all[candidate]!),
      isClosest: all[candidate] === Math.max(...all.slice(0, shownBands)),
    })),
  }));
  return {
    /** The length of the text in characters. */
    length: text.length,
    bands,
    /** The parts between author changes; empty if there is no change. */
    parts: parts.map((part, i) => ({ start: part.start, end: part.end, says: describePart(text, part, i) })),
    /** The picture in words. */
    says: [describeChanges(hands), ...describeClosest(bands)].join(' '),
    /** How often texts by one author look like this. */
    alarms: describeAlarms(hands),
  };
}

/** Says that a text seems to have several authors, and how often texts by one author look like this. Undefined if it seems to have one. */
export function describeAuthorChanges({ hands }: Pick<Evidence, 'hands'>): string | undefined {
  if (!hands || listAuthorParts(hands).length === 0) return undefined;
  return [
    describeChanges(hands),
    l10n.t('A likelihood ratio assumes that one author wrote all of the text.'),
    describeAlarms(hands),
  ].join(' ');
}

function describeChanges({ parts, split }: NonNullable<Evidence['hands']>): string {
  if (parts.length < 2 && split)
    return l10n.t('Alone, the first {words} words are most like {first}, and the rest is most like {next}.', {
      words: formatThousands(split.parts[0].words),
      first: split.authors[0],
      next: split.authors[1],
    });
  if (parts.length < 2)
    return l10n.t(
      'The search does not rule out a change of author. It finds about two of three changes if both writers are in the index with 1,000 words each, and about half in e-mail. In other texts it finds hardly any.',
    );
  if (parts.length === 2)
    return l10n.t('The author seems to change once, after {words} words.', { words: formatThousands(parts[0]!.words) });
  return l10n.t('The author seems to change {count} times.', { count: parts.length - 1 });
}

function describeAlarms({ parts, split }: NonNullable<Evidence['hands']>): string {
  if (parts.length < 2 && split) {
    const { ofOne, ofTwo, withOutsider } = splitShares;
    return l10n.t(
      'This is a notice and not evidence. It also appears in {one} of 100 texts by one author. It appears in {two} of 100 texts by two authors of the case, and in {outsider} of 100 by one of them and another author.',
      { one: Math.round(100 * ofOne), two: Math.round(100 * ofTwo), outsider: Math.round(100 * withOutsider) },
    );
  }
  const { ofOneWork, ofTwoWorks } = authorChangeAlarms;
  return l10n.t(
    'This is a notice and not evidence. It also appears in {two} of 100 texts that join two works by one author, and in {one} of 100 single works.',
    { two: Math.round(100 * ofTwoWorks), one: Math.max(1, Math.round(100 * ofOneWork)) },
  );
}

/** Says which candidate is closest in how many stretches, the most frequent candidate first. */
function describeClosest(
  bands: readonly { readonly author: string; readonly stretches: readonly { readonly isClosest: boolean }[] }[],
): readonly string[] {
  const counted = bands.map(({ author, stretches }) => ({
    author,
    count: stretches.filter(({ isClosest }) => isClosest).length,
    of: stretches.length,
  }));
  return counted
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .map((each) => l10n.t('{author} is closest in {count} of {of} stretches.', each));
}

function describePart(text: string, part: AuthorPart, i: number): string {
  const begins = cutBeginning(text.slice(part.start, part.end), maxBeginning);
  const values = { number: i + 1, words: formatThousands(part.words), begins };
  return l10n.t('Part {number}, {words} words: “{begins}”', values);
}

/** Where a value lies between two others, in [0, 1]. */
function createScale(least: number, most: number): (value: number) => number {
  return (value) => (most > least ? (value - least) / (most - least) : 1);
}
