import { describe, expect, it } from 'vitest';
import type { Findings, ReviewTarget } from '../../../src/presentation/findings';
import { next, type ReviewEvent, type ReviewState } from '../../../src/presentation/reviewState';
import { findingsOf, targetOf } from './exampleFindings';

const target = targetOf('file:///letter.txt', 1);
const other: ReviewTarget = targetOf('file:///other.txt', 1);
const old: Findings = findingsOf(target);
const fresh: Findings = { ...old, reviewedAt: 2 };
const progress = { stage: 'encoding', done: 1, total: 4 } as const;

const idle: ReviewState = { kind: 'idle' };
const running: ReviewState = { kind: 'running', run: 2, target, progress: { stage: 'reading', done: 0, total: 0 } };
const runningAgain: ReviewState = { ...running, previous: old };
const ready: ReviewState = { kind: 'ready', findings: old };
const stale: ReviewState = { kind: 'stale', findings: old };
const failed: ReviewState = { kind: 'failed', target, code: 'TooShort', message: 'Too short.' };
const failedAfter: ReviewState = { ...failed, previous: old };

const asked: ReviewEvent = { kind: 'asked', run: 2, target };
const news: ReviewEvent = { kind: 'progressed', run: 2, progress };
const candidates: ReviewEvent = { kind: 'progressed', run: 2, progress, findings: fresh };
const finished: ReviewEvent = { kind: 'finished', run: 2, findings: fresh, version: 1 };
const finishedLate: ReviewEvent = { kind: 'finished', run: 2, findings: fresh, version: 5 };
const cancelled: ReviewEvent = { kind: 'cancelled', run: 2, version: 1 };
const cancelledLate: ReviewEvent = { kind: 'cancelled', run: 2, version: 5 };
const error: ReviewEvent = { kind: 'failed', run: 2, code: 'TooShort', message: 'Too short.' };
const edited: ReviewEvent = { kind: 'edited' };
const closed: ReviewEvent = { kind: 'closed' };

const table: readonly [string, ReviewState, ReviewEvent, ReviewState][] = [
  ['idle, asked', idle, asked, running],
  ['idle, news of a run', idle, candidates, idle],
  ['idle, finished', idle, finished, idle],
  ['idle, cancelled', idle, cancelled, idle],
  ['idle, error', idle, error, idle],
  ['idle, edited', idle, edited, idle],
  ['idle, closed', idle, closed, idle],
  ['running, asked again', { ...running, run: 1 }, asked, running],
  ['running with a previous, asked again', { ...runningAgain, run: 1 }, asked, runningAgain],
  ['running, progress', running, news, { ...running, progress }],
  ['running, candidates', running, candidates, { ...running, progress, findings: fresh }],
  ['running, finished at the present version', running, finished, { kind: 'ready', findings: fresh }],
  ['running, finished at an older version', running, finishedLate, { kind: 'stale', findings: fresh }],
  ['running, cancelled without a previous', running, cancelled, idle],
  ['running, cancelled with a previous', runningAgain, cancelled, ready],
  ['running, cancelled with a previous that was overtaken', runningAgain, cancelledLate, stale],
  ['running, error', running, error, failed],
  ['running, error with a previous', runningAgain, error, failedAfter],
  ['running, edited', running, edited, running],
  ['running, closed', running, closed, idle],
  ['ready, asked', ready, asked, runningAgain],
  ['ready, asked of another document', ready, { ...asked, target: other }, { ...running, target: other }],
  ['ready, news of a run', ready, candidates, ready],
  ['ready, finished', ready, finished, ready],
  ['ready, cancelled', ready, cancelled, ready],
  ['ready, error', ready, error, ready],
  ['ready, edited', ready, edited, stale],
  ['ready, closed', ready, closed, idle],
  ['stale, asked', stale, asked, runningAgain],
  ['stale, news of a run', stale, candidates, stale],
  ['stale, cancelled', stale, cancelled, stale],
  ['stale, error', stale, error, stale],
  ['stale, edited', stale, edited, stale],
  ['stale, closed', stale, closed, idle],
  ['failed, asked', failed, asked, running],
  ['failed with a previous, asked', failedAfter, asked, runningAgain],
  ['failed, news of a run', failed, candidates, failed],
  ['failed, edited', failed, edited, failed],
  ['failed, closed', failed, closed, idle],
];

describe('the review state after an event', () => {
  it.each(table)('follows the table: %s', (_name, state, event, after) => {
    expect(next(state, event)).toEqual(after);
  });

  it.each([news, candidates, finished, cancelled, error])('is unchanged by an event of an older run', (event) => {
    const newer: ReviewState = { ...running, run: 3 };
    expect(next(newer, event)).toBe(newer);
  });
});
