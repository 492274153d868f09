import * as l10n from '@vscode/l10n';
import type { Evidence, TellingWords } from '../core/domain';

/** What of the questioned text separates the first candidate from the next, as a sentence and lines; undefined: nothing does. */
export function buildTellingView({ candidates, order }: Pick<Evidence, 'candidates' | 'order'>) {
  const [first] = candidates;
  const { next, words = [] } = order?.telling ?? {};
  if (!first || next === undefined || words.length === 0) return undefined;
  const authors = { first: first.author, next };
  return {
    says: l10n.t('What separates {first} from {next} in this text (times per 1,000 words of each):', authors),
    rows: words.map((each) => buildRow(each, authors)),
  };
}

function buildRow(
  { words, weight, here, first, next }: TellingWords,
  authors: { readonly first: string; readonly next: string },
) {
  return {
    words,
    author: weight > 0 ? authors.first : authors.next,
    /** Whether it speaks for the first candidate. */
    isForFirst: weight > 0,
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
