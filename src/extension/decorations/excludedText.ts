import * as vscode from 'vscode';
import type { Exclusion, LeftOut } from '../../reading/text/readableFormats';
import { type TextAsRead, describeText } from '../../core/text/textAsRead';
import { describeExclusion, describeLeftOut } from '../../presentation/textAsRead';
import { cutBeginning } from '../../presentation/words/words';
import type { WindowCase } from '../case/windowCase';
import { Changing } from '../changing';
import type { Problems } from '../work';
import { toEditorRange } from '../review/readingLayout';
import type { ReviewSession } from '../review/reviewSession';
import { findHandRanges } from '../review/targets';
import { isFileText, isIndexed, findReading } from '../shownFiles';

/** A hover shows at most this many characters of what was left out. */
const mostShown = 500;

/**
 * Dims the parts of a text that do not count as its author's. This applies to the editors of the case, to texts that readers made, and to
 * every text that was shown as it is read. A hover has the kind and the rule. A place where a reader left something out has a mark, with
 * its words in a hover.
 */
export class ExcludedText extends Changing {
  private readonly excluded = vscode.window.createTextEditorDecorationType({
    color: new vscode.ThemeColor('idiograph.excludedText'),
    fontStyle: 'italic', // some readers cannot see colour
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  });
  private readonly leftOut = vscode.window.createTextEditorDecorationType({
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  });
  private readonly pending = new Set<string>();

  constructor(
    private readonly session: ReviewSession,
    private readonly problems: Problems,
    private readonly cases: WindowCase,
  ) {
    super();
    const render = (): void => this.render();
    this.disposables.push(
      ...[this.excluded, this.leftOut, cases.onDidChange(render), session.onDidChange(render)],
      vscode.window.onDidChangeVisibleTextEditors(render),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.render(document)),
    );
    render();
  }

  /** Starts to mark a text, whatever its kind. */
  async show(document: vscode.TextDocument): Promise<TextAsRead> {
    this.pending.add(document.uri.toString());
    this.render(document);
    return readAsRead(document, this.cases);
  }

  /** @param changed  undefined if any text may have changed */
  private render(changed?: vscode.TextDocument): void {
    for (const editor of vscode.window.visibleTextEditors)
      if (!changed || editor.document === changed) void this.problems.runAction(() => this.mark(editor));
  }

  private async mark(editor: vscode.TextEditor): Promise<void> {
    const { document } = editor;
    const { version } = document;
    const read = (await this.isText(document.uri)) ? await readAsRead(document, this.cases) : undefined;
    if (document.version !== version) return; // the next change will mark it
    editor.setDecorations(this.excluded, read?.exclusions.map((each) => createExcludedMark(document, each)) ?? []);
    editor.setDecorations(this.leftOut, read?.leftOut.map((each) => createLeftOutMark(document, each)) ?? []);
  }

  private async isText(uri: vscode.Uri): Promise<boolean> {
    const key = uri.toString();
    if (this.pending.has(key) || this.session.target?.uri === key) return true;
    return isFileText(uri) || isIndexed(uri) || (await this.cases.document(uri)) !== undefined;
  }
}

async function readAsRead(document: vscode.TextDocument, cases: WindowCase): Promise<TextAsRead> {
  const reading = findReading(document.uri)?.reading;
  return describeText(
    { text: document.getText(), byHand: findHandRanges(document, await cases.document(document.uri)) },
    reading,
  );
}

function createExcludedMark(document: vscode.TextDocument, exclusion: Exclusion): vscode.DecorationOptions {
  return { range: toEditorRange(document, exclusion), hoverMessage: createHover(describeExclusion(exclusion)) };
}

/**
 * The mark is on the character before the place, because the mouse cannot point between two characters. It is short, because the editor
 * does not wrap it with its line; the hover has the words.
 */
function createLeftOutMark(document: vscode.TextDocument, place: LeftOut): vscode.DecorationOptions {
  const range = toEditorRange(document, { start: Math.max(0, place.at - 1), end: Math.max(1, place.at) });
  const after = { contentText: ' […]', color: new vscode.ThemeColor('idiograph.excludedText') };
  const words = createHover(describeLeftOut(place)).appendText(`\n\n${cutBeginning(place.text, mostShown)}`);
  return { range, hoverMessage: words, renderOptions: { after } };
}

function createHover(words: string): vscode.MarkdownString {
  return new vscode.MarkdownString().appendText(words);
}
