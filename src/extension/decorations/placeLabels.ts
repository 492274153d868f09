import * as vscode from 'vscode';
import { placeWords } from '../../presentation/words/reading';
import { isFileText, readingOf } from '../shownFiles';

/** Names the paragraphs, and pages, of texts that were made from files: on the blank lines above them, so that nothing moves. */
export class PlaceLabels implements vscode.Disposable {
  private readonly type = vscode.window.createTextEditorDecorationType({
    after: { color: new vscode.ThemeColor('editorLineNumber.foreground') },
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  });
  private readonly listening: vscode.Disposable;

  constructor() {
    const label = (editors: readonly vscode.TextEditor[]): void => editors.forEach((editor) => this.label(editor));
    this.listening = vscode.Disposable.from(
      vscode.window.onDidChangeVisibleTextEditors(label),
      vscode.workspace.onDidChangeTextDocument(({ document }) =>
        label(vscode.window.visibleTextEditors.filter((editor) => editor.document === document)),
      ),
    );
    label(vscode.window.visibleTextEditors);
  }

  dispose(): void {
    this.listening.dispose();
    this.type.dispose();
  }

  private label(editor: vscode.TextEditor): void {
    const { document } = editor;
    if (!isFileText(document.uri)) return;
    const text = document.getText();
    const pages = readingOf(document.uri)?.reading?.pages;
    const labels: vscode.DecorationOptions[] = [];
    let at = text.indexOf('\n\n');
    for (let paragraph = 2; at >= 0; paragraph++, at = text.indexOf('\n\n', at + 2)) {
      const above = document.positionAt(at + 1);
      const contentText = pages
        ? placeWords(text, at + 2, pages)
        : vscode.l10n.t('paragraph {paragraph}', { paragraph });
      labels.push({ range: new vscode.Range(above, above), renderOptions: { after: { contentText } } });
    }
    editor.setDecorations(this.type, labels);
  }
}
