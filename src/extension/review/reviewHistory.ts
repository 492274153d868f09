import * as vscode from 'vscode';
import type { Findings } from '../../presentation/findings';
import { KeptReviews, type KeptReview } from '../../presentation/keptReviews';

/** The results of this window by document, and whether each is still about its text and the index. */
export class ReviewHistory implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;
  private readonly kept = new KeptReviews();
  private readonly overtaken = new Set<string>();
  private index: string | undefined;
  private readonly listening: vscode.Disposable;

  constructor() {
    this.listening = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0) this.compareText(document);
    });
  }

  dispose(): void {
    this.listening.dispose();
    this.changed.dispose();
  }

  of(uri: vscode.Uri | string): KeptReview | undefined {
    return this.kept.of(uri.toString());
  }

  /** Whether text or index is another one than was reviewed, as far as that is known without opening the document. */
  isStale(uri: vscode.Uri): boolean {
    const findings = this.of(uri)?.findings;
    return this.overtaken.has(uri.toString()) || (findings !== undefined && findings.evidence.index !== this.index);
  }

  /** Keeps a result of a whole document; the one of a selection is no result of its document. */
  keep(findings: Findings): void {
    if (findings.target.isSelection) return;
    this.index = findings.evidence.index;
    this.kept.keep(findings);
    this.overtaken.delete(findings.target.uri);
    this.changed.fire();
  }

  /** Keeps a result with more passages in the place of itself. */
  amend(findings: Findings): void {
    this.kept.amend(findings);
  }

  fail(uri: string, problem: string): void {
    this.kept.fail(uri, problem);
    this.changed.fire();
  }

  /** The content hash of the index now; undefined: it holds nothing. */
  indexIs(index: string | undefined): void {
    if (index === this.index) return;
    this.index = index;
    this.changed.fire();
  }

  /** Whether a document still has the text that was reviewed. */
  compareText(document: vscode.TextDocument): boolean {
    const uri = document.uri.toString();
    const findings = this.kept.of(uri)?.findings;
    if (!findings) return false;
    const same = document.getText() === findings.target.text;
    if (same !== this.overtaken.has(uri)) return same;
    if (same) this.overtaken.delete(uri);
    else this.overtaken.add(uri);
    this.changed.fire();
    return same;
  }
}
