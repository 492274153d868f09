import { describe, expect, it } from 'vitest';
import type { Findings } from '../../../src/presentation/findings';
import type { ReviewTarget } from '../../../src/core/casework/keptRecords';
import * as states from '../../../src/presentation/reviewState';
import type { ReviewState } from '../../../src/presentation/reviewState';
import { addRead } from '../../../src/presentation/passages';
import { findingsOf, passagesOf, targetOf } from './exampleFindings';

const target = targetOf('file:///letter.txt', 1);
const other: ReviewTarget = targetOf('file:///other.txt', 1);
const old: Findings = findingsOf(target);
const fresh: Findings = { ...old, id: 'later', reviewedAt: 2 };
const progress = { stage: 'encoding', done: 1, total: 4 } as const;

const idle: ReviewState = { kind: 'idle' };
const running: ReviewState = { kind: 'running', run: 2, target, progress: { stage: 'reading', done: 0, total: 0 } };
const runningAgain: ReviewState = { ...running, previous: old };
const ready: ReviewState = { kind: 'ready', findings: old };
const stale: ReviewState = { kind: 'stale', findings: old, changed: ['text'] };
const failed: ReviewState = { kind: 'failed', target, code: 'TooShort', message: 'Too short.' };
const failedAfter: ReviewState = { ...failed, previous: old };

/** What happens to a review. */
type Step = (state: ReviewState) => ReviewState;

const asked: Step = (state) => states.beginRun(state, 2, target);
const askedOther: Step = (state) => states.beginRun(state, 2, other);
const news: Step = (state) => states.updateRun(state, 2, { progress });
const candidates: Step = (state) => states.updateRun(state, 2, { progress, findings: fresh });
const finished: Step = (state) => states.finishRun(state, 2, fresh, 1);
const finishedLate: Step = (state) => states.finishRun(state, 2, fresh, 5);
const stopping: Step = (state) => states.updateRun(state, 2, { stopping: true });
const cancelled: Step = (state) => states.cancelRun(state, 2);
const error: Step = (state) => states.failRun(state, 2, { code: 'TooShort', message: 'Too short.' });
const edited: Step = (state) => states.noteEdit(state, 2, false);
const undone: Step = (state) => states.noteEdit(state, 3, true);
const closed: Step = (state) => states.closeText(state, 1);
const sameIndex: Step = (state) => states.noteIndex(state, 'cd');
const otherIndex: Step = (state) => states.noteIndex(state, 'ce');
const noIndex: Step = (state) => states.noteIndex(state, undefined);
const aboutEarlierIndex: ReviewState = { kind: 'stale', findings: old, changed: ['basis'] };
const otherBasis: Step = (state) => states.noteBasis(state, old.id, true);
const sameBasis: Step = (state) => states.noteBasis(state, old.id, false);
const otherSettings: Step = (state) => states.noteBasis(state, old.id, true);
const underOtherSettings: ReviewState = { kind: 'stale', findings: old, changed: ['basis'] };
const runningOther: ReviewState = { ...running, target: other, previous: old };
const failedOther: ReviewState = { ...failed, target: other, previous: old };
const otherReady: ReviewState = { kind: 'ready', findings: findingsOf(other) };
const stopped: ReviewState = { kind: 'stale', findings: old, stopped: target };
const indexFailed: ReviewState = { ...failed, code: 'IndexEmpty' };
const indexDamaged: ReviewState = { ...failed, code: 'IndexCorrupt', index: 'cd' };
const damagedAfter: ReviewState = { ...indexDamaged, previous: old };

const more = passagesOf();
const found: Step = (state) => states.addPassages(state, old.id, 'Author D', { passages: more });
const oldWithMore: Findings = addRead(old, 'Author D', { passages: more });

const table: readonly [string, ReviewState, Step, ReviewState][] = [
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
  [
    'running, finished at an older version',
    running,
    finishedLate,
    { kind: 'stale', findings: fresh, changed: ['text'] },
  ],
  ['running, cancelled without a previous', running, cancelled, idle],
  ['running, cancelled with a previous', runningAgain, cancelled, stopped],
  ['cancelled, the edit undone', stopped, undone, stopped],
  ['cancelled, closed', stopped, closed, idle],
  ['running, told to stop', running, stopping, { ...running, stopping: true }],
  ['ready, told to stop', ready, stopping, ready],
  ['running, error', running, error, failed],
  ['running, error with a previous', runningAgain, error, failedAfter],
  ['running, edited', running, edited, running],
  ['running, closed', running, closed, idle],
  ['ready, asked', ready, asked, runningAgain],
  ['ready, asked of another document', ready, askedOther, runningOther],
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
  ['stale, the edit undone', stale, undone, { kind: 'ready', findings: { ...old, target: { ...target, version: 3 } } }],
  ['about an earlier index, the edit undone', aboutEarlierIndex, undone, aboutEarlierIndex],
  ['running on another document, cancelled', runningOther, cancelled, { ...stopped, stopped: other }],
  [
    'another document shown, asked of one that was reviewed',
    otherReady,
    (state) => states.updateRun(states.beginRun(state, 2, target), 2, { previous: old }),
    runningAgain,
  ],
  ['idle, a kept result opened', idle, () => states.openText(old, true), ready],
  ['failed, a kept result of a changed text opened', failed, () => states.openText(old, false), stale],
  ['running on another document, error', runningOther, error, failedOther],
  ['running on another document, closed', runningOther, closed, ready],
  ['failed on another document, closed', failedOther, closed, ready],
  ['ready, passages found of another candidate', ready, found, { ...ready, findings: oldWithMore }],
  ['stale, passages found of another candidate', stale, found, { ...stale, findings: oldWithMore }],
  [
    'ready anew, passages found of the former result',
    { ...ready, findings: fresh },
    found,
    { ...ready, findings: fresh },
  ],
  ['running, passages found of the former result', runningAgain, found, runningAgain],
  ['ready, what it was made from read again', ready, sameBasis, ready],
  ['ready, the index changed', ready, otherBasis, aboutEarlierIndex],
  ['ready, a text without a result opened', ready, () => states.openText(undefined, true), idle],
  ['stale, the index changed', stale, otherBasis, { ...stale, changed: ['text', 'basis'] }],
  ['about an earlier index, the index as it was', aboutEarlierIndex, sameBasis, ready],
  ['ready, the settings changed', ready, otherSettings, underOtherSettings],
  ['ready, the settings of another result changed', ready, (state) => states.noteBasis(state, fresh.id, true), ready],
  ['stale, the settings changed', stale, otherSettings, { ...stale, changed: ['text', 'basis'] }],
  ['under other settings, as they were', underOtherSettings, sameBasis, ready],
  ['running, the settings changed', runningAgain, otherSettings, runningAgain],
  ['running, the index changed', running, otherIndex, running],
  ['failed without an index, an index built', indexFailed, otherIndex, idle],
  ['failed without an index, still none', indexFailed, noIndex, indexFailed],
  ['failed by the index with a previous, an index built', { ...indexFailed, previous: old }, otherIndex, ready],
  ['failed by a damaged index, the same index', indexDamaged, sameIndex, indexDamaged],
  ['failed by a damaged index, another index', indexDamaged, otherIndex, idle],
  ['failed by a damaged index with a previous, the same index', damagedAfter, sameIndex, damagedAfter],
  ['failed by a damaged index with a previous, another index', damagedAfter, otherIndex, ready],
  [
    'failed by an unreadable index with a previous, the index of that',
    { ...indexFailed, previous: old },
    sameIndex,
    ready,
  ],
  ['failed otherwise, the index changed', failedAfter, otherIndex, failedAfter],
];

describe('the review state after a step', () => {
  it.each(table)('follows the table: %s', (_name, state, step, after) => {
    expect(step(state)).toEqual(after);
  });

  it.each([news, candidates, finished, cancelled, error])('is unchanged by what happens in an older run', (step) => {
    const newer: ReviewState = { ...running, run: 3 };
    expect(step(newer)).toBe(newer);
  });
});

describe('the findings that are shown', () => {
  it('are none of another document while one is read', () => {
    expect(states.selectShownFindings(runningOther)).toBeUndefined();
    expect(states.selectShownFindings(runningAgain)).toBe(old);
  });

  it.each<[string, ReviewState, boolean]>([
    ['idle', idle, false],
    ['ready', ready, false],
    ['changed since', stale, true],
    ['a run that has found nothing yet', runningAgain, true],
    ['a run on another document', runningOther, false],
    ['a run with findings of its own', { ...runningAgain, findings: fresh }, false],
    ['a failure', failed, false],
    ['a failure after a review', failedAfter, true],
  ])('are earlier ones or not: %s', (_name, state, earlier) => {
    expect(states.isShowingEarlier(state)).toBe(earlier);
  });
});
