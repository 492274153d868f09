import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { bundledChild } from './childProcess';
import type { StopWaits } from './pauses';
import { isLong, noteProof } from './proof';

/** Authors, texts of each, questioned texts, and bytes of one long text. */
const sizes = isLong ? [1000, 10, 1000, 1_000_000] : [20, 3, 8, 60_000];
const [authors, textsOfEach, questioned, longBytes] = sizes as [number, number, number, number];

/** Milliseconds that a stop may wait, in 95 of 100 moments. */
const longestWait = 300;

interface Told {
  readonly name: string;
  readonly stops: Readonly<Record<string, StopWaits>>;
  readonly [figure: string]: unknown;
}

it(
  'indexes, reviews, checks and compacts many texts, and obeys a stop in each stage',
  async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-large-'));
    try {
      const start = await bundledChild('large', folder, { XDG_CONFIG_HOME: path.join(folder, 'user') });
      const child = start(process.cwd(), folder, ...sizes.map(String));
      expect(await child.end()).toBe(0);
      const told = Object.fromEntries(
        child.lines().map((line) => {
          const { name, ...figures } = JSON.parse(line) as Told;
          return [name, figures];
        }),
      );
      noteProof({ large: told });
      const documents = authors * textsOfEach + 3; // with those of the sample
      const removed = Math.floor(documents / 10);
      expect(told['index']).toMatchObject({ added: authors * textsOfEach, documents });
      expect(told['check']).toMatchObject({ problems: [], documents });
      expect(told['remove']).toMatchObject({ removed, documents: documents - removed });
      expect(told['case']).toMatchObject({ reviewed: questioned + 1, failed: 0 });
      expect(told['long text']).toMatchObject({ bytes: longBytes });
      const waits = Object.entries(told).flatMap(([name, { stops }]) =>
        name === 'start' ? [] : Object.entries(stops).map(([stage, { p95 }]) => ({ name, stage, p95 })),
      );
      expect(waits.filter(({ p95 }) => p95 > longestWait)).toEqual([]);
    } finally {
      fs.rmSync(folder, { recursive: true });
    }
  },
  isLong ? 6 * 3_600_000 : 900_000,
);
