import type { Command } from './command';
import * as addToIndex from './addToIndex';
import * as choose from './choose';
import * as compareWith from './compareWith';
import * as decisions from './decisions';
import * as goTo from './goTo';
import * as habits from './habits';
import * as indexing from './indexing';
import * as report from './report';
import * as review from './review';
import * as textAsRead from './textAsRead';
import * as validateSettings from './validateSettings';
import { newCase } from './newCase';

/** The function of each command by its id. The title is `command.…` in package.nls.json. */
export const commands: Readonly<Record<string, Command>> = {
  'idiograph.reviewDocument': review.reviewDocument,
  'idiograph.reviewTogether': review.reviewTogether,
  'idiograph.reviewSelection': review.reviewSelection,
  'idiograph.reviewParts': review.reviewParts,
  'idiograph.reviewAgain': review.reviewAgain,
  'idiograph.cancel': review.cancel,
  'idiograph.reviewCase': review.reviewCase,
  'idiograph.compareWith': compareWith.compareWith,
  'idiograph.exportReport': report.exportReport,
  'idiograph.rerunReport': report.rerunReport,
  'idiograph.caseOverview': report.caseOverview,
  'idiograph.openFromOverview': report.openFromOverview,
  'idiograph.saveOverview': report.saveOverview,
  'idiograph.keepPassage': decisions.keepPassage,
  'idiograph.setPassageAside': decisions.setPassageAside,
  'idiograph.notePassage': decisions.notePassage,
  'idiograph.undoDecision': decisions.undoDecision,
  'idiograph.redoDecision': decisions.redoDecision,
  'idiograph.validateSettings': validateSettings.validateSettings,
  'idiograph.lockSettings': validateSettings.lockSettings,
  'idiograph.setFacts': choose.setFacts,
  'idiograph.chooseVerifier': choose.chooseVerifier,
  'idiograph.maskAuthors': choose.maskAuthors,
  'idiograph.unmaskAuthors': choose.unmaskAuthors,
  'idiograph.enterServerAccount': choose.enterServerAccount,
  'idiograph.forgetServerAccount': choose.forgetServerAccount,
  'idiograph.sortTexts': choose.sortTexts,
  'idiograph.filterTexts': choose.filterTexts,
  'idiograph.addToIndex': addToIndex.addToIndex,
  'idiograph.removeFromIndex': addToIndex.removeFromIndex,
  'idiograph.refreshIndex': addToIndex.refreshIndex,
  'idiograph.buildIndex': addToIndex.buildIndex,
  'idiograph.addPopulation': addToIndex.addPopulation,
  'idiograph.newCase': newCase,
  'idiograph.checkIndex': indexing.checkIndex,
  'idiograph.repairIndex': indexing.repairIndex,
  'idiograph.openQuestioned': goTo.openQuestioned,
  'idiograph.openSample': goTo.openSample,
  'idiograph.nextPart': goTo.nextPart,
  'idiograph.openOriginal': goTo.openOriginal,
  'idiograph.showPopulation': goTo.showPopulation,
  'idiograph.ownWriters': goTo.ownWriters,
  'idiograph.openBoth': goTo.openBoth,
  'idiograph.nextPassage': goTo.nextPassage,
  'idiograph.previousPassage': goTo.previousPassage,
  'idiograph.openKnown': goTo.openKnown,
  'idiograph.showEvidence': goTo.showEvidence,
  'idiograph.concordance': habits.concordance,
  'idiograph.profile': habits.profile,
  'idiograph.addMarker': habits.addMarker,
  'idiograph.openPlace': habits.openPlace,
  'idiograph.openMarker': habits.openMarker,
  'idiograph.showTextAsRead': textAsRead.showTextAsRead,
  'idiograph.notThisAuthors': textAsRead.notThisAuthors,
  'idiograph.thisAuthors': textAsRead.thisAuthors,
  'idiograph.removeHandRange': textAsRead.removeHandRange,
};
