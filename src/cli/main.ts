import fs from 'node:fs';
import path from 'node:path';
import { commands } from './commands';
import { runProgram } from './program';

/** What measures the engine on labelled texts: a program of its own, which only a checkout has. */
const research = path.join(__dirname, 'evaluate.js');

const words = process.argv.slice(2);
const [name] = words[0] === 'help' ? words.slice(1) : words;
if (name === 'evaluate' && fs.existsSync(research)) void import(research);
else void runProgram(commands, words);
