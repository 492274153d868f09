import type { ReadCandidate } from '../core/review/candidates';
import type { StageProgress } from '../core/basics/work';
import type { Findings } from './findings';
import type { Change, ReviewTarget } from '../core/casework/keptRecords';
import { addRead } from './passages';
import { formatProgress } from './words/words';
import * as l10n from '@vscode/l10n';

/** A run in progress. Runs are numbered, so that news of an older run can be dropped. */
export interface RunningState {
  readonly kind: 'running';
  readonly run: number;
  readonly target: ReviewTarget;
  readonly progress: StageProgress;
  /** The run was cancelled and has not reached a place where it can stop. */
  readonly stopping?: true;
  /** What this run has found so far. */
  readonly findings?: Findings;
  /**
   * The result before this run. It is shown until the run has findings of its own if it is about the same document, and again if the run
   * has no result.
   */
  readonly previous?: Findings | undefined;
}

/** `stale`: something that it rests on changed later, or a later run was cancelled. The page is then grey and complete. */
interface ReviewedState {
  readonly kind: 'ready' | 'stale';
  readonly findings: Findings;
  /** What differs now; absent if nothing does. */
  readonly changed?: readonly Change[] | undefined;
  /** The text of a later run that was cancelled. */
  readonly stopped?: ReviewTarget | undefined;
}

export type ReviewState =
  | { readonly kind: 'idle' }
  | RunningState
  | ReviewedState
  | {
      readonly kind: 'failed';
      readonly target: ReviewTarget;
      readonly code: string;
      readonly message: string;
      /** The content hash of the index when the review failed. Undefined if the index was empty or could not be read. */
      readonly index?: string | undefined;
      readonly previous?: Findings | undefined;
    };

const idle: ReviewState = { kind: 'idle' };

// The following functions return the state after an event. An event of another run or document returns the same state.

/** The user asked for a review. */
export function beginRun(state: ReviewState, run: number, target: ReviewTarget): RunningState {
  const previous = state.kind === 'running' ? state.previous : selectShownFindings(state);
  return { kind: 'running', run, target, progress: { stage: 'reading', done: 0, total: 0 }, previous };
}

/** A run was cancelled or has news: its progress, its findings so far, or the result of an earlier review of the same document. */
export function updateRun(
  state: ReviewState,
  run: number,
  news: Partial<Pick<RunningState, 'previous' | 'progress' | 'findings' | 'stopping'>>,
): ReviewState {
  return isUnderWay(state, run) ? { ...state, ...news } : state;
}

/** @param version  of the document now */
export function finishRun(state: ReviewState, run: number, findings: Findings, version: number): ReviewState {
  return isUnderWay(state, run) ? toReviewed(findings, version) : state;
}

export function cancelRun(state: ReviewState, run: number): ReviewState {
  if (!isUnderWay(state, run)) return state;
  const { previous, target } = state;
  return previous ? { kind: 'stale', findings: previous, stopped: target } : idle;
}

/** @param failure  what went wrong, and the content hash of an index that caused it */
export function failRun(
  state: ReviewState,
  run: number,
  failure: Readonly<{ code: string; message: string; index?: string | undefined }>,
): ReviewState {
  if (!isUnderWay(state, run)) return state;
  const { previous, target } = state;
  return { kind: 'failed', target, ...failure, previous };
}

/** Whether an error with this code no longer applies after the index changes. */
export function isOfIndex(code: string): boolean {
  return /^Index|^ModelMismatch$/.test(code);
}

/** Another text is shown, with its kept result if there is one. `same`: the text is still the reviewed one. */
export function openText(findings: Findings | undefined, same: boolean): ReviewState {
  return findings ? setChange({ kind: 'ready', findings }, 'text', !same) : idle;
}

/** The document was edited. `same`: its text is the reviewed one again. */
export function noteEdit(state: ReviewState, version: number, same: boolean): ReviewState {
  if (!isReviewed(state)) return state;
  if (!same) return setChange(state, 'text', true);
  if (!state.changed?.includes('text')) return state;
  const { findings } = state;
  return setChange({ ...state, findings: { ...findings, target: { ...findings.target, version } } }, 'text', false);
}

/** The passages of a candidate that had none were read. */
export function addPassages(state: ReviewState, id: string, author: string, read: ReadCandidate): ReviewState {
  if (!isReviewed(state) || state.findings.id !== id) return state;
  return { ...state, findings: addRead(state.findings, author, read) };
}

/** @param isChanged  whether the basis of the result with this id differs now */
export function noteBasis(state: ReviewState, id: string, isChanged: boolean): ReviewState {
  return isReviewed(state) && state.findings.id === id ? setChange(state, 'basis', isChanged) : state;
}

/** The index changed. A failure that another index caused is over. @param index  its content hash, undefined for an empty index */
export function noteIndex(state: ReviewState, index: string | undefined): ReviewState {
  if (state.kind !== 'failed' || !isOfIndex(state.code) || index === undefined || index === state.index) return state;
  return state.previous ? { kind: 'ready', findings: state.previous } : idle;
}

/** The document under review was closed. @param version  of the document with the findings that are shown then */
export function closeText(state: ReviewState, version: number): ReviewState {
  if (state.kind !== 'running' && state.kind !== 'failed') return idle;
  const { previous, target } = state;
  return previous && previous.target.uri !== target.uri ? toReviewed(previous, version) : idle;
}

/** The findings to show: those of the run so far, or the ones before. None while another document is read. */
export function selectShownFindings(state: ReviewState): Findings | undefined {
  switch (state.kind) {
    case 'idle':
      return undefined;
    case 'running':
      return state.findings ?? (state.previous?.target.uri === state.target.uri ? state.previous : undefined);
    case 'failed':
      return state.previous;
    default:
      return state.findings;
  }
}

/** Whether the findings shown may not answer the last question. */
export function isShowingEarlier(state: ReviewState): boolean {
  if (state.kind === 'running') return state.findings === undefined && selectShownFindings(state) !== undefined;
  return state.kind === 'stale' || (state.kind === 'failed' && state.previous !== undefined);
}

/** Whether passages of a candidate without any can still be found with the result that the review would have had. */
export function canFindPassages(state: ReviewState): boolean {
  return isReviewed(state) && !state.changed?.includes('basis');
}

/** The text of the last question, which is in progress or failed. */
export function selectAskedTarget(state: ReviewState): ReviewTarget | undefined {
  return state.kind === 'running' || state.kind === 'failed' ? state.target : undefined;
}

function isReviewed(state: ReviewState): state is ReviewedState {
  return state.kind === 'ready' || state.kind === 'stale';
}

function isUnderWay(state: ReviewState, run: number): state is RunningState {
  return state.kind === 'running' && state.run === run;
}

function toReviewed(findings: Findings, version: number): ReviewedState {
  return setChange({ kind: 'ready', findings }, 'text', findings.target.version !== version);
}

/** The state after its text or its basis changed, or changed back. */
function setChange(state: ReviewedState, part: Change, isChanged: boolean): ReviewedState {
  const { changed: before = [], findings, stopped } = state;
  if (before.includes(part) === isChanged) return state;
  const now = isChanged ? [...before, part] : before.filter((each) => each !== part);
  const changed = now.length > 0 ? now : undefined;
  return { kind: changed || stopped ? 'stale' : 'ready', findings, changed, stopped };
}

/** How far a run is, or only that it is being cancelled. */
export function runWords({ progress, stopping }: RunningState): string {
  return stopping ? l10n.t('Cancelling…') : formatProgress(progress);
}
