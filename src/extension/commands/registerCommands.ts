import * as vscode from 'vscode';
import * as addToIndex from './addToIndex';
import * as choose from './choose';
import type { Command, CommandDependencies } from './command';
import * as compareWith from './compareWith';
import * as decisions from './decisions';
import * as goTo from './goTo';
import * as habits from './habits';
import { checkIndex, repairIndex } from './indexing';
import { caseOverview, openFromOverview, saveOverview } from './overview';
import * as report from './report';
import * as reviewCase from './reviewCase';
import * as reviewDocument from './reviewDocument';
import * as validateSettings from './validateSettings';

/** Every command by the last part of its id in package.json, which is what its function is called: these files export nothing else. */
const commands: Readonly<Record<string, Command>> = {
  ...reviewDocument,
  ...reviewCase,
  ...compareWith,
  ...report,
  ...decisions,
  ...validateSettings,
  ...choose,
  ...addToIndex,
  checkIndex,
  repairIndex,
  ...goTo,
  ...habits,
  caseOverview,
  openFromOverview,
  saveOverview,
};

export function registerCommands(deps: CommandDependencies): vscode.Disposable {
  const registered = Object.entries(commands).map(([name, command]) =>
    vscode.commands.registerCommand(`idiograph.${name}`, (...args: readonly unknown[]) =>
      deps.problems.during(() => command(deps, ...args)),
    ),
  );
  return vscode.Disposable.from(...registered);
}
