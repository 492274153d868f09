import type { Command } from './command';
import * as addToIndex from './addToIndex';
import * as changeSettings from './changeSettings';
import * as compareWith from './compareWith';
import * as decisions from './decisions';
import * as goTo from './goTo';
import * as habits from './habits';
import * as report from './report';
import * as review from './review';
import * as textAsRead from './textAsRead';
import * as validateSettings from './validateSettings';
import { newCase } from './newCase';

/**
 * The function of each command by its id. Those of the palette and of menus are in package.json, with a title `command.…` in
 * package.nls.json; buttons, links and rows call the others.
 */
export const commands: Readonly<Record<string, Command>> = {
  'idiograph.reviewDocument': review.reviewDocument,
  'idiograph.reviewSelection': review.reviewSelection,
  'idiograph.reviewParts': review.reviewParts,
  'idiograph.cancel': review.cancel,
  'idiograph.reviewCase': review.reviewCase,
  'idiograph.compareWith': compareWith.compareWith,
  'idiograph.exportReport': report.exportReport,
  'idiograph.exportObservations': report.exportObservations,
  'idiograph.rerunReport': report.rerunReport,
  'idiograph.caseOverview': report.caseOverview,
  'idiograph.openFromOverview': report.openFromOverview,
  'idiograph.saveOverview': report.saveOverview,
  'idiograph.setPassageAside': decisions.setPassageAside,
  'idiograph.notePassage': decisions.notePassage,
  'idiograph.undoDecision': decisions.undoDecision,
  'idiograph.validateSettings': validateSettings.validateSettings,
  'idiograph.lockSettings': validateSettings.lockSettings,
  'idiograph.setFacts': changeSettings.setFacts,
  'idiograph.setQuestion': changeSettings.setQuestion,
  'idiograph.chooseVerifier': changeSettings.chooseVerifier,
  'idiograph.maskAuthors': changeSettings.maskAuthors,
  'idiograph.enterServerAccount': changeSettings.enterServerAccount,
  'idiograph.sortTexts': changeSettings.sortTexts,
  'idiograph.addToIndex': addToIndex.addToIndex,
  'idiograph.removeFromIndex': addToIndex.removeFromIndex,
  'idiograph.buildIndex': addToIndex.buildIndex,
  'idiograph.newCase': newCase,
  'idiograph.repairIndex': addToIndex.repairIndex,
  'idiograph.openQuestioned': goTo.openQuestioned,
  'idiograph.openSample': goTo.openSample,
  'idiograph.nextPart': goTo.nextPart,
  'idiograph.openOriginal': goTo.openOriginal,
  'idiograph.showPopulation': goTo.showPopulation,
  'idiograph.openBoth': goTo.openBoth,
  'idiograph.nextPassage': goTo.nextPassage,
  'idiograph.previousPassage': goTo.previousPassage,
  'idiograph.openKnown': goTo.openKnown,
  'idiograph.showEvidence': goTo.showEvidence,
  'idiograph.concordance': habits.concordance,
  'idiograph.addMarker': habits.addMarker,
  'idiograph.openPlace': habits.openPlace,
  'idiograph.openMarker': habits.openMarker,
  'idiograph.showTextAsRead': textAsRead.showTextAsRead,
  'idiograph.setWords': textAsRead.setWords,
  'idiograph.chooseSpeaker': textAsRead.chooseSpeaker,
};
