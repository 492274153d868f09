import * as vscode from 'vscode';
import { type AsideReason, asideReasons, type Decision, trimDecision } from '../../core/casework/decisions';
import { usage } from '../../core/errors';
import { isPending, describeReason, readPassageWords } from '../../presentation/decisions';
import type { PassageView } from '../../presentation/passages';
import type { DecisionKind } from '../../protocol/panel';
import type { Command, CommandDependencies } from './command';

export const setPassageAside: Command = (parts, number) => decide(parts, number, 'setAside');
export const notePassage: Command = (parts, number) => decide(parts, number, 'note');

/** Takes back the last decision on the text that the panel shows. */
export const undoDecision: Command = async ({ panel, decisions }) => {
  if (panel.shown) await decisions.revert(panel.shown);
};

/** Decides on a passage by its number, or on the chosen one. */
async function decide(deps: CommandDependencies, number: unknown, kind: DecisionKind): Promise<void> {
  const { panel, session, decisions } = deps;
  await session.read(); // a decision needs the words of both sides of the passage
  const view = panel.buildView();
  const uri = panel.shown;
  const findings = view.comparison ?? view.detail;
  const wanted = typeof number === 'number' ? number : (view.selected ?? 1);
  const passage = findings && [...findings.passages, ...findings.against].find((each) => each.number === wanted);
  if (!uri || !passage || !findings.weighed) return; // the page offers no decision
  if (isPending(passage))
    throw usage(
      vscode.l10n.t('The known text is no longer in the index, or not with its words. Review the text again.'),
    );
  const decision = await deciding[kind](passage, trimDecision(passage.decision ?? {}));
  const candidate = view.comparison?.other ?? findings.title;
  if (decision) await decisions.decide(uri, { ...readPassageWords(passage), candidate }, decision);
}

/** The new decision on a passage, from the former one. Undefined if the user cancelled. */
const deciding: Readonly<
  Record<DecisionKind, (passage: PassageView, before: Decision) => Promise<Decision | undefined>>
> = {
  setAside: async (passage, before) => {
    const reason = await askReason(passage, before);
    if (!reason) return undefined;
    return { ...(before.note !== undefined && { note: before.note }), ...(reason !== 'none' && { setAside: reason }) };
  },
  note: async (passage, before) => {
    const note = (await askNote(passage, before.note))?.trim();
    if (note === undefined) return undefined;
    return trimDecision({ ...before, note });
  },
};

async function askReason({ number }: PassageView, { setAside }: Decision): Promise<AsideReason | 'none' | undefined> {
  const reasons = asideReasons.map((reason) => ({
    label: describeReason(reason),
    reason,
    ...(reason === setAside && { iconPath: new vscode.ThemeIcon('check') }),
  }));
  const back = { label: vscode.l10n.t('Do not set aside'), reason: 'none' } as const;
  const chosen = await vscode.window.showQuickPick(setAside ? [...reasons, back] : reasons, {
    title: `${vscode.l10n.t('Set Aside…')} ${number}`,
  });
  return chosen?.reason;
}

function askNote({ number }: PassageView, note = ''): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: `${vscode.l10n.t('Note…')} ${number}`,
    value: note,
    ignoreFocusOut: true,
  });
}
