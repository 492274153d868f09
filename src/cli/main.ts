import fs from 'node:fs';
import path from 'node:path';
import { commands } from './commands';
import { startEngine } from './options';
import { runCommand, runProgram } from './program';
import { StreamIo } from './terminal/io';

/** For tests that run commands of the built program in a process of their own. */
export { commands, runCommand, startEngine, StreamIo };

/** What measures the engine on labelled texts: a program of its own, which only a checkout has. */
const research = path.join(__dirname, 'evaluate.js');

if (require.main === module) {
  const words = process.argv.slice(2);
  const [name] = words[0] === 'help' ? words.slice(1) : words;
  if (name === 'evaluate' && fs.existsSync(research)) void import(research);
  else void runProgram(commands, words);
}
