import * as vscode from 'vscode';
import { addToIndex } from './addToIndex';
import { buildIndex } from './buildIndex';
import { checkIndex, repairIndex } from './checkIndex';
import { chooseVerifier } from './chooseVerifier';
import type { Command, CommandParts } from './command';
import { compareWith } from './compareWith';
import { exportReport } from './exportReport';
import { nextPart } from './nextPart';
import { openSample } from './openSample';
import { nextPassage, openBoth, openKnown, previousPassage, showEvidence } from './passages';
import { refreshIndex, removeFromIndex } from './removeFromIndex';
import { cancel, reviewAgain, reviewDocument, reviewSelection } from './reviewDocument';
import { setFacts } from './setFacts';

/** Every command by the last part of its id in package.json. */
const commands: Readonly<Record<string, Command>> = {
  reviewDocument,
  reviewSelection,
  reviewAgain,
  compareWith,
  buildIndex,
  addToIndex,
  removeFromIndex,
  refreshIndex,
  checkIndex,
  repairIndex,
  chooseVerifier,
  showEvidence,
  exportReport,
  cancel,
  setFacts,
  nextPassage,
  previousPassage,
  nextPart,
  openBoth,
  openKnown,
  openSample,
};

export function registerCommands(parts: CommandParts): vscode.Disposable {
  const registered = Object.entries(commands).map(([name, command]) =>
    vscode.commands.registerCommand(`idiograph.${name}`, (...args: readonly unknown[]) =>
      parts.problems.during(() => command(parts, ...args)),
    ),
  );
  return vscode.Disposable.from(...registered);
}
