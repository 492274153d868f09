import type { UnreadFile } from '../../core/casework/unreadFiles';
import { Changing } from '../changing';
import type { Problems } from '../problems';
import type { WorkspaceIndex } from './workspaceIndex';
import type { WindowCase } from '../case/windowCase';

/** The files of the workspace's case of which no text is compared: looked for again when the case or its index changes. */
export class UnreadStore extends Changing {
  private current: readonly UnreadFile[] = [];
  private looking: 'no' | 'yes' | 'again' = 'no';

  constructor(
    private readonly cases: WindowCase,
    index: WorkspaceIndex,
    private readonly problems: Problems,
  ) {
    super();
    this.held.push(
      index.onDidChange(() => this.look()),
      cases.onDidChange(() => this.look()),
    );
    this.look();
  }

  get all(): readonly UnreadFile[] {
    return this.current;
  }

  /** Writes into the log of a trusted case which files take no part, after its texts were reviewed. */
  async noteInLog(failed: readonly UnreadFile[]): Promise<void> {
    await (await this.cases.createCalls()).unread(failed);
  }

  private look(): void {
    const isBusy = this.looking !== 'no';
    this.looking = isBusy ? 'again' : 'yes';
    if (!isBusy) void this.problems.runAction(() => this.lookOn());
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
    const shown = await (await this.cases.createCalls()).unread();
    if (JSON.stringify(shown) === JSON.stringify(this.current)) return;
    this.current = shown;
    this.changed.fire();
  }
}
