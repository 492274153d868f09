import type { DecidedPassage, Decision, PassageDecision } from '../core/casework/decisions';
import type { CaseFolder } from '../node/casework/caseFolder';

/** A passage of a candidate, by its words. */
export type PassageOfCandidate = Omit<DecidedPassage, 'document'>;

/** A decision that can be taken back. */
interface Step {
  readonly passage: PassageOfCandidate;
  readonly before: Decision;
  readonly after: Decision;
}

/**
 * For each questioned file, the decisions that can be taken back and made again, the last one at the end. They are kept until the engine
 * thread ends.
 */
export class DecisionHistory {
  private readonly steps = new Map<string, { readonly undo: Step[]; readonly redo: Step[] }>();

  findSteps(file: string): { readonly undo: Step[]; readonly redo: Step[] } {
    const result = this.steps.get(file) ?? { undo: [], redo: [] };
    this.steps.set(file, result);
    return result;
  }
}

/** A case, and the decisions on its texts. */
interface DecidedCase {
  readonly folder: CaseFolder | undefined;
  readonly history: DecisionHistory;
}

/** Readers' decisions on passages of a document, and the last one that can be taken back or made again. */
export interface FileDecisions {
  /** Undefined if the document belongs to no case. */
  readonly made: readonly PassageDecision[] | undefined;
  readonly undo?: Decision | undefined;
  readonly redo?: Decision | undefined;
}

export function* decisionsOn({ folder, history }: DecidedCase, file: string): Generator<never, FileDecisions> {
  const { undo, redo } = history.findSteps(file);
  return { made: folder?.listDecisions(file), undo: undo.at(-1)?.after, redo: redo.at(-1)?.after };
}

/** Records a decision on a passage. Throws UnwritableFile. */
export function* decide(
  { folder, history }: DecidedCase,
  {
    file,
    passage,
    decided,
  }: { readonly file: string; readonly passage: PassageOfCandidate; readonly decided: Decision },
): Generator<never, void> {
  const before = folder?.decide(file, passage, decided);
  if (!before) return;
  const { undo, redo } = history.findSteps(file);
  undo.push({ passage, before, after: decided });
  redo.length = 0;
}

/** Takes the last decision on a document back, or makes it again. Throws Usage if somebody else has changed the decision since. */
export function* revert(
  { folder, history }: DecidedCase,
  { file, way }: { readonly file: string; readonly way: 'undo' | 'redo' },
): Generator<never, void> {
  const steps = history.findSteps(file);
  const last = steps[way].pop();
  if (!last) return;
  const [now, then] = way === 'undo' ? [last.before, last.after] : [last.after, last.before];
  folder?.decide(file, last.passage, now, then);
  steps[way === 'undo' ? 'redo' : 'undo'].push(last);
}
