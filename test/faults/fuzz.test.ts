import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IdiographError } from '../../src/core/errors';
import { Dice } from './mutate';
import { type Parser, parsers } from './parsers';
import { isLong, longestMinutes, noteProof } from './proof';

/** In the long form another one may be given: IDIOGRAPH_SEED=2 npm run test:faults -- --long */
const seed = Number(process.env['IDIOGRAPH_SEED'] ?? 20_261_126);

const atMost = parsers.reduce((sum, { inputs: [short, long] }) => sum + (isLong ? long : short), 0);
const started = Date.now();

let folder = '';
let inputs = 0;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-fuzz-'));
});
afterAll(() => {
  fs.rmSync(folder, { recursive: true });
  noteProof({ fuzzInputs: inputs, fuzzInputsAtMost: atMost, fuzzParsers: parsers.length, seed });
});

/** Megabytes that the process had at most. */
function readPeak(): number {
  return process.resourceUsage().maxRSS / 1000;
}

/** What is wrong with how an input is read. Its stack is made where there is a fault alone, since that takes longer than most inputs. */
async function tryInput({ read, refuses }: Parser, dice: Dice): Promise<string | undefined> {
  try {
    await read(dice, folder);
  } catch (error) {
    const isExpected = error instanceof IdiographError || refuses?.(error) === true;
    if (!isExpected) return error instanceof Error ? error.stack : String(error);
    if (/its reader fails on it|something unexpected/.test((error as Error).message)) return (error as Error).message;
  }
  return undefined;
}

describe('what others have made', () => {
  it.each(parsers.map((parser, i) => [parser.name, parser, i] as const))(
    'is read or refused whatever it holds: %s',
    async (_name, { inputs: [short, long], again = [] }, i) => {
      const numbers = [...again, ...Array.from({ length: isLong ? long : short }, (_, n) => n)];
      const before = readPeak();
      const faults: object[] = [];
      const until = started + (longestMinutes * 60_000 * (i + 1)) / parsers.length;
      for (const n of numbers) {
        if (Date.now() > until) break;
        inputs += 1;
        const since = process.cpuUsage();
        const fault = await tryInput(parsers[i]!, new Dice(seed + 7919 * n));
        const { user, system } = process.cpuUsage(since); // time of the processor, which other programs do not change
        const seconds = (user + system) / 1e6;
        if (fault !== undefined || seconds > (isLong ? 5 : 60)) faults.push({ n, fault, seconds });
      }
      expect(faults).toEqual([]);
      expect(readPeak() - before, 'megabytes more').toBeLessThan(300);
    },
    isLong ? 6 * 3_600_000 : 900_000,
  );
});
