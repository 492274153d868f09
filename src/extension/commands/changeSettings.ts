import * as vscode from 'vscode';
import type { IndexedDocument } from '../../core/ports';
import { parseCaseNode } from '../case/windowCase';
import { readTitle } from '../shownFiles';
import { type Command, type CommandDependencies, findDocument } from './command';
import { runIndexing } from './addToIndex';
import { askQuestion } from './setUpCase';
import { verifierKinds } from '../../core/domain/evidence';
import { nameVerifier } from '../../presentation/words/notices';
import { listFilters } from '../../presentation/triage';

/** Changes the mode and genre of a document, by default of the active text, and reviews it again if it is under review. */
export const setFacts: Command = async (parts, argument) => {
  const node = parseCaseNode(argument);
  if (node?.kind === 'indexed') return setKnown(parts, node.document);
  const { facts, session } = parts;
  const reviewed = session.target?.uri;
  const uri = await findDocument(argument, parts);
  const changed = await facts.ask(uri, readTitle(uri));
  if (changed && reviewed === uri.toString()) await vscode.commands.executeCommand('idiograph.reviewDocument');
};

/** Chooses a verifier for this workspace in place of the one that the modes select, and reviews again. */
export const chooseVerifier: Command = async ({ session, choices }) => {
  const items = [undefined, ...verifierKinds].map((kind) => ({
    verifier: kind,
    label: nameVerifier(kind ?? 'automatic'),
    description: kind === choices.verifier ? '✓' : '',
  }));
  const picked = await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Verifier') });
  if (!picked || picked.verifier === choices.verifier) return;
  await choices.chooseVerifier(picked.verifier);
  if (session.findings) await vscode.commands.executeCommand('idiograph.reviewDocument');
};

/** Asks who could have written the text under review, and reviews it again. */
export const setQuestion: Command = async (parts) => {
  const uri = parts.session.target?.uri;
  const file = uri === undefined ? undefined : vscode.Uri.parse(uri).fsPath;
  const answer = await askQuestion(parts, { ...(file !== undefined && { file }) });
  if (answer === 'on' && uri !== undefined) await vscode.commands.executeCommand('idiograph.reviewDocument');
};

/** Encodes a known document again with its new facts. If it is a file of the case, the case file is changed too. */
async function setKnown(deps: CommandDependencies, { id, title, ...before }: IndexedDocument): Promise<void> {
  const { facts, cases } = deps;
  const changed = await facts.answer(title, before);
  if (!changed) return;
  const source = await cases.createCalls().sourceOf(id);
  if (source !== undefined) await facts.stateFacts([[vscode.Uri.file(source), changed]]);
  await runIndexing(deps, (calls) => calls.relabel(id, changed));
}

/** Masks the names of the authors of the case, or unmasks them. */
export const maskAuthors: Command = async (parts) => {
  const { blind, cases } = parts;
  if ((await cases.required()).isMasked) return unmaskAuthors(parts);
  await cases.createCalls().mask({ isBuilt: true });
  await blind.follow();
};

/** Unmasks the authors after a confirmation. The time, and what had been found by then, is recorded. */
const unmaskAuthors: Command = async ({ blind, cases }) => {
  const yes = vscode.l10n.t('Show the names');
  const chosen = await vscode.window.showQuickPick([yes, vscode.l10n.t('Cancel')], {
    title: vscode.l10n.t('Show the names of the authors of this case?'),
    placeHolder: vscode.l10n.t('The case file records the time, and a hash of the findings so far'),
    ignoreFocusOut: true,
  });
  if (chosen !== yes) return;
  await cases.createCalls().unmask();
  await blind.follow();
};

/** Stores the account for the server that the settings name, or forgets it. */
export const enterServerAccount: Command = ({ choices }) => choices.server.enter();

/** Chooses which questioned texts the side bar lists, and whether those with the strongest ratios come first. */
export const sortTexts: Command = async ({ listed }) => {
  const { order } = listed.chosen;
  const byStrength = { key: 'strength', label: vscode.l10n.t('strongest ratio first'), picked: order === 'strength' };
  const filters = listFilters(await listed.listTexts(), listed.chosen).map(({ key, label, count, isChosen }) => {
    return { label, description: String(count), key, picked: isChosen };
  });
  const title = vscode.l10n.t('Which questioned texts are listed? Choose none to list all.');
  const chosen = await vscode.window.showQuickPick([byStrength, ...filters], { title, canPickMany: true });
  const keys = chosen?.map(({ key }) => key);
  if (keys)
    await listed.choose({
      order: keys.includes(byStrength.key) ? 'strength' : 'title',
      filters: keys.filter((key) => key !== byStrength.key),
    });
};
