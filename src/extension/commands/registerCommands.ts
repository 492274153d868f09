import * as vscode from 'vscode';
import { addToIndex } from './indexing/indexedDocuments';
import { buildIndex } from './indexing/buildIndex';
import { checkIndex, repairIndex } from './indexing/checkIndex';
import { maskAuthors, unmaskAuthors } from './blind';
import { chooseVerifier } from './choose';
import type { Command, CommandDependencies } from './command';
import { compareWith, saveComparison } from './compareWith';
import { keepPassage, notePassage, setPassageAside, undoDecision } from './decisions';
import { exportReport } from './exportReport';
import { nextPart } from './goTo';
import { openQuestioned } from './goTo';
import { openOriginal, openSample } from './goTo';
import { addMarker, concordance, openPlace, profile } from './concordance';
import { openMarker } from './markers';
import { caseOverview, openFromOverview, saveOverview } from './overview';
import { nextPassage, openBoth, openKnown, previousPassage, showEvidence } from './passages';
import { ownWriters, showPopulation } from './goTo';
import { refreshIndex, removeFromIndex } from './indexing/indexedDocuments';
import { cancel, reviewAgain, reviewDocument, reviewParts, reviewSelection, reviewTogether } from './reviewDocument';
import { rerunReport } from './rerunReport';
import { reviewCase } from './reviewCase';
import { enterServerAccount, forgetServerAccount } from './server';
import { setFacts } from './choose';
import { lockSettings, validateSettings } from './validateSettings';

/** Every command by the last part of its id in package.json. */
const commands: Readonly<Record<string, Command>> = {
  reviewCase,
  caseOverview,
  openFromOverview,
  saveOverview,
  reviewDocument,
  reviewTogether,
  reviewSelection,
  reviewParts,
  reviewAgain,
  compareWith,
  saveComparison,
  buildIndex,
  addToIndex,
  removeFromIndex,
  refreshIndex,
  checkIndex,
  repairIndex,
  chooseVerifier,
  showEvidence,
  exportReport,
  rerunReport,
  cancel,
  setFacts,
  validateSettings,
  lockSettings,
  maskAuthors,
  unmaskAuthors,
  showPopulation,
  ownWriters,
  nextPassage,
  previousPassage,
  nextPart,
  openBoth,
  keepPassage,
  setPassageAside,
  notePassage,
  undoDecision,
  openMarker,
  concordance,
  profile,
  addMarker,
  openPlace,
  openKnown,
  openQuestioned,
  openOriginal,
  openSample,
  enterServerAccount,
  forgetServerAccount,
};

export function registerCommands(deps: CommandDependencies): vscode.Disposable {
  const registered = Object.entries(commands).map(([name, command]) =>
    vscode.commands.registerCommand(`idiograph.${name}`, (...args: readonly unknown[]) =>
      deps.problems.during(() => command(deps, ...args)),
    ),
  );
  return vscode.Disposable.from(...registered);
}
