import * as l10n from '@vscode/l10n';
import type { Evidence, TellingWords } from '../core/domain/evidence';
import { computeSum } from '../core/basics/numbers';
import type { RatioParts } from '../core/domain/ratio';
import { Table } from './components';
import { formatCount, nameMarker } from './markers';
import { formatFactor } from './words/ratio';
import { findLeading, type LeadingOf } from './words/strength';
import { formatAllThousands, listSaid } from './words/words';

export type TellingView = NonNullable<ReturnType<typeof buildTellingView>>;

/** What in the questioned text separates the first candidate from the next, as a sentence and rows. Undefined if nothing does. */
export function buildTellingView({ candidates, order }: Pick<Evidence, 'candidates' | 'order'>) {
  const [first] = candidates;
  const { next, words = [] } = order?.telling ?? {};
  if (!first || next === undefined || words.length === 0) return undefined;
  const authors = { first: first.author, next };
  return {
    first: first.author,
    title: l10n.t('What separates {first} from {next}', authors),
    marks: describeMarks(authors),
    says: listSaid([
      l10n.t('Rates are per 1,000 words.'),
      words.some(({ isSubject }) => isSubject) &&
        l10n.t('Words marked * are rare, are names or go with a subject, so they may say little about the writer.'),
    ]).join(' '),
    heads: [l10n.t('Words'), l10n.t('More in'), l10n.t('This text'), first.author, next],
    rows: words.map((each) => ({
      words: each.isSubject ? `${each.words} *` : each.words,
      author: each.weight > 0 ? authors.first : authors.next,
      here: formatHere(each),
      first: formatRate(each.first),
      next: formatRate(each.next),
    })),
  };
}

function describeMarks(authors: { readonly first: string; readonly next: string }): string {
  return l10n.t(
    'While this list is open, the text shows words for {first} with a solid line and words for {next} with a dashed line.',
    authors,
  );
}

/** The same view as a table. */
export function Telling({ title, says, heads, rows }: TellingView) {
  return (
    <>
      <p class="quiet">{says}</p>
      <Table
        name={title}
        heads={heads}
        rows={rows.map(({ words, author, here, first, next }) => [words, author, here, first, next])}
      />
    </>
  );
}

export type RatioListView = NonNullable<ReturnType<typeof buildRatioListView>>;

/**
 * What moved the ratio of a candidate. Undefined if there is no ratio.
 *
 * @param explained  undefined until the ratio is taken apart
 */
export function buildRatioListView(
  author: string,
  verification: LeadingOf | undefined,
  explained: { readonly parts: RatioParts | undefined } | undefined,
) {
  if (!verification || !findLeading(verification)) return undefined;
  return {
    ...{ author, parts: explained?.parts },
    title: l10n.t('What moved the ratio of {author}', { author }),
    /** Why the list is empty. */
    pending: explained
      ? l10n.t(
          'This ratio cannot be taken apart, because the known texts changed after the review, a server was searched or there are too few other authors.',
        )
      : '…',
    marks: describeMarks({ first: author, next: l10n.t('anyone else') }),
  };
}

/** What changed the ratio of an author, as sentences and two tables. */
export function RatioPartsText({ author, parts }: { readonly author: string; readonly parts: RatioParts }) {
  const { start, ngrams, markers, words, ofMarkers, counted } = parts;
  const values = {
    ...{ author, start: formatFactor(start), ngrams: formatFactor(ngrams), markers: formatFactor(markers) },
    listed: formatFactor(computeSum(ofMarkers.map(({ weight }) => weight))),
    ...formatAllThousands(counted),
  };
  const here = l10n.t('This text');
  const title = l10n.t('What moved the ratio of {author}', { author });
  return (
    <>
      <p>
        {l10n.t(
          'The ratio of {author} alone, before tests limit it, is the product of three factors. {start} is for a text that is no closer to this author than to others. {ngrams} is for sequences of letters and words (n-grams). {markers} is for all markers; those listed here make up {listed} of it.',
          values,
        )}
      </p>
      <p class="quiet">
        {l10n.t(
          'Words show where these n-grams are. The rates are per 1,000 words, in {known} words by {author} and {others} words in {documents} documents by {authors} other authors. These are the first 1,000 words of each document, and markers of at most 12 authors. Words marked * are rare or are names.',
          values,
        )}
      </p>
      <Table
        name={`${title}: ${l10n.t('Words')}`}
        heads={[l10n.t('Words'), l10n.t('Factor'), here, author, l10n.t('Others')]}
        rows={words.map((each) => [
          each.isSubject ? `${each.words} *` : each.words,
          ...[formatFactor(each.weight), formatHere(each), formatRate(each.first), formatRate(each.next)],
        ])}
      />
      {ofMarkers.length > 0 && (
        <Table
          name={`${title}: ${l10n.t('Markers')}`}
          heads={[l10n.t('Marker'), l10n.t('Factor'), here, author, l10n.t('Others')]}
          rows={ofMarkers.map(({ name, per, weight, questioned, candidate, others }) => [
            ...[nameMarker({ name }), formatFactor(weight)],
            ...[questioned, candidate, others].map((rate) => formatCount(rate, per)),
          ])}
        />
      )}
    </>
  );
}

/** The same view as lines for people. */
export function formatTelling(evidence: Pick<Evidence, 'candidates' | 'order'>): readonly string[] {
  const view = buildTellingView(evidence);
  if (!view) return [];
  const rows = [view.heads, ...view.rows.map((row) => [row.words, row.author, row.here, row.first, row.next])];
  return [`${view.title}: ${view.says}`, ...rows.map((row) => `  ${row.join(' · ')}`)];
}

/** A count, and in brackets its rate, to be compared with the rates of the authors. */
function formatHere({ here, rate }: Pick<TellingWords, 'here' | 'rate'>): string {
  return rate === undefined ? String(here) : `${here} (${formatRate(rate)})`;
}

function formatRate(rate: number): string {
  return rate === 0 ? '0' : rate < 0.1 ? '<0.1' : rate.toFixed(1);
}
