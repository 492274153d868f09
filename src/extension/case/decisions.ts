import * as vscode from 'vscode';
import type { DecidedPassage, Decision, PassageDecision } from '../../core/casework/decisions';
import type { CaseFolder } from '../../node/casework/caseFolder';
import { decisionWords } from '../../presentation/decisions';
import type { Problems } from '../problems';
import { fileUri } from '../shownFiles';
import { onDidChangeCase, workspaceCase } from './caseFolder';
import { Changing } from '../changing';

/** A passage of a candidate, by its words. */
type Passage = Omit<DecidedPassage, 'document'>;

/** Something that was decided in this window, to be taken back. */
interface Done {
  readonly file: string;
  readonly passage: Passage;
  readonly before: Decision;
  readonly after: Decision;
}

/** What readers made of passages of the case: kept in its case file, where other windows write, too. */
export class Decisions extends Changing {
  private opened: CaseFolder | undefined;
  private readonly done: Done[] = [];

  constructor(private readonly problems: Problems) {
    super();
    this.held.push(onDidChangeCase(() => this.refresh()));
    this.refresh();
  }

  /** On a document; undefined: it is of no case. */
  on(uri: vscode.Uri): readonly PassageDecision[] | undefined {
    const file = fileUri(uri);
    return file.scheme === 'file' ? this.opened?.decisionsOn(file.fsPath) : undefined;
  }

  /** What *Undo* takes back. */
  get undoable(): string | undefined {
    const last = this.done.at(-1);
    if (!last) return undefined;
    const said = decisionWords(last.after);
    return said === '' ? vscode.l10n.t('Decision taken away') : said;
  }

  /** Throws UnwritableFile. */
  async decide(uri: vscode.Uri, passage: Passage, decision: Decision): Promise<void> {
    const { fsPath: file } = fileUri(uri);
    const before = (await workspaceCase())?.decide(file, passage, decision);
    if (before) this.done.push({ file, passage, before, after: decision });
    await this.read();
  }

  /** Takes the last decision of this window back. Throws Usage where somebody else decided meanwhile. */
  async undo(): Promise<void> {
    const last = this.done.pop();
    if (!last) return;
    try {
      (await workspaceCase())?.decide(last.file, last.passage, last.before, last.after);
    } finally {
      await this.read();
    }
  }

  private refresh(): void {
    void this.problems.during(() => this.read());
  }

  private async read(): Promise<void> {
    this.opened = await workspaceCase();
    this.changed.fire();
  }
}
