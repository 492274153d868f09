import * as vscode from 'vscode';
import { createAnalysedCounter, type Findings } from '../../presentation/findings';
import type { ReviewTarget } from '../../core/casework/keptRecords';
import type { StageProgress } from '../../core/work';
import type { EngineThread } from '../../node/worker/engineThread';
import type { ReviewChoices } from './reviewChoices';
import type { WorkspaceIndex } from './workspaceIndex';
import type { ReadCandidate } from '../../core/candidates';
import { IdiographError } from '../../core/errors';
import type { ReviewOptions } from '../../protocol/engine';

/**
 * Reviews one text by the engine: what was found, with what it was about; the first candidate has passages. Throws Cancelled and every
 * error of the engine.
 *
 * @param told  of what is found on the way
 */
export async function runReview(
  deps: { readonly engine: EngineThread; readonly index: WorkspaceIndex; readonly choices: ReviewChoices },
  target: ReviewTarget,
  token: vscode.CancellationToken,
  told: (progress: StageProgress, found: Findings | undefined) => void,
): Promise<Findings> {
  const { engine, index, choices } = deps;
  const uri = vscode.Uri.parse(target.uri);
  const options = await choices.readOptions(uri);
  const settings = await choices.settings(uri, target);
  const searched = await index.describeSearched();
  const analysedIn = createAnalysedCounter(target.text);
  const toFindings = (evidence: Findings['evidence']): Findings => {
    const analysed = analysedIn(evidence.spans);
    return { target, index: searched, evidence, analysed, settings, reviewedAt: Date.now() };
  };
  const calls = engine.createCalls({
    token,
    onProgress: (progress) => {
      if (!('stage' in progress)) return;
      const { stage, done, total } = progress;
      const evidence = 'evidence' in progress ? progress.evidence : undefined;
      told({ stage, done, total }, evidence && toFindings(evidence));
    },
  });
  return toFindings(await calls.review(searched.path, target, { ...options, passages: 1 }));
}

/** Finds the passages and markers of the candidate that is read: another one that is chosen ends the search for the former. */
export class PassageLookup implements vscode.Disposable {
  private looking = new vscode.CancellationTokenSource();

  constructor(private readonly engine: EngineThread) {}

  dispose(): void {
    this.looking.cancel();
  }

  /** As the review would have found them; undefined: the index is another one by now, or somebody else is read. */
  async findPassages(findings: Findings, author: string, options: ReviewOptions): Promise<ReadCandidate | undefined> {
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
      const found = await this.engine.createCalls({ token }).passages(index.path, target, asked);
      return found.index === evidence.index ? found : undefined;
    } catch (error) {
      if (error instanceof IdiographError && error.code === 'Cancelled') return undefined;
      throw error;
    }
  }
}
