import * as vscode from 'vscode';
import { placeWords } from '../../presentation/words/words';
import { isFileText, readingOf } from '../shownFiles';

/** Names the paragraphs, and pages, of texts that were made from files: on the blank lines above them, so that nothing moves. */
export function placeLabels(): vscode.Disposable {
  const type = vscode.window.createTextEditorDecorationType({
    after: { color: new vscode.ThemeColor('editorLineNumber.foreground') },
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  });
  const label = (editors: readonly vscode.TextEditor[]): void => {
    const made = editors.filter(({ document }) => isFileText(document.uri));
    for (const editor of made) editor.setDecorations(type, labelsOf(editor.document));
  };
  label(vscode.window.visibleTextEditors);
  return vscode.Disposable.from(
    type,
    vscode.window.onDidChangeVisibleTextEditors(label),
    vscode.workspace.onDidChangeTextDocument(({ document }) =>
      label(vscode.window.visibleTextEditors.filter((editor) => editor.document === document)),
    ),
  );
}

function labelsOf(document: vscode.TextDocument): vscode.DecorationOptions[] {
  const text = document.getText();
  const pages = readingOf(document.uri)?.reading?.pages;
  const labels: vscode.DecorationOptions[] = [];
  let at = text.indexOf('\n\n');
  for (let paragraph = 2; at >= 0; paragraph++, at = text.indexOf('\n\n', at + 2)) {
    const above = document.positionAt(at + 1);
    const contentText = pages ? placeWords(text, at + 2, pages) : vscode.l10n.t('paragraph {paragraph}', { paragraph });
    labels.push({ range: new vscode.Range(above, above), renderOptions: { after: { contentText } } });
  }
  return labels;
}
