import type { DecidedPassage, Decision, PassageDecision } from '../core/casework/decisions';
import { IdiographError } from '../core/errors';
import type { CaseFolder } from '../node/casework/caseFolder';

/** A passage of a candidate, by its words. */
export type PassageOfCandidate = Omit<DecidedPassage, 'document'>;

/** A decision that can be taken back. */
interface DecisionStep {
  readonly passage: PassageOfCandidate;
  readonly before: Decision;
  readonly after: Decision;
}

/** The decisions on each questioned file that can be taken back, the last one at the end. They are kept until the engine thread ends. */
export class DecisionHistory {
  private readonly steps = new Map<string, DecisionStep[]>();

  findSteps(file: string): DecisionStep[] {
    const result = this.steps.get(file) ?? [];
    this.steps.set(file, result);
    return result;
  }
}

/** A case, and the decisions on its texts. */
interface DecidedCase {
  readonly folder: CaseFolder | undefined;
  readonly history: DecisionHistory;
}

/** Readers' decisions on passages of a document, and the last one that can be taken back. */
export interface FileDecisions {
  /** Undefined if the document belongs to no case. */
  readonly made: readonly PassageDecision[] | undefined;
  readonly undo?: Decision | undefined;
}

export function* decisionsOn({ folder, history }: DecidedCase, file: string): Generator<never, FileDecisions> {
  return { made: folder?.listDecisions(file), undo: history.findSteps(file).at(-1)?.after };
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
  if (before) history.findSteps(file).push({ passage, before, after: decided });
}

/**
 * Takes the last decision on a document back. Throws Usage if somebody else has changed the decision since, which then stays. Throws
 * UnwritableFile, and the decision can then be taken back later.
 */
export function* revert({ folder, history }: DecidedCase, file: string): Generator<never, void> {
  const steps = history.findSteps(file);
  const last = steps.at(-1);
  if (!last) return;
  try {
    folder?.decide(file, last.passage, last.before, last.after);
  } catch (error) {
    if (error instanceof IdiographError && error.code === 'Usage') steps.pop();
    throw error;
  }
  steps.pop();
}
