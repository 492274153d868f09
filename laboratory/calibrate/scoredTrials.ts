import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { usage } from '../../src/core/errors';
import { lengthBands } from '../../src/core/verification/condition';
import { scoreNames } from '../../src/core/verification/scores';
import type { ScoredLength } from './scoreTrials';

/** Scored trials of every length, and the hash of what they are. */
export interface ScoredTrials {
  readonly lengths: readonly ScoredLength[];
  readonly trainedOn: string;
}

/** Reads trials-WORDS.json of every length. Throws Usage for one without the scores that are weighed, or with scores that are no numbers. */
export function readScoredTrials(folder: string): ScoredTrials {
  const hash = createHash('sha256');
  const lengths = lengthBands.map((words) => {
    const file = path.join(folder, `trials-${words}.json`);
    const content = readFileSync(file);
    hash.update(content);
    return checked(JSON.parse(content.toString()) as ScoredLength, file);
  });
  return { lengths, trainedOn: hash.digest('hex') };
}

function checked(length: ScoredLength, file: string): ScoredLength {
  for (const [i, { scores }] of length.trials.entries()) {
    const odd = scoreNames.find((name) => !Number.isFinite(scores[name]));
    if (odd !== undefined) throw usage(`${file}: trial ${i + 1} has no ${odd}.`);
  }
  return length;
}
