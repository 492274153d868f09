import * as l10n from '@vscode/l10n';
import type { Candidate, ExcludedAuthors, QuestionFindings } from '../core/domain/evidence';
import { describeAnswer, isAnswered } from './words/question';
import { formatRatio } from './words/ratio';
import { describeExcluded, describeRivals, findRivals } from './words/firstOfSearch';
import { computeShade, describeFirst, findConfounder, findLeading } from './words/strength';

/** The outcomes of a review, by which questioned texts are sorted and filtered. The clearest one comes first. */
const outcomes = ['for', 'against', 'noRatio', 'unclear', 'notReviewed'] as const;
type Outcome = (typeof outcomes)[number];

/** The first candidate of a review. */
export interface FirstCandidate {
  readonly author: string;
  readonly verification?: Candidate['verification'] | undefined;
  /** Whether the candidate is clearly ahead of the others in the order. */
  readonly standsOut: boolean;
  readonly excluded?: ExcludedAuthors | undefined;
  /** The answer to a question among authors, which leads if there is one. */
  readonly question?: QuestionFindings | undefined;
}

/** The outcome of a review in the side bar: its kind, a few words, and a sentence. */
export function describeOutcome(first: FirstCandidate | undefined): {
  readonly kind: Outcome;
  readonly text: string;
  readonly explained: string;
} {
  const explained = [describeFirst(first), ...describeExcluded(first?.excluded)].join(' ');
  if (!first) return { kind: 'unclear', text: l10n.t('no clear candidate'), explained };
  const { author, verification, question, standsOut } = first;
  if (question) {
    const [rated] = question.authors;
    const answer = { explained: describeAnswer(question) };
    if (rated?.llr === undefined) return { kind: 'noRatio', text: l10n.t('no ratio'), ...answer };
    if (!isAnswered(question)) return { kind: 'unclear', text: l10n.t('no clear candidate'), ...answer };
    return { kind: 'for', text: `${formatRatio(rated.llr)} ${rated.author}`, ...answer };
  }
  // the outcome follows the ratio; without one it follows the order, unless the order may follow something else than the writer
  const shade = verification && computeShade(verification);
  const byOrder = standsOut && !findConfounder(verification) ? 'noRatio' : 'unclear';
  const byRatio = shade === 0 ? 'unclear' : Number(shade) > 0 ? 'for' : 'against';
  const kind = shade === undefined ? byOrder : byRatio;
  const leading = verification && findLeading(verification);
  const figure = leading ? formatRatio(leading.llr) : '';
  const rivals = leading && findRivals(verification);
  const texts = {
    for: `${figure} ${author}`,
    against: `${figure}, ${l10n.t('no clear candidate')}`,
    noRatio: `${l10n.t('no ratio')}: ${author}`,
    unclear: rivals ? describeRivals([author, ...rivals]) : l10n.t('no clear candidate'),
  };
  return { kind, text: texts[kind], explained };
}

/** The sort order and the filters of the list of questioned texts. Without filters all texts are listed. */
export interface Triage {
  readonly order: 'title' | 'strength';
  readonly filters: readonly string[];
}

/** The values that a questioned text is sorted and filtered by. */
export interface TriagedText {
  readonly outcome: Outcome;
  /** The first candidate; undefined if no candidate is clear. */
  readonly author: string | undefined;
  /** The leading log10 ratio. */
  readonly llr: number | undefined;
}

/** @param result  undefined: the text has not been reviewed */
export function toTriaged(result: { readonly first: FirstCandidate | undefined } | undefined): TriagedText {
  const first = result?.first;
  const outcome = result ? describeOutcome(first).kind : 'notReviewed';
  const isNamed = outcome !== 'unclear' && outcome !== 'notReviewed';
  const llr = first?.question
    ? first.question.authors[0]?.llr
    : first?.verification && findLeading(first.verification)?.llr;
  const named = first?.question?.authors[0]?.author ?? first?.author;
  return { outcome, author: isNamed ? named : undefined, llr };
}

/** The keys of all filters that let a text through. */
function listKeys({ outcome, author }: TriagedText): readonly string[] {
  return [`outcome ${outcome}`, ...(author === undefined ? [] : [`author ${author}`])];
}

/** The texts that pass at least one filter of each kind, in the chosen order. Equal texts keep their places. */
export function triageTexts<Text extends TriagedText>(texts: readonly Text[], { order, filters }: Triage): Text[] {
  const wanted = new Set(filters.map(readQuestion));
  const isShown = (text: Text): boolean =>
    listKeys(text).filter((key) => wanted.has(readQuestion(key)) && filters.includes(key)).length === wanted.size;
  const shown = texts.filter(isShown);
  return order === 'title' ? shown : shown.sort((a, b) => (b.llr ?? -99) - (a.llr ?? -99));
}

function readQuestion(key: string): string {
  return key.split(' ', 1)[0]!;
}

/** Every filter that at least one text passes, with the number of texts, and the chosen filters. */
export function listFilters(texts: readonly TriagedText[], { filters }: Triage) {
  const keys = texts.flatMap(listKeys);
  const authors = [...new Set(texts.flatMap(({ author }) => author ?? []))].sort((a, b) =>
    a.localeCompare(b, undefined, { numeric: true }),
  );
  const names: Readonly<Record<Outcome, string>> = {
    for: l10n.t('the ratio supports the first candidate'),
    against: l10n.t('the ratio supports another author'),
    noRatio: l10n.t('one candidate is ahead, without a ratio'),
    unclear: l10n.t('no clear candidate'),
    notReviewed: l10n.t('not reviewed'),
  };
  const all = [
    ...outcomes.map((outcome) => ({ key: `outcome ${outcome}`, label: names[outcome] })),
    ...authors.map((author) => ({ key: `author ${author}`, label: author })),
  ];
  return all
    .map((each) => ({ ...each, count: keys.filter((key) => key === each.key).length }))
    .map((each) => ({ ...each, isChosen: filters.includes(each.key) }))
    .filter(({ count, isChosen }) => count > 0 || isChosen);
}

/** How the list of questioned texts is sorted and filtered. Empty if it shows all of them by name. */
export function describeTriage({ order }: Triage, shown: number, all: number): string {
  const narrowed = shown < all ? [l10n.t('{shown} of {all} texts', { shown, all })] : [];
  return [...narrowed, ...(order === 'title' ? [] : [l10n.t('strongest ratio first')])].join(' · ');
}
