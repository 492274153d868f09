import type { Command } from './command';
import { attributeCommand } from './commands/attribute';
import { bundleCommand } from './commands/bundle';
import { caseCommand } from './commands/case';
import { compareCommand } from './commands/compare';
import { concordanceCommand, profileCommand } from './commands/habits';
import { conditionsCommand } from './commands/conditions';
import { indexCommands } from './commands/index';
import { overviewCommand } from './commands/overview';
import { reportCommand } from './commands/report';
import { validateCommand } from './commands/validate';
import { verifyCommand } from './commands/verify';
import type { CommandIo } from './terminal/io';

/** Every command of the program, in the order of its help. */
export const commands: readonly Command<CommandIo>[] = [
  caseCommand,
  overviewCommand,
  attributeCommand,
  verifyCommand,
  compareCommand,
  conditionsCommand,
  profileCommand,
  concordanceCommand,
  validateCommand,
  reportCommand,
  bundleCommand,
  ...indexCommands,
];
