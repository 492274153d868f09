import * as vscode from 'vscode';
import { gutterLabels, labelColours, labelPicture, type NumberedPlace } from './gutterLabels';

/** Numbers of passages in the gutter, which move no text: one decoration type for each label that was needed. */
export class GutterNumbers implements vscode.Disposable {
  private readonly types = new Map<string, vscode.TextEditorDecorationType>();

  dispose(): void {
    vscode.Disposable.from(...this.types.values()).dispose();
  }

  show(editor: vscode.TextEditor, places: readonly NumberedPlace[], isStale: boolean): void {
    const kind = isStale ? 'stale' : 'live';
    const wanted = new Map<string, vscode.Range[]>();
    for (const { text, line, character } of gutterLabels(places)) {
      const range = new vscode.Range(line, character, line, character);
      wanted.set(`${kind} ${text}`, [...(wanted.get(`${kind} ${text}`) ?? []), range]);
      this.ensure(kind, text);
    }
    for (const [key, type] of this.types) editor.setDecorations(type, wanted.get(key) ?? []);
  }

  private ensure(kind: 'live' | 'stale', text: string): void {
    const key = `${kind} ${text}`;
    if (this.types.has(key)) return;
    const { light, dark } = labelColours[kind];
    const made = vscode.window.createTextEditorDecorationType({
      light: { gutterIconPath: vscode.Uri.parse(labelPicture(text, light)) },
      dark: { gutterIconPath: vscode.Uri.parse(labelPicture(text, dark)) },
      gutterIconSize: 'contain',
      rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
    });
    this.types.set(key, made);
  }
}
