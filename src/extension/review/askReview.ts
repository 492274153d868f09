import * as vscode from 'vscode';
import type { CaseCalls } from '../../case/caseService';
import type { StageProgress } from '../../core/basics/work';
import type { ReviewTarget } from '../../core/casework/keptRecords';
import type { RatioParts } from '../../core/domain/ratio';
import { IdiographError } from '../../core/errors';
import { countAnalysedWords, type Findings } from '../../presentation/findings';
import type { EngineProgress } from '../../protocol/engine';
import type { WindowCase } from '../case/windowCase';
import { formatDocument } from '../shownFiles';
import type { CaseState } from './caseState';
import type { ReviewChoices } from '../settings';

/**
 * Asks the case service to review a text. Throws Cancelled and every error of the engine. @param hear  receives what is found on the way
 */
export async function askReview(
  { cases, choices, caseState }: Readonly<{ cases: WindowCase; choices: ReviewChoices; caseState: CaseState }>,
  target: ReviewTarget,
  token: vscode.CancellationToken,
  hear: (progress: StageProgress, result?: Findings) => void = () => undefined,
): Promise<Findings> {
  const uri = vscode.Uri.parse(target.uri);
  const about = { target, index: await caseState.describeSearched() };
  const onProgress = (progress: EngineProgress): void => {
    if (!('stage' in progress)) return;
    const { stage, done, total } = progress;
    const evidence = 'evidence' in progress ? progress.evidence : undefined;
    const match = evidence && {
      evidence,
      analysed: countAnalysedWords(target.text, evidence.spans),
      reviewedAt: Date.now(),
    };
    hear({ stage, done, total }, match && { id: '', ...about, ...match });
  };
  const calls = cases.createCalls({ token, onProgress }, uri);
  const request = { document: formatDocument(uri), target };
  return toFindings(await calls.reviewText({ ...request, choices: await choices.chosen(uri) }), about);
}

export function toFindings(
  { id, evidence, analysed, reviewedAt }: Omit<Findings, 'target' | 'index'>,
  about: Pick<Findings, 'target' | 'index'>,
): Findings {
  return { id, evidence, analysed, reviewedAt, ...about };
}

interface CandidateQuestion<Answer> {
  readonly id: string;
  readonly author: string;
  readonly stopping: vscode.CancellationTokenSource;
  readonly found: Promise<Answer | undefined>;
}

/** Asks a question about one candidate at a time, the one that was requested last. */
export class CandidateSearch<Answer> {
  private current: CandidateQuestion<Answer> | undefined;

  /** @param call  asks the question; its answer is undefined if the index has changed */
  constructor(
    private readonly deps: { readonly cases: WindowCase; readonly choices: ReviewChoices },
    private readonly call: (
      calls: CaseCalls,
      request: Parameters<CaseCalls['readCandidate']>[0],
    ) => Promise<Answer | undefined>,
  ) {}

  dispose(): void {
    this.current?.stopping.cancel();
  }

  /** Joins the search for this candidate, or starts one and ends the search for another candidate. Undefined if the search was ended. */
  async find(findings: Findings, author: string): Promise<Answer | undefined> {
    const { current } = this;
    if (current?.id === findings.id && current.author === author) return current.found;
    current?.stopping.cancel();
    const stopping = new vscode.CancellationTokenSource();
    const found = this.ask(findings, author, stopping.token);
    const begun = (this.current = { id: findings.id, author, stopping, found });
    try {
      return await found;
    } finally {
      if (this.current === begun) this.current = undefined;
    }
  }

  private async ask(
    { id, target }: Findings,
    author: string,
    token: vscode.CancellationToken,
  ): Promise<Answer | undefined> {
    const { cases, choices } = this.deps;
    const uri = vscode.Uri.parse(target.uri);
    const calls = cases.createCalls({ token }, uri);
    try {
      return await this.call(calls, { id, author, choices: await choices.chosen(uri) });
    } catch (error) {
      if (error instanceof IdiographError && error.code === 'Cancelled') return undefined;
      throw error;
    }
  }
}

/** What moved a ratio. `parts` is undefined if the ratio cannot be taken apart. */
export interface ExplainedRatio {
  readonly parts: RatioParts | undefined;
}
