import type { RatioParts } from '../../core/domain/ratio';
import type { Findings } from '../../presentation/findings';
import { findChosenCandidate } from '../../presentation/passages';
import { CandidateSearch } from './askReview';

/** What moved a ratio. `parts` is undefined if the ratio cannot be taken apart. */
export interface ExplainedRatio {
  readonly parts: RatioParts | undefined;
}

/** Takes the ratio of one candidate at a time apart, when the user asks for it, and keeps the last one. */
export class ExplainedRatios {
  private readonly search: CandidateSearch<ExplainedRatio>;
  private last: (ExplainedRatio & { readonly id: string; readonly author: string }) | undefined;

  constructor(deps: ConstructorParameters<typeof CandidateSearch>[0]) {
    this.search = new CandidateSearch(deps, (calls, request) => calls.explainKept(request));
  }

  dispose(): void {
    this.search.dispose();
  }

  /**
   * The ratio of a candidate, if it is the last that was taken apart.
   *
   * @param chosen  undefined for the first candidate
   */
  get(findings: Findings, chosen: string | undefined): ExplainedRatio | undefined {
    const author = findChosenCandidate(findings, chosen)?.author;
    return this.last?.id === findings.id && this.last.author === author ? this.last : undefined;
  }

  /** Takes the ratio of a candidate of a finished review apart, unless it is the last one. Says whether there is something new. */
  async find(findings: Findings, chosen: string | undefined): Promise<boolean> {
    const author = findChosenCandidate(findings, chosen)?.author;
    if (author === undefined || findings.id === '' || this.get(findings, author)) return false;
    const found = await this.search.find(findings, author);
    if (found) this.last = { ...found, id: findings.id, author };
    return found !== undefined;
  }
}
