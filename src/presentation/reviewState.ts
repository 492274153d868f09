import type { ReadCandidate } from '../core/candidates';
import type { StageProgress } from '../core/work';
import { type BasisPart, isOutdated } from '../core/casework/staleness';
import type { Findings } from './findings';
import type { ReviewTarget } from '../core/casework/keptRecords';
import { addRead } from './passages';

/** A run that is under way; runs are numbered so that news of an older one can be dropped. */
export interface RunningState {
  readonly kind: 'running';
  readonly run: number;
  readonly target: ReviewTarget;
  readonly progress: StageProgress;
  /** It was told to stop, and is not yet where it can. */
  readonly stopping?: true;
  /** What this run has found so far. */
  readonly findings?: Findings;
  /** The result before: shown until then where it is of the same document, and again when the run comes to nothing. */
  readonly previous?: Findings | undefined;
}

/** `stale`: something that it rests on changed after it was read, or a later run was cancelled; greyed, nothing removed. */
interface ReviewedState {
  readonly kind: 'ready' | 'stale';
  readonly findings: Findings;
  /** What is another now; none: nothing is. */
  readonly changed?: readonly BasisPart[] | undefined;
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
      /** The content hash of the index when it failed. Undefined: the index was empty or could not be read. */
      readonly index?: string | undefined;
      readonly previous?: Findings | undefined;
    };

const idle: ReviewState = { kind: 'idle' };

// What follows gives the state after something happened: the same one where that does not belong to it.

/** A review is asked for. */
export function beginRun(state: ReviewState, run: number, target: ReviewTarget): RunningState {
  const previous = state.kind === 'running' ? state.previous : selectShownFindings(state);
  return { kind: 'running', run, target, progress: { stage: 'reading', done: 0, total: 0 }, previous };
}

/** A run is told to stop, or has news: how far it is, what it found so far, or what an earlier review of the same document found. */
export function updateRun(
  state: ReviewState,
  run: number,
  news: Partial<Pick<RunningState, 'previous' | 'progress' | 'findings' | 'stopping'>>,
): ReviewState {
  return isUnderWay(state, run) ? { ...state, ...news } : state;
}

/** `version`: of the document now. */
export function finishRun(state: ReviewState, run: number, findings: Findings, version: number): ReviewState {
  return isUnderWay(state, run) ? toReviewed(findings, version) : state;
}

export function cancelRun(state: ReviewState, run: number): ReviewState {
  if (!isUnderWay(state, run)) return state;
  const { previous, target } = state;
  return previous ? { kind: 'stale', findings: previous, stopped: target } : idle;
}

/** `failure`: what went wrong, and of a failure of the index its content hash. */
export function failRun(
  state: ReviewState,
  run: number,
  failure: Readonly<{ code: string; message: string; index?: string | undefined }>,
): ReviewState {
  if (!isUnderWay(state, run)) return state;
  const { previous, target } = state;
  return { kind: 'failed', target, ...failure, previous };
}

/** Whether an error with this code is over once the index is another one. */
export function isOfIndex(code: string): boolean {
  return /^Index|^ModelMismatch$/.test(code);
}

/** Another text is shown, with the result that is kept of it, if one is; `same`: it is still the text that was reviewed. */
export function openText(findings: Findings | undefined, same: boolean): ReviewState {
  return findings ? setChange({ kind: 'ready', findings }, 'text', !same) : idle;
}

/** The document was edited; `same`: its text is again the one that was reviewed. */
export function noteEdit(state: ReviewState, version: number, same: boolean): ReviewState {
  if (!isReviewed(state)) return state;
  if (!same) return setChange(state, 'text', true);
  if (!state.changed?.includes('text')) return state;
  const { findings } = state;
  return setChange({ ...state, findings: { ...findings, target: { ...findings.target, version } } }, 'text', false);
}

/** A candidate was read that had no passages yet. */
export function addPassages(state: ReviewState, id: string, author: string, read: ReadCandidate): ReviewState {
  if (!isReviewed(state) || state.findings.id !== id) return state;
  return { ...state, findings: addRead(state.findings, author, read) };
}

/** `parts`: what the shown result was made from that is another now, but for the text, which is compared here. */
export function noteBasis(state: ReviewState, id: string, parts: readonly BasisPart[]): ReviewState {
  if (!isReviewed(state) || state.findings.id !== id) return state;
  const text = state.changed?.filter((part) => part === 'text') ?? [];
  return withParts(state, [...text, ...parts.filter((part) => part !== 'text')]);
}

/** `index`: its content hash now; undefined: it holds nothing. A failure of another index is over. */
export function noteIndex(state: ReviewState, index: string | undefined): ReviewState {
  if (state.kind !== 'failed' || !isOfIndex(state.code) || index === undefined || index === state.index) return state;
  return state.previous ? { kind: 'ready', findings: state.previous } : idle;
}

/** The document under review is gone. `version`: of the one whose findings are shown then. */
export function closeText(state: ReviewState, version: number): ReviewState {
  if (state.kind !== 'running' && state.kind !== 'failed') return idle;
  const { previous, target } = state;
  return previous && previous.target.uri !== target.uri ? toReviewed(previous, version) : idle;
}

/** The findings to show: those of the run so far, or else the ones before; while another document is read, none. */
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

/** Whether what is shown may not answer what is asked now. */
export function isShowingEarlier(state: ReviewState): boolean {
  if (state.kind === 'running') return state.findings === undefined && selectShownFindings(state) !== undefined;
  return state.kind === 'stale' || (state.kind === 'failed' && state.previous !== undefined);
}

/** Whether passages of a candidate that has none yet can still be found as the review would have found them. */
export function canFindPassages(state: ReviewState): boolean {
  return isReviewed(state) && !state.changed?.some((part) => part !== 'text');
}

/** The text that was asked about last, of a run or of one that failed. */
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

/** The state when this part of what its findings rest on is another, or the same again. */
function setChange(state: ReviewedState, part: BasisPart, isChanged: boolean): ReviewedState {
  const { changed: before = [] } = state;
  if (before.includes(part) === isChanged) return state;
  return withParts(state, isChanged ? [...before, part] : before.filter((each) => each !== part));
}

/** The same with these parts. A marker of the user's own that came since outdates nothing that is shown. */
function withParts(state: ReviewedState, parts: readonly BasisPart[]): ReviewedState {
  const { changed: before = [], findings, stopped } = state;
  if (before.length === parts.length && before.every((part, i) => part === parts[i])) return state;
  const changed = parts.length > 0 ? parts : undefined;
  return { kind: isOutdated(parts) || stopped ? 'stale' : 'ready', findings, changed, stopped };
}
