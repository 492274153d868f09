import * as vscode from 'vscode';
import { formatPlace } from '../../presentation/findings';
import type { CaseState } from './caseState';
import type { ReviewSession } from './reviewSession';
import { Changing } from '../window';
import { closeTabs, isIndexed } from '../shownFiles';
import type { WindowParts } from '../parts';

/** Updates the window when its case becomes blind or is unmasked, in this window or elsewhere. */
export class BlindCase extends Changing {
  /** Whether the screen shows the masked names of authors. */
  private isMasked = false;
  private last = Promise.resolve();

  constructor(
    private readonly deps: Pick<WindowParts, 'cases' | 'problems'> &
      Readonly<{ caseState: CaseState; session: ReviewSession }>,
  ) {
    super();
    this.disposables.push(deps.cases.onDidChange(() => void deps.problems.runAction(() => this.follow())));
    void deps.problems.runAction(() => this.follow());
  }

  /** Renames everything on the screen as the case says now, after earlier updates end. */
  follow(): Promise<void> {
    this.last = this.last.catch(() => undefined).then(() => this.applyNaming());
    return this.last;
  }

  private async applyNaming(): Promise<void> {
    const isMasked = (await this.deps.cases.view())?.isMasked === true;
    await vscode.commands.executeCommand('setContext', 'idiograph.isBlind', isMasked);
    if (isMasked !== this.isMasked) await this.rename();
    this.isMasked = isMasked;
  }

  private async rename(): Promise<void> {
    const { caseState, session } = this.deps;
    session.cancel();
    await closeTabs((_, uri) => isIndexed(uri)); // these close first, because their titles have the old names
    await caseState.refreshIndex();
    await caseState.refresh();
    const { target } = session;
    session.show(undefined);
    if (target) await session.open(formatPlace(target.uri, target));
  }
}
