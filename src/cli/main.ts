import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Command } from './options';
import { runCommand, runProgram } from './program';
import { startEngine, StreamIo } from './io';
import { bundleCommand, reportCommand } from './commands/report';
import { caseCommand } from './commands/case';
import { indexCommands } from './commands/index';
import {
  attributeCommand,
  concordanceCommand,
  textCommand,
  validateCommand,
  verifyCommand,
} from './commands/questions';

/** Every command of the program, in the order of its help. */
export const commands: readonly Command[] = [
  caseCommand,
  attributeCommand,
  verifyCommand,
  textCommand,
  concordanceCommand,
  validateCommand,
  reportCommand,
  bundleCommand,
  ...indexCommands,
];

/** Tests run commands of the built program with these in a process of their own. */
export { runCommand, startEngine, StreamIo };

/** The program that measures the engine on labelled texts. Only a checkout has it. */
const research = path.join(__dirname, 'evaluate.js');

if (require.main === module) {
  const words = process.argv.slice(2);
  const [name] = words[0] === 'help' ? words.slice(1) : words;
  if (name === 'evaluate' && fs.existsSync(research)) void import(pathToFileURL(research).href);
  else void runProgram(commands, words);
}
