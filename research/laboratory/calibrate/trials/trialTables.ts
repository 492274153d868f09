import { TrialTable } from '../../fitting/trialTable';
import type { TrialKind } from '../../../../src/core/verification/fitting/trials';
import { fusionOf, type Measured } from '../../fitting/fusion';
import type { SourcedTrial } from './trials';

/** The trials of one length, as tables of what is weighed for each kind of them. */
export class TrialTables {
  private readonly tables = new Map<string, TrialTable>();

  constructor(
    private readonly trials: readonly SourcedTrial[],
    private readonly measured: Measured,
  ) {}

  of(kind: TrialKind): TrialTable {
    const names = fusionOf(kind, this.measured);
    const table = this.tables.get(names.join()) ?? new TrialTable(this.trials, names);
    this.tables.set(names.join(), table);
    return table;
  }
}
