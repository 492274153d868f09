import * as vscode from 'vscode';
import { analysedWords, type Findings, type ReviewTarget, type SearchedIndex } from '../../presentation/findings';
import type { StageProgress } from '../../core/steps';
import type { EngineClient } from '../engineClient';
import type { ReviewChoices } from './reviewChoices';
import { questionedDocument } from './targets';
import type { WorkspaceIndex } from './workspaceIndex';

/**
 * Reviews one text by the engine: what was found, with what it was about; the first candidate has passages. Throws Cancelled and every
 * error of the engine.
 *
 * @param told  of what is found on the way
 */
export async function runReview(
  deps: { readonly engine: EngineClient; readonly index: WorkspaceIndex; readonly choices: ReviewChoices },
  target: ReviewTarget,
  token: vscode.CancellationToken,
  told: (progress: StageProgress, found: Findings | undefined) => void,
): Promise<Findings> {
  const { engine, index, choices } = deps;
  const uri = vscode.Uri.parse(target.uri);
  const settings = await choices.settings(uri, target.facts);
  const options = await choices.options(uri);
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
