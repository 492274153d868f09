import * as vscode from 'vscode';
import { listFilters, nameOrder, orders } from '../../presentation/triage';
import type { Command } from './command';

/** Chooses the order of the questioned texts in the side bar. */
export const sortTexts: Command = async ({ listed }) => {
  const items = orders.map((order) => ({ label: nameOrder(order), order }));
  const title = vscode.l10n.t('In which order are the questioned texts listed?');
  const chosen = await vscode.window.showQuickPick(items, { title });
  if (chosen) await listed.choose({ ...listed.chosen, order: chosen.order });
};

/** Chooses which questioned texts the side bar lists. */
export const filterTexts: Command = async ({ listed }) => {
  const items = listFilters(await listed.listTexts(), listed.chosen).map(({ key, label, count, isChosen }) => {
    return { label, description: String(count), key, picked: isChosen };
  });
  const title = vscode.l10n.t('Which questioned texts are listed? Choose none to list all.');
  const chosen = await vscode.window.showQuickPick(items, { title, canPickMany: true });
  if (chosen) await listed.choose({ ...listed.chosen, filters: chosen.map(({ key }) => key) });
};
