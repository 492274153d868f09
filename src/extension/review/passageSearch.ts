import * as vscode from 'vscode';
import { IdiographError } from '../../core/errors';
import type { ReadCandidate } from '../../core/candidates';
import type { Findings } from '../../presentation/findings';
import type { WindowCase } from '../case/windowCase';
import type { ReviewChoices } from './reviewChoices';
import { listParts } from '../shownFiles';

interface Search {
  readonly id: string;
  readonly author: string;
  readonly stopping: vscode.CancellationTokenSource;
  readonly found: Promise<ReadCandidate | undefined>;
}

/** Finds passages and markers of one candidate at a time: of the one that was asked for last. */
export class PassageSearch {
  private current: Search | undefined;

  constructor(private readonly deps: { readonly cases: WindowCase; readonly choices: ReviewChoices }) {}

  dispose(): void {
    this.current?.stopping.cancel();
  }

  /** Joins the search for this candidate, or begins one, which ends that for another candidate. Undefined: it was ended. */
  async find(findings: Findings, author: string): Promise<ReadCandidate | undefined> {
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
  ): Promise<ReadCandidate | undefined> {
    const { cases, choices } = this.deps;
    const uri = vscode.Uri.parse(target.uri);
    const calls = cases.createCalls({ token }, listParts(uri)[0]);
    try {
      return await calls.readCandidate({ id, author, choices: await choices.chosen(uri) });
    } catch (error) {
      if (error instanceof IdiographError && error.code === 'Cancelled') return undefined;
      throw error;
    }
  }
}
