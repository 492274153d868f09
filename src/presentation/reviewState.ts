import type { Stage } from '../protocol/engine';
import type { CandidatePassages } from '../core/domain';
import type { Findings, ReviewTarget } from './findings';
import { withPassages } from './passages';

/** How far a run is; runs are numbered so that news of an older one can be dropped. */
export interface RunProgress {
  readonly stage: Stage;
  readonly done: number;
  readonly total: number;
}

export interface RunningState {
  readonly kind: 'running';
  readonly run: number;
  readonly target: ReviewTarget;
  readonly progress: RunProgress;
  /** It was told to stop, and is not yet where it can. */
  readonly stopping?: true;
  /** What this run has found so far. */
  readonly findings?: Findings;
  /** The result before: shown until then where it is of the same document, and again when the run comes to nothing. */
  readonly previous?: Findings;
}

/** `stale`: the document or the index changed after it was read; greyed, nothing removed. */
export interface ReviewedState {
  readonly kind: 'ready' | 'stale';
  readonly findings: Findings;
  /** The index is another one than was searched. */
  readonly earlierIndex?: true;
  /** The text of a later run that was cancelled. */
  readonly stopped?: ReviewTarget;
}

export interface FailedState {
  readonly kind: 'failed';
  readonly target: ReviewTarget;
  readonly code: string;
  readonly message: string;
  readonly previous?: Findings;
}

export type ReviewState = { readonly kind: 'idle' } | RunningState | ReviewedState | FailedState;

/** What happens to a review. `version` is the version, at that moment, of the document whose findings are shown then. */
export type ReviewEvent =
  /** `former`: what an earlier review of the same document found. */
  | { readonly kind: 'asked'; readonly run: number; readonly target: ReviewTarget; readonly former?: Findings }
  /** A kept result is shown again; `same`: the text is still the one that was reviewed. */
  | { readonly kind: 'opened'; readonly findings: Findings; readonly same: boolean }
  | {
      readonly kind: 'progressed';
      readonly run: number;
      readonly progress: RunProgress;
      readonly findings?: Findings;
    }
  | { readonly kind: 'finished'; readonly run: number; readonly findings: Findings; readonly version: number }
  | { readonly kind: 'stopping'; readonly run: number }
  | { readonly kind: 'cancelled'; readonly run: number }
  | { readonly kind: 'failed'; readonly run: number; readonly code: string; readonly message: string }
  /** A candidate was read that had no passages yet, of the result of that time. */
  | {
      readonly kind: 'passagesFound';
      readonly reviewedAt: number;
      readonly author: string;
      readonly passages: CandidatePassages;
    }
  /** `same`: the text is again the one that was reviewed. */
  | { readonly kind: 'edited'; readonly version: number; readonly same: boolean }
  /** `index`: its content hash now; undefined: it holds nothing. */
  | { readonly kind: 'indexChanged'; readonly index: string | undefined }
  /** The document under review is gone. */
  | { readonly kind: 'closed'; readonly version: number };

const idle: ReviewState = { kind: 'idle' };

/** The state after an event. An event that does not belong to the state, or to an older run, changes nothing. */
export function next(state: ReviewState, event: ReviewEvent): ReviewState {
  switch (event.kind) {
    case 'asked':
      return asked(state, event);
    case 'opened':
      return { kind: event.same ? 'ready' : 'stale', findings: event.findings };
    case 'edited':
      return edited(state, event.version, event.same);
    case 'passagesFound':
      return passagesFound(state, event);
    case 'indexChanged':
      return indexChanged(state, event.index);
    case 'closed':
      return closed(state, event.version);
    default:
      return state.kind === 'running' && state.run === event.run ? afterRunEvent(state, event) : state;
  }
}

/** The findings to show: those of the run so far, or else the ones before; while another document is read, none. */
export function shownFindings(state: ReviewState): Findings | undefined {
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

/** Whether the findings shown are of another text, or of another index, than the one that is asked about now. */
export function showsEarlier(state: ReviewState): boolean {
  if (state.kind === 'running') return state.findings === undefined && shownFindings(state) !== undefined;
  return state.kind === 'stale' || (state.kind === 'failed' && state.previous !== undefined);
}

/** Whether a failure is of the index, so that another index mends it. */
export function isAboutIndex(code: string): boolean {
  return code.startsWith('Index') || code === 'ModelMismatch';
}

function asked(state: ReviewState, { run, target, former }: Extract<ReviewEvent, { kind: 'asked' }>): ReviewState {
  const previous = former ?? (state.kind === 'running' ? state.previous : shownFindings(state));
  const progress = { stage: 'reading', done: 0, total: 0 } as const;
  return { kind: 'running', run, target, progress, ...(previous && { previous }) };
}

function edited(state: ReviewState, version: number, same: boolean): ReviewState {
  if (state.kind === 'ready') return { kind: 'stale', findings: state.findings };
  if (state.kind !== 'stale' || state.earlierIndex || state.stopped || !same) return state;
  const { findings } = state;
  return { kind: 'ready', findings: { ...findings, target: { ...findings.target, version } } };
}

function passagesFound(
  state: ReviewState,
  { reviewedAt, author, passages }: Extract<ReviewEvent, { kind: 'passagesFound' }>,
): ReviewState {
  if (state.kind !== 'ready' && state.kind !== 'stale') return state;
  if (state.findings.reviewedAt !== reviewedAt) return state;
  return { ...state, findings: withPassages(state.findings, author, passages) };
}

/** Whether passages of a candidate that has none yet can still be found as the review would have found them. */
export function canFindPassages(state: ReviewState): boolean {
  return state.kind === 'ready' || (state.kind === 'stale' && !state.earlierIndex);
}

function indexChanged(state: ReviewState, index: string | undefined): ReviewState {
  const isMended = state.kind === 'failed' && isAboutIndex(state.code) && index !== undefined;
  if (isMended && !state.previous) return idle;
  const findings = isMended || state.kind === 'ready' || state.kind === 'stale' ? shownFindings(state) : undefined;
  if (!findings || findings.evidence.index === index) return state;
  return { kind: 'stale', findings, earlierIndex: true };
}

function closed(state: ReviewState, version: number): ReviewState {
  if (state.kind !== 'running' && state.kind !== 'failed') return idle;
  const { previous, target } = state;
  return previous && previous.target.uri !== target.uri ? reviewed(previous, version) : idle;
}

type RunEvent = Extract<ReviewEvent, { kind: 'progressed' | 'finished' | 'stopping' | 'cancelled' | 'failed' }>;

function afterRunEvent(state: RunningState, event: RunEvent): ReviewState {
  switch (event.kind) {
    case 'progressed':
      return { ...state, progress: event.progress, ...(event.findings && { findings: event.findings }) };
    case 'finished':
      return reviewed(event.findings, event.version);
    case 'stopping':
      return { ...state, stopping: true };
    case 'cancelled':
      return state.previous ? { kind: 'stale', findings: state.previous, stopped: state.target } : idle;
    case 'failed': {
      const { code, message } = event;
      return {
        kind: 'failed',
        target: state.target,
        code,
        message,
        ...(state.previous && { previous: state.previous }),
      };
    }
  }
}

function reviewed(findings: Findings, version: number): ReviewedState {
  return { kind: findings.target.version === version ? 'ready' : 'stale', findings };
}

/** The text that was asked about last, of a run or of one that failed. */
export function askedTarget(state: ReviewState): ReviewTarget | undefined {
  return state.kind === 'running' || state.kind === 'failed' ? state.target : undefined;
}
