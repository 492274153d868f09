import type { Stage } from '../protocol/engine';
import type { Findings, ReviewTarget } from './findings';

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
  /** What this run has found so far. */
  readonly findings?: Findings;
  /** What is shown until then, and again when the run is cancelled. */
  readonly previous?: Findings;
}

/** `stale`: the document changed after it was read; greyed, nothing removed. */
export interface ReviewedState {
  readonly kind: 'ready' | 'stale';
  readonly findings: Findings;
}

export interface FailedState {
  readonly kind: 'failed';
  readonly target: ReviewTarget;
  readonly code: string;
  readonly message: string;
  readonly previous?: Findings;
}

export type ReviewState = { readonly kind: 'idle' } | RunningState | ReviewedState | FailedState;

/** What happens to a review. `version` is the document's version at that moment. */
export type ReviewEvent =
  | { readonly kind: 'asked'; readonly run: number; readonly target: ReviewTarget }
  | {
      readonly kind: 'progressed';
      readonly run: number;
      readonly progress: RunProgress;
      readonly findings?: Findings;
    }
  | { readonly kind: 'finished'; readonly run: number; readonly findings: Findings; readonly version: number }
  | { readonly kind: 'cancelled'; readonly run: number; readonly version: number }
  | { readonly kind: 'failed'; readonly run: number; readonly code: string; readonly message: string }
  | { readonly kind: 'edited' }
  | { readonly kind: 'closed' };

const idle: ReviewState = { kind: 'idle' };

/** The state after an event. An event that does not belong to the state, or to an older run, changes nothing. */
export function next(state: ReviewState, event: ReviewEvent): ReviewState {
  switch (event.kind) {
    case 'asked':
      return asked(state, event.run, event.target);
    case 'edited':
      return state.kind === 'ready' ? { kind: 'stale', findings: state.findings } : state;
    case 'closed':
      return idle;
    default:
      return state.kind === 'running' && state.run === event.run ? afterRunEvent(state, event) : state;
  }
}

/** The findings to show: those of the run so far, or else the ones before. */
export function shownFindings(state: ReviewState): Findings | undefined {
  switch (state.kind) {
    case 'idle':
      return undefined;
    case 'running':
      return state.findings ?? state.previous;
    case 'failed':
      return state.previous;
    default:
      return state.findings;
  }
}

function asked(state: ReviewState, run: number, target: ReviewTarget): ReviewState {
  const before = state.kind === 'running' ? state.previous : shownFindings(state);
  const kept = before && before.target.uri === target.uri ? { previous: before } : {};
  return { kind: 'running', run, target, progress: { stage: 'reading', done: 0, total: 0 }, ...kept };
}

type RunEvent = Extract<ReviewEvent, { kind: 'progressed' | 'finished' | 'cancelled' | 'failed' }>;

function afterRunEvent(state: RunningState, event: RunEvent): ReviewState {
  switch (event.kind) {
    case 'progressed':
      return { ...state, progress: event.progress, ...(event.findings && { findings: event.findings }) };
    case 'finished':
      return reviewed(event.findings, event.version);
    case 'cancelled':
      return state.previous ? reviewed(state.previous, event.version) : idle;
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
