import * as vscode from 'vscode';

/** The number of this question in a series, from 1 on. */
export interface Step {
  readonly number: number;
  readonly of: number;
}

/**
 * Asks a question that stays open while another window is used. Returns the choice, 'back' if the user wants the question before, or
 * undefined if the user cancelled.
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
