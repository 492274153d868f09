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

/** What a review rests on: the text, the index, and all that its settings hash stands for. */
export type Basis = 'text' | 'index' | 'settings';

/** `stale`: something that it rests on changed after it was read, or a later run was cancelled; greyed, nothing removed. */
export interface ReviewedState {
  readonly kind: 'ready' | 'stale';
  readonly findings: Findings;
  /** What is another now; none: nothing is. */
  readonly changed?: readonly Basis[];
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
  /** Another text is shown, with the result that is kept of it, if one is; `same`: it is still the text that was reviewed. */
  | { readonly kind: 'opened'; readonly findings?: Findings; readonly same: boolean }
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
  /** `settings`: what the document would be reviewed with now. */
  | { readonly kind: 'settingsChanged'; readonly uri: string; readonly settings: string }
  /** The document under review is gone. */
  | { readonly kind: 'closed'; readonly version: number };

const idle: ReviewState = { kind: 'idle' };

/** The state after an event. An event that does not belong to the state, or to an older run, changes nothing. */
export function next(state: ReviewState, event: ReviewEvent): ReviewState {
  switch (event.kind) {
    case 'asked':
      return asked(state, event);
    case 'opened':
      return opened(event);
    case 'passagesFound':
      return passagesFound(state, event);
    case 'closed':
      return closed(state, event.version);
    case 'edited':
    case 'indexChanged':
    case 'settingsChanged':
      return afterChange(state, event);
    default:
      return state.kind === 'running' && state.run === event.run ? afterRunEvent(state, event) : state;
  }
}

/** What a review rests on may be another now. */
function afterChange(
  state: ReviewState,
  event: Extract<ReviewEvent, { kind: 'edited' | 'indexChanged' | 'settingsChanged' }>,
): ReviewState {
  switch (event.kind) {
    case 'edited':
      return edited(state, event.version, event.same);
    case 'indexChanged':
      return indexChanged(state, event.index);
    case 'settingsChanged':
      return settingsChanged(state, event);
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
function isAboutIndex(code: string): boolean {
  return code.startsWith('Index') || code === 'ModelMismatch';
}

function opened({ findings, same }: Extract<ReviewEvent, { kind: 'opened' }>): ReviewState {
  return findings ? withChange({ kind: 'ready', findings }, 'text', !same) : idle;
}

function asked(state: ReviewState, { run, target, former }: Extract<ReviewEvent, { kind: 'asked' }>): ReviewState {
  const previous = former ?? (state.kind === 'running' ? state.previous : shownFindings(state));
  const progress = { stage: 'reading', done: 0, total: 0 } as const;
  return { kind: 'running', run, target, progress, ...(previous && { previous }) };
}

function edited(state: ReviewState, version: number, same: boolean): ReviewState {
  if (state.kind !== 'ready' && state.kind !== 'stale') return state;
  const { findings } = state;
  if (!same) return withChange(state, 'text', true);
  if (!state.changed?.includes('text')) return state;
  return withChange({ ...state, findings: { ...findings, target: { ...findings.target, version } } }, 'text', false);
}

function settingsChanged(
  state: ReviewState,
  { uri, settings }: Extract<ReviewEvent, { kind: 'settingsChanged' }>,
): ReviewState {
  if ((state.kind !== 'ready' && state.kind !== 'stale') || state.findings.target.uri !== uri) return state;
  return withChange(state, 'settings', state.findings.settings !== settings);
}

/** The state when this part of what its findings rest on is another, or the same again. */
function withChange(state: ReviewedState, part: Basis, isChanged: boolean): ReviewedState {
  const { changed: before = [], findings, stopped } = state;
  if (before.includes(part) === isChanged) return state;
  const changed = isChanged ? [...before, part] : before.filter((each) => each !== part);
  const kind = changed.length > 0 || stopped ? 'stale' : 'ready';
  return { kind, findings, ...(changed.length > 0 && { changed }), ...(stopped && { stopped }) };
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
  return (state.kind === 'ready' || state.kind === 'stale') && !(state.changed ?? []).some((part) => part !== 'text');
}

function indexChanged(state: ReviewState, index: string | undefined): ReviewState {
  const isMended = state.kind === 'failed' && isAboutIndex(state.code) && index !== undefined;
  if (isMended && !state.previous) return idle;
  if (isMended && state.previous) return withChange({ kind: 'ready', findings: state.previous }, 'index', true);
  if (state.kind !== 'ready' && state.kind !== 'stale') return state;
  return withChange(state, 'index', state.findings.evidence.index !== index);
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
  return withChange({ kind: 'ready', findings }, 'text', findings.target.version !== version);
}

/** The text that was asked about last, of a run or of one that failed. */
export function askedTarget(state: ReviewState): ReviewTarget | undefined {
  return state.kind === 'running' || state.kind === 'failed' ? state.target : undefined;
}
