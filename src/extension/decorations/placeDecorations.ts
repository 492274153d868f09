import * as vscode from 'vscode';
import type { Marker, TextRange } from '../../core/domain';
import { habitNamed, keptPlaces } from '../../core/markers/authorMarkers';
import type { Habit } from '../../core/markers/findHabits';
import { habitsWith } from '../../core/markers/ownMarkers';
import type { Findings } from '../../presentation/findings';
import { markerNamed } from '../../presentation/markers';
import { chosenCandidate } from '../../presentation/passages';
import type { ReviewOptions } from '../../protocol/engine';
import type { ReviewChoices } from '../review/reviewChoices';
import type { ReviewSession } from '../review/reviewSession';
import { knownDocumentUri } from '../review/textDocuments';
import { whenOther } from '../changing';
import { rangeIn } from '../review/readingLayout';
import { placeWords } from '../../presentation/words/words';
import { isFileText, readingOf } from '../shownFiles';

/** Marks every place of the chosen marker, in the questioned text and in known ones that are open. None in a text that has changed. */
export function markerDecorations(session: ReviewSession, choices: ReviewChoices): vscode.Disposable {
  const kept = vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor('editor.findMatchHighlightBackground'),
    border: '1px dotted',
    borderColor: new vscode.ThemeColor('idiograph.passageBorder'),
    overviewRulerColor: new vscode.ThemeColor('idiograph.passageUnderline'),
    overviewRulerLane: vscode.OverviewRulerLane.Center,
  });
  const ownMarkers = async ({ target }: Findings, { family }: Marker): Promise<ReviewOptions['markers']> =>
    family === 'own' ? (await choices.options(vscode.Uri.parse(target.uri))).markers : undefined;
  const mark = async (): Promise<void> => {
    const { findings, selection } = session;
    const marker = findings && markerNamed(chosenCandidate(findings, selection.author), selection.marker);
    const habit = marker && habitNamed(marker.name, habitsWith(await ownMarkers(findings, marker)));
    for (const editor of vscode.window.visibleTextEditors) {
      const places = habit ? placesIn(editor.document, findings, marker, habit) : [];
      editor.setDecorations(
        kept,
        places.map((place) => rangeIn(editor.document, place)),
      );
    }
  };
  const render = (): void => void mark();
  return vscode.Disposable.from(
    kept,
    session.onDidChange(
      whenOther(() => [session.findings, session.selection.marker, session.selection.author], render),
    ),
    vscode.window.onDidChangeVisibleTextEditors(render),
    vscode.workspace.onDidChangeTextDocument(render),
  );
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
  const shown = known.find((each) => each && knownDocumentUri(index.path, each).toString() === uri);
  if (!shown) return [];
  return keptPlaces(habit, { text: document.getText(), genre: shown.genre, byHand: shown.byHand });
}

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
