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
import type { ReviewChoices } from './reviewChoices';
import type { TextAtHand } from './textAtHand';
import { titleOf } from './textDocuments';

interface BeforeDependencies {
  readonly engine: EngineClient;
  readonly facts: DocumentFactsStore;
  readonly index: WorkspaceIndex;
  readonly choices: ReviewChoices;
  readonly hand: TextAtHand;
  readonly problems: Problems;
}

/** What comparisons of the text at hand can carry, before any is made. */
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
      deps.hand.onDidChange(() => this.look()),
      deps.choices.onDidChange(() => this.look()),
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

  /** Asks about the text at hand, if anybody reads the answer. */
  look(): void {
    const { uri } = this.deps.hand;
    if (uri && this.isRead()) void this.deps.problems.during(() => this.ask(uri));
  }

  private async ask(uri: vscode.Uri): Promise<void> {
    const asked = ++this.asked;
    const document = await vscode.workspace.openTextDocument(uri);
    const known = await this.deps.facts.known(document.uri);
    const kind = { mode: known?.mode ?? 'unknown', genre: known?.genre ?? 'unknown' };
    const words = countWords(document.getText());
    const [file, options] = await Promise.all([this.deps.index.file(), this.deps.choices.options(document.uri)]);
    const reaches = await this.deps.engine.calls().whatCanBeSaid(file, { ...kind, words }, options);
    if (asked !== this.asked) return;
    this.found = {
      heading: `${titleOf(document.uri)} · ${factsLine(words, kind, translate)}`,
      lines: reaches.map((reach) => reachWords(reach, { words }, translate)),
    };
    this.changed.fire();
  }
}
