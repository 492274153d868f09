import fs from 'node:fs';
import path from 'node:path';
import { commands } from './commands';
import { runProgram } from './program';

/** The laboratory, a program of its own, which only a checkout has. */
const laboratory = path.join(__dirname, 'laboratory.js');

const words = process.argv.slice(2);
const [name] = words[0] === 'help' ? words.slice(1) : words;
if (name === 'evaluate' && fs.existsSync(laboratory)) void import(laboratory);
else void runProgram(commands, words);
