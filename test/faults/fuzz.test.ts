import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IdiographError } from '../../src/core/errors';
import { Dice } from './mutate';
import { parsers } from './parsers';
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

describe('what others have made', () => {
  it.each(parsers.map((parser, i) => [parser.name, parser, i] as const))(
    'is read or refused whatever it holds: %s',
    async (name, { inputs: [short, long], read, refuses }, i) => {
      const before = readPeak();
      const until = started + (longestMinutes * 60_000 * (i + 1)) / parsers.length;
      for (let n = 0; n < (isLong ? long : short) && Date.now() < until; n++, inputs++) {
        const since = process.cpuUsage();
        try {
          await read(new Dice(seed + 7919 * n), folder);
        } catch (error) {
          const isExpected = error instanceof IdiographError || refuses?.(error) === true;
          expect(isExpected, `${name}, input ${n}: ${error instanceof Error ? error.stack : String(error)}`).toBe(true);
          const { message } = error as Error;
          expect(message, `${name}, input ${n}`).not.toMatch(/its reader fails on it|something unexpected/);
        }
        const { user, system } = process.cpuUsage(since); // time of the processor, which other programs do not change
        expect((user + system) / 1e6, `seconds for input ${n} of ${name}`).toBeLessThan(isLong ? 5 : 60);
      }
      expect(readPeak() - before, 'megabytes more').toBeLessThan(300);
    },
    isLong ? 6 * 3_600_000 : 900_000,
  );
});
