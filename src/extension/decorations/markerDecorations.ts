import * as vscode from 'vscode';
import type { Marker, TextRange } from '../../core/domain';
import { habitNamed, keptPlaces } from '../../core/markers/authorMarkers';
import type { Habit } from '../../core/markers/habit';
import { habitsWith } from '../../core/markers/ownMarkers';
import type { Findings } from '../../presentation/findings';
import { markerNamed } from '../../presentation/markers';
import { chosenCandidate } from '../../presentation/passages';
import type { ReviewOptions } from '../../protocol/engine';
import type { ReviewSession } from '../review/reviewSession';
import { knownDocumentUri } from '../review/textDocuments';

/** Marks every place of the chosen marker, in the questioned text and in known ones that are open. None in a text that has changed. */
export class MarkerDecorations implements vscode.Disposable {
  private readonly kept = vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor('editor.findMatchHighlightBackground'),
    border: '1px dotted',
    borderColor: new vscode.ThemeColor('idiograph.passageBorder'),
    overviewRulerColor: new vscode.ThemeColor('idiograph.passageUnderline'),
    overviewRulerLane: vscode.OverviewRulerLane.Center,
  });
  private rendered: readonly unknown[] = [];
  private readonly disposables: { dispose(): unknown }[];

  constructor(private readonly session: ReviewSession) {
    this.disposables = [
      this.kept,
      session.onDidChange(() => this.renderWhenChanged()),
      vscode.window.onDidChangeVisibleTextEditors(() => void this.render()),
      vscode.workspace.onDidChangeTextDocument(() => void this.render()),
    ];
  }

  dispose(): void {
    vscode.Disposable.from(...this.disposables).dispose();
  }

  private renderWhenChanged(): void {
    const { findings, selection } = this.session;
    const now = [findings, selection.marker, selection.author] as const;
    if (now.every((part, i) => part === this.rendered[i])) return;
    this.rendered = now;
    void this.render();
  }

  private async render(): Promise<void> {
    const { findings, selection } = this.session;
    const marker = findings && markerNamed(chosenCandidate(findings, selection.author), selection.marker);
    const habit = marker && habitNamed(marker.name, habitsWith(await this.ownMarkers(findings, marker)));
    for (const editor of vscode.window.visibleTextEditors) {
      const { document } = editor;
      const places = habit ? placesIn(document, findings, marker, habit) : [];
      const range = ({ start, end }: TextRange): vscode.Range =>
        new vscode.Range(document.positionAt(start), document.positionAt(end));
      editor.setDecorations(this.kept, places.map(range));
    }
  }

  private async ownMarkers({ target }: Findings, { family }: Marker): Promise<ReviewOptions['markers']> {
    return family === 'own' ? (await this.session.options(vscode.Uri.parse(target.uri))).markers : undefined;
  }
}

function placesIn(
  document: vscode.TextDocument,
  { target, index }: Findings,
  marker: Marker,
  habit: Habit,
): readonly TextRange[] {
  const uri = document.uri.toString();
  if (uri === target.uri) {
    if (document.version !== target.version) return [];
    return marker.places.map(({ start, end }) => ({ start: start + target.offset, end: end + target.offset }));
  }
  const known = marker.texts.map(({ document: id }) => index.documents.get(id));
  const shown = known.find((each) => each && knownDocumentUri(index.path, each.id, each.title).toString() === uri);
  if (!shown) return [];
  return keptPlaces(habit, { text: document.getText(), genre: shown.genre });
}
