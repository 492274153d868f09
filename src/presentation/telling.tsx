import * as l10n from '@vscode/l10n';
import type { Evidence, TellingWords } from '../core/domain';
import { Table } from './components';

export type TellingView = NonNullable<ReturnType<typeof buildTellingView>>;

/** What of the questioned text separates the first candidate from the next, as a sentence and rows; undefined: nothing does. */
export function buildTellingView({ candidates, order }: Pick<Evidence, 'candidates' | 'order'>) {
  const [first] = candidates;
  const { next, words = [] } = order?.telling ?? {};
  if (!first || next === undefined || words.length === 0) return undefined;
  const authors = { first: first.author, next };
  return {
    first: first.author,
    title: l10n.t('What separates {first} from {next}', authors),
    marks: l10n.t(
      'While this list is open, the text shows words for {first} with a solid line and words for {next} with a dashed line.',
      authors,
    ),
    says: [
      l10n.t('What separates {first} from {next} in this text (times per 1,000 words of each):', authors),
      ...(words.some(({ isSubject }) => isSubject)
        ? [l10n.t('Words marked * are rare, are names or go with a subject, so they may say little about the writer.')]
        : []),
    ].join(' '),
    heads: [l10n.t('Words'), l10n.t('More in'), l10n.t('Times here'), first.author, next],
    rows: words.map((each) => buildRow(each, authors)),
  };
}

/** The same as a table. */
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

function buildRow(
  { words, weight, here, first, next, isSubject }: TellingWords,
  authors: { readonly first: string; readonly next: string },
) {
  return {
    words: isSubject ? `${words} *` : words,
    author: weight > 0 ? authors.first : authors.next,
    here,
    first: formatRate(first),
    next: formatRate(next),
  };
}

/** The same as lines for people. */
export function formatTelling(evidence: Pick<Evidence, 'candidates' | 'order'>): readonly string[] {
  const view = buildTellingView(evidence);
  if (!view) return [];
  const lines = view.rows.map(({ words, author, here, first, next }) =>
    l10n.t('for {author}: “{words}” ({here} here; {first} and {next})', { words, author, here, first, next }),
  );
  return [view.says, ...lines.map((line) => `  ${line}`)];
}

function formatRate(rate: number): string {
  return rate === 0 ? '0' : rate < 0.1 ? '<0.1' : rate.toFixed(1);
}
