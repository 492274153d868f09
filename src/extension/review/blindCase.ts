import * as vscode from 'vscode';
import type { Naming } from '../../core/casework/blind';
import { placeOf } from '../../presentation/findings';
import type { Problems } from '../problems';
import type { ReviewHistory } from './reviewHistory';
import type { ReviewSession } from './reviewSession';
import { Changing } from '../changing';
import { closeTabs, isIndexed } from '../shownFiles';
import type { WorkspaceIndex } from './workspaceIndex';
import { onDidChangeCase, workspaceCase } from '../case/caseFolder';

/** Brings the window along when its case becomes blind or is unmasked, here or by somebody else. */
export class BlindCase extends Changing {
  /** By which the screen names authors; undefined: by the names that they have. */
  private applied: Naming | undefined;
  private last = Promise.resolve();

  constructor(
    private readonly deps: {
      readonly index: WorkspaceIndex;
      readonly history: ReviewHistory;
      readonly session: ReviewSession;
      readonly problems: Problems;
    },
  ) {
    super();
    this.held.push(onDidChangeCase(() => void deps.problems.during(() => this.follow())));
    void deps.problems.during(() => this.follow());
  }

  /** Has everything on the screen named as the case says now, once what was asked for before is over. */
  follow(): Promise<void> {
    this.last = this.last.catch(() => undefined).then(() => this.change());
    return this.last;
  }

  private async namingNow(): Promise<Naming | undefined> {
    const isMasked = (await workspaceCase())?.blinding?.masked === true;
    await vscode.commands.executeCommand('setContext', 'idiograph.isBlind', isMasked);
    return isMasked ? this.deps.index.naming() : undefined;
  }

  private async change(): Promise<void> {
    const [before, now] = [this.applied, await this.namingNow()];
    if ((before === undefined) !== (now === undefined)) await this.rename(before, now);
    this.applied = now;
  }

  private async rename(before: Naming | undefined, now: Naming | undefined): Promise<void> {
    const { index, history, session } = this.deps;
    session.cancel();
    await closeTabs((_, uri) => isIndexed(uri)); // first of all: their titles have the other names
    await index.refresh();
    await history.rename((value) => (now ? now.masked(value) : (before?.unmasked(value) ?? value)));
    const { target } = session;
    session.show(undefined);
    if (target) await session.open(placeOf(target.uri, target));
  }
}
