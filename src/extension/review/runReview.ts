import type * as vscode from 'vscode';
import { analysedWords, type Findings, type ReviewTarget, type SearchedIndex } from '../../presentation/findings';
import type { StageProgress } from '../../core/steps';
import type { ReviewOptions } from '../../protocol/engine';
import type { EngineClient } from '../engineClient';
import { questionedDocument } from './targets';
import type { WorkspaceIndex } from './workspaceIndex';

/** How one review is asked for, and what is told of it on the way. */
export interface Run {
  readonly target: ReviewTarget;
  readonly options: ReviewOptions;
  /** Stands for these options, and what else the result rests on. */
  readonly settings: string;
  readonly token: vscode.CancellationToken;
  readonly told: (progress: StageProgress, findings: Findings | undefined) => void;
}

/** Reviews one text by the engine: what was found, with what it was about; the first candidate has passages. Throws Cancelled and every error of the engine. */
export async function runReview(
  { engine, index }: { readonly engine: EngineClient; readonly index: WorkspaceIndex },
  { target, options, settings, token, told }: Run,
): Promise<Findings> {
  const path = await index.file();
  const documents = await index.documents();
  const searched: SearchedIndex = {
    path,
    name: index.name,
    documents: new Map(documents.map((each) => [each.id, each])),
  };
  let analysed: number | undefined; // the same in all evidence of a run
  const findings = (evidence: Findings['evidence']): Findings => {
    analysed ??= analysedWords(target.text, evidence.spans);
    return { target, index: searched, evidence, analysed, settings, reviewedAt: Date.now() };
  };
  const calls = engine.calls({
    token,
    onProgress: (progress) => {
      if (!('stage' in progress)) return;
      const { stage, done, total } = progress;
      const evidence = 'evidence' in progress ? progress.evidence : undefined;
      told({ stage, done, total }, evidence && findings(evidence));
    },
  });
  return findings(await calls.review(path, questionedDocument(target), { ...options, passages: 1 }));
}
