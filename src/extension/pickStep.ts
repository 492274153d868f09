import * as vscode from 'vscode';

/** Which question this is in a row of several, from 1 on. */
export interface Step {
  readonly number: number;
  readonly of: number;
}

/**
 * Asks a question that stays open when another window is used. Gives the choice; 'back': the user wants the question before;
 * undefined: the user cancelled.
 */
export function pickStep<Item extends vscode.QuickPickItem>(
  items: readonly Item[],
  { step, ...shown }: { readonly title: string; readonly placeholder?: string; readonly step?: Step | undefined },
): Promise<Item | 'back' | undefined> {
  const pick = vscode.window.createQuickPick<Item>();
  const buttons = step && step.number > 1 ? [vscode.QuickInputButtons.Back] : [];
  Object.assign(pick, shown, { items, ignoreFocusOut: true, buttons, step: step?.number, totalSteps: step?.of });
  return new Promise((resolve) => {
    const end = (answer: Item | 'back' | undefined): void => {
      resolve(answer);
      pick.dispose();
    };
    pick.onDidAccept(() => {
      const [chosen] = pick.selectedItems;
      if (chosen) end(chosen);
    });
    pick.onDidTriggerButton(() => end('back'));
    pick.onDidHide(() => end(undefined));
    pick.show();
  });
}
