import * as vscode from 'vscode';
import type { DecidedPassage, Decision, PassageDecision } from '../../core/casework/decisions';
import { describeDecision } from '../../presentation/decisions';
import { Changing } from '../changing';
import type { Problems } from '../problems';
import { toFileUri } from '../shownFiles';
import type { WindowCase } from './windowCase';

/** A passage of a candidate, by its words. */
type Passage = Omit<DecidedPassage, 'document'>;

/** Something that was decided in this window, to be taken back. */
interface Done {
  readonly passage: Passage;
  readonly before: Decision;
  readonly after: Decision;
}

/** What readers made of passages of the case: kept in its case file, where other windows write, too. */
export class Decisions extends Changing {
  private readonly made = new Map<string, readonly PassageDecision[] | undefined>();
  /** For each questioned file, what *Undo* takes back and what *Redo* makes again, the last one at the end. */
  private readonly done = new Map<string, { readonly undo: Done[]; readonly redo: Done[] }>();

  constructor(
    private readonly problems: Problems,
    private readonly cases: WindowCase,
  ) {
    super();
    this.held.push(cases.onDidChange(() => this.refresh()));
  }

  /** On a document; undefined: it is of no case, or that is not known yet. */
  on(uri: vscode.Uri): readonly PassageDecision[] | undefined {
    const file = toFileUri(uri);
    if (file.scheme !== 'file') return undefined;
    if (!this.made.has(file.fsPath)) {
      this.made.set(file.fsPath, undefined);
      void this.problems.runAction(() => this.read(file.fsPath));
    }
    return this.made.get(file.fsPath);
  }

  /** The last decision on a document that *Undo* takes back, or that *Redo* makes again, in words. */
  describeLast(way: 'undo' | 'redo', uri: vscode.Uri): string | undefined {
    const last = this.done.get(toFileUri(uri).fsPath)?.[way].at(-1);
    if (!last) return undefined;
    const words = describeDecision(last.after);
    return words === '' ? vscode.l10n.t('Decision removed') : words;
  }

  /** Throws UnwritableFile. */
  async decide(uri: vscode.Uri, passage: Passage, decision: Decision): Promise<void> {
    const { fsPath: file } = toFileUri(uri);
    const before = await this.cases.createCalls().decide({ file, passage, decided: decision });
    if (before) {
      const undo = this.done.get(file)?.undo ?? [];
      this.done.set(file, { undo: [...undo, { passage, before, after: decision }], redo: [] });
    }
    await this.read(file);
  }

  /**
   * Takes the last decision that this window made on a document back, or makes it again. Throws Usage where somebody else changed the
   * decision since.
   */
  async revert(way: 'undo' | 'redo', uri: vscode.Uri): Promise<void> {
    const { fsPath: file } = toFileUri(uri);
    const done = this.done.get(file);
    const last = done?.[way].pop();
    if (!done || !last) return;
    const [now, then] = way === 'undo' ? [last.before, last.after] : [last.after, last.before];
    try {
      await this.cases.createCalls().decide({ file, passage: last.passage, decided: now, before: then });
      done[way === 'undo' ? 'redo' : 'undo'].push(last);
    } finally {
      await this.read(file);
      this.changed.fire(); // what can be taken back is another in any case
    }
  }

  private refresh(): void {
    for (const file of this.made.keys()) void this.problems.runAction(() => this.read(file));
  }

  private async read(file: string): Promise<void> {
    const before = JSON.stringify(this.made.get(file));
    const made = await this.cases.createCalls().decisionsOn(file);
    this.made.set(file, made);
    if (JSON.stringify(made) !== before) this.changed.fire();
  }
}
