import * as vscode from 'vscode';
import type { Exclusion } from '../../core/text/excludedRanges';
import { type LeftOut, type TextAsRead, textAsRead } from '../../core/text/textAsRead';
import { exclusionWords, leftOutWords } from '../../presentation/textAsRead';
import { beginning } from '../../presentation/words/words';
import type { WindowCase } from '../case/windowCase';
import { Changing } from '../changing';
import type { Problems } from '../problems';
import { rangeIn } from '../review/readingLayout';
import type { ReviewSession } from '../review/reviewSession';
import { handRangesOf } from '../review/targets';
import { isFileText, isIndexed, isTogether, readingOf } from '../shownFiles';

/** Characters of what was left out that a hover shows. */
const mostShown = 500;

/**
 * Dims what of a text does not count as its author's, in the editors of the case, of texts that readers made, and of every text that was
 * shown as it is read. A hover has the kind and the rule. Where a reader left something out, a mark has a hover with its words.
 */
export class ExcludedText extends Changing {
  private readonly excluded = vscode.window.createTextEditorDecorationType({
    color: new vscode.ThemeColor('idiograph.excludedText'),
    fontStyle: 'italic', // colour alone would say nothing to some readers
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  });
  private readonly leftOut = vscode.window.createTextEditorDecorationType({
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  });
  private readonly asked = new Set<string>();

  constructor(
    private readonly session: ReviewSession,
    private readonly problems: Problems,
    private readonly cases: WindowCase,
  ) {
    super();
    const render = (): void => this.render();
    this.held.push(
      ...[this.excluded, this.leftOut, cases.onDidChange(render), session.onDidChange(render)],
      vscode.window.onDidChangeVisibleTextEditors(render),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.render(document)),
    );
    render();
  }

  /** Marks a text from now on, whatever it is. */
  async show(document: vscode.TextDocument): Promise<TextAsRead> {
    this.asked.add(document.uri.toString());
    this.render(document);
    return asRead(document, this.cases);
  }

  /** @param changed  undefined: any text may look otherwise */
  private render(changed?: vscode.TextDocument): void {
    for (const editor of vscode.window.visibleTextEditors)
      if (!changed || editor.document === changed) void this.problems.during(() => this.mark(editor));
  }

  private async mark(editor: vscode.TextEditor): Promise<void> {
    const { document } = editor;
    const { version } = document;
    const read = (await this.isText(document.uri)) ? await asRead(document, this.cases) : undefined;
    if (document.version !== version) return; // the next change marks it
    editor.setDecorations(this.excluded, read?.exclusions.map((each) => excludedMark(document, each)) ?? []);
    editor.setDecorations(this.leftOut, read?.leftOut.map((each) => leftOutMark(document, each)) ?? []);
  }

  private async isText(uri: vscode.Uri): Promise<boolean> {
    const key = uri.toString();
    if (this.asked.has(key) || this.session.target?.uri === key) return true;
    return isFileText(uri) || isIndexed(uri) || isTogether(uri) || (await this.cases.document(uri)) !== undefined;
  }
}

async function asRead(document: vscode.TextDocument, cases: WindowCase): Promise<TextAsRead> {
  const reading = readingOf(document.uri)?.reading;
  return textAsRead({ text: document.getText(), reading, byHand: await handRangesOf(document, cases) });
}

function excludedMark(document: vscode.TextDocument, exclusion: Exclusion): vscode.DecorationOptions {
  return { range: rangeIn(document, exclusion), hoverMessage: hover(exclusionWords(exclusion)) };
}

/**
 * On the character before the place, since nothing can be pointed at between two of them. The mark is short, because the editor does not
 * wrap it with its line; the hover has the words.
 */
function leftOutMark(document: vscode.TextDocument, place: LeftOut): vscode.DecorationOptions {
  const range = rangeIn(document, { start: Math.max(0, place.at - 1), end: Math.max(1, place.at) });
  const after = { contentText: ' […]', color: new vscode.ThemeColor('idiograph.excludedText') };
  const words = hover(leftOutWords(place)).appendText(`\n\n${beginning(place.text, mostShown)}`);
  return { range, hoverMessage: words, renderOptions: { after } };
}

function hover(words: string): vscode.MarkdownString {
  return new vscode.MarkdownString().appendText(words);
}
