import type { ReadCandidate } from '../core/candidates';
import type { StageProgress } from '../core/work';
import type { Findings, ReviewTarget } from './findings';
import { withRead } from './passages';

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

/** What a review rests on: the text, the index, and all that its settings hash stands for. */
export type Basis = 'text' | 'index' | 'settings';

/** `stale`: something that it rests on changed after it was read, or a later run was cancelled; greyed, nothing removed. */
interface ReviewedState {
  readonly kind: 'ready' | 'stale';
  readonly findings: Findings;
  /** What is another now; none: nothing is. */
  readonly changed?: readonly Basis[] | undefined;
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
      readonly previous?: Findings | undefined;
    };

/** What happens to a review. `version` is the version, at that moment, of the document whose findings are shown then. */
export type ReviewEvent =
  | RunEvent
  /** `former`: what an earlier review of the same document found. */
  | {
      readonly kind: 'asked';
      readonly run: number;
      readonly target: ReviewTarget;
      readonly former?: Findings | undefined;
    }
  /** Another text is shown, with the result that is kept of it, if one is; `same`: it is still the text that was reviewed. */
  | { readonly kind: 'opened'; readonly findings?: Findings; readonly same: boolean }
  /** A candidate was read that had no passages yet, of the result of that time. */
  | {
      readonly kind: 'passagesFound';
      readonly reviewedAt: number;
      readonly author: string;
      readonly read: ReadCandidate;
    }
  /** `same`: the text is again the one that was reviewed. */
  | { readonly kind: 'edited'; readonly version: number; readonly same: boolean }
  /** `index`: its content hash now; undefined: it holds nothing. */
  | { readonly kind: 'indexChanged'; readonly index: string | undefined }
  /** `settings`: what the document would be reviewed with now. */
  | { readonly kind: 'settingsChanged'; readonly uri: string; readonly settings: string }
  /** The document under review is gone. */
  | { readonly kind: 'closed'; readonly version: number };

/** What happens in a run. */
type RunEvent = { readonly run: number } & (
  | { readonly kind: 'progressed'; readonly progress: StageProgress; readonly findings?: Findings | undefined }
  | { readonly kind: 'finished'; readonly findings: Findings; readonly version: number }
  | { readonly kind: 'stopping' | 'cancelled' }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string }
);

const idle: ReviewState = { kind: 'idle' };

/** The state after an event. An event that does not belong to the state, or to an older run, changes nothing. */
export function next(state: ReviewState, event: ReviewEvent): ReviewState {
  switch (event.kind) {
    case 'asked':
      return asked(state, event);
    case 'opened':
      return event.findings ? withChange({ kind: 'ready', findings: event.findings }, 'text', !event.same) : idle;
    case 'closed':
      return closed(state, event.version);
    case 'indexChanged':
      return indexChanged(state, event.index);
    case 'edited':
    case 'settingsChanged':
    case 'passagesFound':
      return isReviewed(state) ? afterReview(state, event) : state;
    default:
      return afterRunEvent(state, event);
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

/** Whether passages of a candidate that has none yet can still be found as the review would have found them. */
export function canFindPassages(state: ReviewState): boolean {
  return isReviewed(state) && !state.changed?.some((part) => part !== 'text');
}

/** The text that was asked about last, of a run or of one that failed. */
export function askedTarget(state: ReviewState): ReviewTarget | undefined {
  return state.kind === 'running' || state.kind === 'failed' ? state.target : undefined;
}

function isReviewed(state: ReviewState): state is ReviewedState {
  return state.kind === 'ready' || state.kind === 'stale';
}

type EventOf<Kind extends ReviewEvent['kind']> = Extract<ReviewEvent, { readonly kind: Kind }>;

function asked(state: ReviewState, { run, target, former }: EventOf<'asked'>): ReviewState {
  const previous = former ?? (state.kind === 'running' ? state.previous : shownFindings(state));
  return { kind: 'running', run, target, progress: { stage: 'reading', done: 0, total: 0 }, previous };
}

function afterRunEvent(state: ReviewState, event: RunEvent): ReviewState {
  if (state.kind !== 'running' || state.run !== event.run) return state;
  const { target, previous } = state;
  switch (event.kind) {
    case 'progressed':
      return { ...state, progress: event.progress, ...(event.findings && { findings: event.findings }) };
    case 'finished':
      return reviewed(event.findings, event.version);
    case 'stopping':
      return { ...state, stopping: true };
    case 'cancelled':
      return previous ? { kind: 'stale', findings: previous, stopped: target } : idle;
    case 'failed':
      return { kind: 'failed', target, code: event.code, message: event.message, previous };
  }
}

function reviewed(findings: Findings, version: number): ReviewedState {
  return withChange({ kind: 'ready', findings }, 'text', findings.target.version !== version);
}

/** What is known of a result later than it was found. */
function afterReview(
  state: ReviewedState,
  event: EventOf<'edited' | 'settingsChanged' | 'passagesFound'>,
): ReviewedState {
  const { findings, changed } = state;
  const { target } = findings;
  switch (event.kind) {
    case 'settingsChanged':
      return event.uri === target.uri ? withChange(state, 'settings', findings.settings !== event.settings) : state;
    case 'passagesFound':
      if (findings.reviewedAt !== event.reviewedAt) return state;
      return { ...state, findings: withRead(findings, event.author, event.read) };
    case 'edited': {
      if (!event.same) return withChange(state, 'text', true);
      if (!changed?.includes('text')) return state;
      const now = { ...findings, target: { ...target, version: event.version } };
      return withChange({ ...state, findings: now }, 'text', false);
    }
  }
}

function indexChanged(state: ReviewState, index: string | undefined): ReviewState {
  if (isReviewed(state)) return withChange(state, 'index', state.findings.evidence.index !== index);
  // A failure of the index is over once there is another one.
  const isOver = state.kind === 'failed' && /^Index|^ModelMismatch$/.test(state.code) && index !== undefined;
  if (!isOver) return state;
  return state.previous ? withChange({ kind: 'ready', findings: state.previous }, 'index', true) : idle;
}

function closed(state: ReviewState, version: number): ReviewState {
  if (state.kind !== 'running' && state.kind !== 'failed') return idle;
  const { previous, target } = state;
  return previous && previous.target.uri !== target.uri ? reviewed(previous, version) : idle;
}

/** The state when this part of what its findings rest on is another, or the same again. */
function withChange(state: ReviewedState, part: Basis, isChanged: boolean): ReviewedState {
  const { changed: before = [], findings, stopped } = state;
  if (before.includes(part) === isChanged) return state;
  const parts = isChanged ? [...before, part] : before.filter((each) => each !== part);
  const changed = parts.length > 0 ? parts : undefined;
  return { kind: changed || stopped ? 'stale' : 'ready', findings, changed, stopped };
}
