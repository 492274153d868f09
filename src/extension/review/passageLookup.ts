import * as vscode from 'vscode';
import type { ReadCandidate } from '../../core/candidates';
import { IdiographError } from '../../core/errors';
import type { Findings } from '../../presentation/findings';
import type { ReviewOptions } from '../../protocol/engine';
import type { EngineClient } from '../engineClient';
import { questionedDocument } from './targets';

/** Finds the passages and markers of the candidate that is read: another one that is chosen ends the search for the former. */
export class PassageLookup implements vscode.Disposable {
  private looking = new vscode.CancellationTokenSource();

  constructor(private readonly engine: EngineClient) {}

  dispose(): void {
    this.looking.cancel();
  }

  /** As the review would have found them; undefined: the index is another one by now, or somebody else is read. */
  async of(findings: Findings, author: string, options: ReviewOptions): Promise<ReadCandidate | undefined> {
    this.looking.cancel();
    const { token } = (this.looking = new vscode.CancellationTokenSource());
    const { target, index, evidence } = findings;
    const { candidates, excludeQuotes } = evidence.settings;
    const { server, ...others } = options;
    const asked = {
      ...{ ...others, author, ...(server && evidence.server?.searched && { server }) },
      ...{ candidates: Number(candidates), excludeQuotes: excludeQuotes === 'true' },
    };
    try {
      const found = await this.engine.calls({ token }).passages(index.path, questionedDocument(target), asked);
      return found.index === evidence.index ? found : undefined;
    } catch (error) {
      if (error instanceof IdiographError && error.code === 'Cancelled') return undefined;
      throw error;
    }
  }
}
