import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { SourcedTrial } from './trials';

/** Scored trials on the disk, by everything that they depend on, so that a stopped run goes on where it was. */
export class ScoreCache {
  /** @param parts  id of the encoder, names of the scores, and how trials are drawn */
  constructor(
    private readonly folder: string,
    private readonly parts: readonly string[],
  ) {
    mkdirSync(folder, { recursive: true });
  }

  /** @param own  what else these trials depend on; the first names them */
  async get(
    own: readonly string[],
    words: number,
    score: () => Promise<readonly SourcedTrial[]>,
  ): Promise<readonly SourcedTrial[]> {
    const file = this.file(own, words);
    if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as readonly SourcedTrial[];
    const scored = await score();
    writeFileSync(`${file}.part`, JSON.stringify(scored));
    renameSync(`${file}.part`, file);
    return scored;
  }

  private file(own: readonly string[], words: number): string {
    const key = createHash('sha256')
      .update(JSON.stringify([...this.parts, ...own, words]))
      .digest('hex')
      .slice(0, 16);
    return path.join(this.folder, `scores-${own[0]!.replace(/\W/gu, '-')}-${words}-${key}.json`);
  }
}
