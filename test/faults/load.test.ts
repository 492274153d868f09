import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { bundledChild } from './childProcess';
import { isLong, longestMinutes, noteProof } from './proof';

/** Twelve texts over and over; in the long form 10,000 different ones, or as many as there is time for: IDIOGRAPH_MINUTES=30 */
const [most, every, different] = isLong ? [10_000, 500, 1e9] : [60, 12, 12];

it(
  'reviews one text after the other without using more and more memory',
  async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-load-'));
    try {
      const start = await bundledChild('load', folder, {
        NODE_OPTIONS: '--expose-gc',
        XDG_CONFIG_HOME: path.join(folder, 'user'),
      });
      const home = path.join(folder, 'home');
      fs.mkdirSync(home);
      const child = start(process.cwd(), home, ...[most, every, different, longestMinutes].map(String));
      expect(await child.end()).toBe(0);
      const parts = child.lines().map((line) => JSON.parse(line) as { heapUsed: number; external: number });
      const bytes = parts.map(({ heapUsed, external }) => heapUsed + external);
      const [first, last] = [bytes[0]!, bytes.at(-1)!];
      const reviews = bytes.length * every;
      expect(reviews).toBeGreaterThanOrEqual(2 * every);
      if (process.env['IDIOGRAPH_MINUTES'] === undefined) expect(reviews).toBe(most);
      noteProof({ reviews, megabytesAfterFirstReviews: first / 1e6, megabytesAfterAll: last / 1e6 });
      const allowed = 0.02 * Math.max(first, 130e6); // caches fill, by as much where less memory is in use
      expect(last - first, `bytes in use: ${JSON.stringify(parts)}`).toBeLessThan(allowed);
    } finally {
      fs.rmSync(folder, { recursive: true });
    }
  },
  isLong ? 6 * 3_600_000 : 900_000,
);
