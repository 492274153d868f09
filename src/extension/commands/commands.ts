import { addToIndex, buildIndex, removeFromIndex, repairIndex } from './addToIndex';
import * as changeSettings from './changeSettings';
import type { Command } from './command';
import * as compareWith from './compareWith';
import * as evidence from './evidence';
import * as goTo from './goTo';
import * as report from './report';
import * as review from './review';
import { lockSettings, newCase, validateSettings } from './setUpCase';
import * as textAsRead from './textAsRead';

/**
 * The function of each command by its name, which is its id without `idiograph.`: every export of most files. Commands of the palette and
 * of menus are in package.json, with a title `command.…` in package.nls.json; buttons, links and rows call the others.
 */
export const commands: Readonly<Record<string, Command>> = {
  ...review,
  ...report,
  ...evidence,
  ...compareWith,
  ...goTo,
  ...changeSettings,
  ...textAsRead,
  ...{ addToIndex, removeFromIndex, buildIndex, repairIndex, newCase, validateSettings, lockSettings },
};
