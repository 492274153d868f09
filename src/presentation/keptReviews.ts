import type { Findings } from './findings';
import { inEnglish, type Translate } from './words/translate';
import { findingWords } from './words/strength';

/** Results of a session that are kept, those that came last. */
export const keptAtMost = 50;

/** What came of the reviews of one document: the last result, and why a later run came to nothing. */
export interface KeptReview {
  readonly findings?: Findings;
  readonly problem?: string;
}

/** The results of a session by the URI of their document. */
export class KeptReviews {
  private readonly held = new Map<string, KeptReview>();

  of(uri: string): KeptReview | undefined {
    return this.held.get(uri);
  }

  keep(findings: Findings): void {
    this.put(findings.target.uri, { findings });
  }

  /** Takes the place of the same result. */
  amend(findings: Findings): void {
    const { uri } = findings.target;
    const review = this.held.get(uri);
    if (review?.findings?.reviewedAt === findings.reviewedAt) this.held.set(uri, { ...review, findings });
  }

  /** A former result stays. */
  fail(uri: string, problem: string): void {
    this.put(uri, { ...this.held.get(uri), problem });
  }

  private put(uri: string, review: KeptReview): void {
    this.held.delete(uri);
    this.held.set(uri, review);
    for (const oldest of this.held.keys()) if (this.held.size > keptAtMost) this.held.delete(oldest);
  }
}

/** What stands beside a document whose review is kept. */
export interface ReviewMark {
  readonly kind: 'reviewed' | 'changed' | 'failed';
  /** The outcome of the first candidate, in a few words. */
  readonly text: string;
  readonly explained: string;
}

/** @param isStale  the text or the index is another one than was reviewed */
export function reviewMark(review: KeptReview, isStale: boolean, translate: Translate = inEnglish): ReviewMark {
  const { findings, problem = '' } = review;
  if (!findings) return { kind: 'failed', text: translate('not reviewed'), explained: problem };
  const values = { ...firstOf(findings, translate), problem };
  const kept = translate('The last {count} results of this window are kept.', { count: keptAtMost });
  if (problem !== '') {
    const text = translate('not reviewed again · {outcome}', values);
    const explained = translate('{problem} The earlier result is kept: first candidate {author}, {outcome}.', values);
    return { kind: 'failed', text, explained };
  }
  if (isStale) {
    const then = translate(
      'The text or the index changed after the review. First candidate then: {author}, {outcome}.',
      values,
    );
    return { kind: 'changed', text: translate('changed since · {outcome}', values), explained: `${then} ${kept}` };
  }
  const now = translate('First candidate: {author}, {outcome}.', values);
  return { kind: 'reviewed', text: values.outcome, explained: `${now} ${kept}` };
}

function firstOf({ evidence }: Findings, translate: Translate): { readonly author: string; readonly outcome: string } {
  const [first] = evidence.candidates;
  if (!first) return { author: '–', outcome: translate('no candidates') };
  return { author: first.author, outcome: findingWords(first.verification, translate) };
}
