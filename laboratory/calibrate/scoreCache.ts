import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ScoredLength } from './scoreTrials';

/** Scored trials on the disk, by everything that they depend on, so that a stopped run goes on where it was. */
export class ScoreCache {
  /** @param parts  ids of encoder and population, hashes of statistics and trials, names of the scores */
  constructor(
    private readonly folder: string,
    private readonly parts: readonly string[],
  ) {
    mkdirSync(folder, { recursive: true });
  }

  async get(words: number, score: () => Promise<ScoredLength>): Promise<ScoredLength> {
    const file = this.file(words);
    if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as ScoredLength;
    const scored = await score();
    writeFileSync(`${file}.part`, JSON.stringify(scored));
    renameSync(`${file}.part`, file);
    return scored;
  }

  private file(words: number): string {
    const key = createHash('sha256')
      .update(JSON.stringify([...this.parts, words]))
      .digest('hex')
      .slice(0, 16);
    return path.join(this.folder, `scores-${words}-${key}.json`);
  }
}
