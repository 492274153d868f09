import path from 'node:path';
import * as vscode from 'vscode';
import type { IndexedDocument } from '../../core/ports';
import { caseNode } from '../case/caseNode';
import { titleOf } from '../shownFiles';
import { documentOf, type Command, type CommandDependencies } from './command';
import { indexing } from './indexing/indexing';
import { verifierChoices } from '../../presentation/verificationView';

/** Changes the mode and genre of a document, of the text at hand unless it is called on another, and reviews it again when it is under review. */
export const setFacts: Command = async (parts, argument) => {
  const node = caseNode(argument);
  if (node?.kind === 'indexed') return setKnown(parts, node.document);
  const { facts, session } = parts;
  const reviewed = session.target?.uri;
  const uri = documentOf(argument, parts);
  const changed = await facts.ask(uri, titleOf(uri));
  if (changed && reviewed === uri.toString()) await vscode.commands.executeCommand('idiograph.reviewAgain');
};

/** A known document is encoded anew with what is said of it; one that is a file of the case says so in the case file, too. */
async function setKnown(deps: CommandDependencies, { id, title, ...before }: IndexedDocument): Promise<void> {
  const { engine, facts, index } = deps;
  const changed = await facts.answer(title, before);
  const file = await index.file();
  const known = changed && (await engine.calls().knownDocument(file, id));
  if (!known) return;
  if (before.source !== undefined)
    await facts.state([[vscode.Uri.file(path.resolve(path.dirname(file), before.source)), changed]]);
  await indexing(deps, async (place, asking) => {
    const report = await engine.calls(asking).addDocuments(place, [{ ...known, ...changed }]);
    if (report.added > 0) await engine.calls().removeDocuments(place, [id]); // one without a file is another document then
    return report;
  });
}

/** Chooses the verifier of this workspace in place of the one that the modes select, and reviews again. */
export const chooseVerifier: Command = async ({ session, choices: chosenBy }, id) => {
  const choices = verifierChoices();
  const named = choices.find((choice) => choice.id === id);
  const chosen = named ?? (await pick(choices, session.chosenVerifier));
  if (!chosen || chosen.id === session.chosenVerifier) return;
  await chosenBy.chooseVerifier(chosen.id);
  if (session.findings) await vscode.commands.executeCommand('idiograph.reviewAgain');
};

async function pick(
  choices: ReturnType<typeof verifierChoices>,
  now: string,
): Promise<ReturnType<typeof verifierChoices>[number] | undefined> {
  const items = choices.map((choice) => ({
    ...choice,
    detail: choice.use,
    ...(choice.id === now && { description: vscode.l10n.t('in use') }),
  }));
  return vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Choose the verifier'),
    placeHolder: vscode.l10n.t('Each verifier has calibrations of its own'),
  });
}
