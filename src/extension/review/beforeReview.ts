import * as vscode from 'vscode';
import { countWords } from '../../core/text/countWords';
import { reachWords } from '../../presentation/words/reachWords';
import type { ReachView } from '../../protocol/panel';
import { factsLine } from '../../presentation/words/words';
import type { DocumentFactsStore } from '../case/documentFacts';
import type { EngineClient } from '../engineClient';
import type { WorkspaceIndex } from './workspaceIndex';
import type { Problems } from '../problems';
import { translate } from '../translate';
import type { ReviewSession } from './reviewSession';
import { titleOf } from './textDocuments';

interface BeforeDependencies {
  readonly engine: EngineClient;
  readonly facts: DocumentFactsStore;
  readonly index: WorkspaceIndex;
  readonly session: ReviewSession;
  readonly problems: Problems;
}

/** What comparisons of the document in the editor can carry, before any is made. */
export class BeforeReview implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;
  private readonly listening: vscode.Disposable;
  private asked = 0;
  private found: ReachView | undefined;
  /** Whether anybody reads it: else nothing is asked, and the engine not started for it. */
  isRead: () => boolean = () => false;

  constructor(private readonly deps: BeforeDependencies) {
    this.listening = vscode.Disposable.from(
      vscode.window.onDidChangeActiveTextEditor((editor) => {
        if (editor) this.look();
      }),
      deps.facts.onDidChange(() => this.look()),
    );
  }

  dispose(): void {
    this.listening.dispose();
    this.changed.dispose();
  }

  /** Undefined: no document is open, or nobody asked yet. */
  get view(): ReachView | undefined {
    return this.found;
  }

  /** Asks about the document in the editor, if anybody reads the answer. */
  look(): void {
    const [beside] = vscode.window.visibleTextEditors;
    const editor = vscode.window.activeTextEditor ?? beside;
    if (editor && this.isRead()) void this.deps.problems.during(() => this.ask(editor.document));
  }

  private async ask(document: vscode.TextDocument): Promise<void> {
    const asked = ++this.asked;
    const known = await this.deps.facts.known(document.uri);
    const kind = { mode: known?.mode ?? 'unknown', genre: known?.genre ?? 'unknown' };
    const words = countWords(document.getText());
    const [file, options] = await Promise.all([this.deps.index.file(), this.deps.session.options(document.uri)]);
    const reaches = await this.deps.engine.calls().whatCanBeSaid(file, { ...kind, words }, options);
    if (asked !== this.asked) return;
    this.found = {
      heading: `${titleOf(document.uri)} · ${factsLine(words, kind, translate)}`,
      lines: reaches.map((reach) => reachWords(reach, { words }, translate)),
    };
    this.changed.fire();
  }
}
