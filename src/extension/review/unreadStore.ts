import * as vscode from 'vscode';
import { maskedUnread, type UnreadFile } from '../../core/casework/unreadFiles';
import { noteUnread, UnreadFiles } from '../../node/casework/unreadFiles';
import type { EngineThread } from '../../node/worker/engineThread';
import { Changing } from '../changing';
import type { Problems } from '../problems';
import type { WorkspaceIndex } from './workspaceIndex';
import { onDidChangeCase, workspaceCase } from '../case/caseFolder';

/** The files of the workspace's case of which no text is compared: looked for again when the case or its index changes. */
export class UnreadStore extends Changing {
  private current: readonly UnreadFile[] = [];
  private readonly files: UnreadFiles;
  private looking: 'no' | 'yes' | 'again' = 'no';

  constructor(
    engine: EngineThread,
    private readonly index: WorkspaceIndex,
    private readonly problems: Problems,
  ) {
    super();
    this.files = new UnreadFiles(engine.calls({ address: {} }));
    this.held.push(
      index.onDidChange(() => this.look()),
      onDidChangeCase(() => this.look()),
    );
    this.look();
  }

  get all(): readonly UnreadFile[] {
    return this.current;
  }

  /** Writes into the log of a trusted case which files take no part, after its texts were reviewed. */
  async note(failed: readonly UnreadFile[]): Promise<void> {
    const opened = vscode.workspace.isTrusted ? await workspaceCase() : undefined;
    if (opened) noteUnread(opened, [...(await this.files.of(opened, await this.index.file())), ...failed]);
  }

  private look(): void {
    const isBusy = this.looking !== 'no';
    this.looking = isBusy ? 'again' : 'yes';
    if (!isBusy) void this.problems.during(() => this.lookOn());
  }

  private async lookOn(): Promise<void> {
    try {
      for (;;) {
        this.looking = 'yes';
        await this.lookOnce();
        if ((this.looking as string) !== 'again') return;
      }
    } finally {
      this.looking = 'no';
    }
  }

  private async lookOnce(): Promise<void> {
    const opened = await workspaceCase();
    const unread = opened ? await this.files.of(opened, await this.index.file()) : [];
    const naming = unread.length > 0 ? await this.index.naming() : undefined;
    const shown = naming ? maskedUnread(unread, naming) : unread;
    if (JSON.stringify(shown) === JSON.stringify(this.current)) return;
    this.current = shown;
    this.changed.fire();
  }
}
