import * as vscode from 'vscode';
import type { Marker, TellingWords, TextRange } from '../../core/domain/evidence';
import { findMarkerByName, findKeptPlaces } from '../../core/markers/authorMarkers';
import type { MarkerDefinition } from '../../core/markers/findMarkers';
import { listMarkers } from '../../core/markers/ownMarkers';
import { findTellingPlaces } from '../../core/ranking/tellingWords';
import type { Findings } from '../../presentation/findings';
import { findMarker } from '../../presentation/markers';
import { findChosenCandidate } from '../../presentation/passages';
import type { ReviewOptions } from '../../protocol/engine';
import type { WindowCase } from '../case/windowCase';
import type { ReviewSession } from '../review/reviewSession';
import { toKnownDocumentUri } from '../review/textDocuments';
import { runOnChange } from '../changing';
import { toEditorRange } from '../review/readingLayout';
import { describePlace } from '../../presentation/words/words';
import { isFileText, findReading } from '../shownFiles';

/** Marks every place of the chosen marker, in the questioned text and in open known texts. A changed text has no marks. */
export function decorateMarkers(session: ReviewSession, cases: WindowCase): vscode.Disposable {
  const kept = vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor('editor.findMatchHighlightBackground'),
    border: '1px dotted',
    borderColor: new vscode.ThemeColor('idiograph.passageBorder'),
    overviewRulerColor: new vscode.ThemeColor('idiograph.passageUnderline'),
    overviewRulerLane: vscode.OverviewRulerLane.Center,
  });
  const readOwnMarkers = async ({ target }: Findings, { family }: Marker): Promise<ReviewOptions['markers']> =>
    family === 'own' ? (await cases.view(vscode.Uri.parse(target.uri)))?.markers : undefined;
  const mark = async (): Promise<void> => {
    const { findings, selection } = session;
    const marker = findings && findMarker(findChosenCandidate(findings, selection.author), selection.marker);
    const habit = marker && findMarkerByName(marker.name, listMarkers(await readOwnMarkers(findings, marker)));
    for (const editor of vscode.window.visibleTextEditors) {
      const places = habit ? findPlaces(editor.document, findings, marker, habit) : [];
      editor.setDecorations(
        kept,
        places.map((place) => toEditorRange(editor.document, place)),
      );
    }
  };
  const render = (): void => void mark();
  return vscode.Disposable.from(
    kept,
    session.onDidChange(
      runOnChange(() => [session.findings, session.selection.marker, session.selection.author], render),
    ),
    vscode.window.onDidChangeVisibleTextEditors(render),
    vscode.workspace.onDidChangeTextDocument(render),
  );
}

function findPlaces(
  document: vscode.TextDocument,
  { target, index }: Findings,
  marker: Marker,
  habit: MarkerDefinition,
): readonly TextRange[] {
  const uri = document.uri.toString();
  if (uri === target.uri) {
    if (document.version !== target.version) return [];
    return marker.places.map(({ start, end }) => ({ start: start + target.offset, end: end + target.offset }));
  }
  const known = marker.texts.map(({ document: id }) => index.documents.get(id));
  const shown = known.find((each) => each && toKnownDocumentUri(each).toString() === uri);
  if (!shown) return [];
  return findKeptPlaces(habit, { text: document.getText(), genre: shown.genre, byHand: shown.byHand });
}

/** Shows paragraphs and pages of texts that were made from files. The labels are on the blank lines above, so that no text moves. */
export function decoratePlaces(): vscode.Disposable {
  const type = vscode.window.createTextEditorDecorationType({
    after: { color: new vscode.ThemeColor('editorLineNumber.foreground') },
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  });
  const setLabels = (editors: readonly vscode.TextEditor[]): void => {
    const made = editors.filter(({ document }) => isFileText(document.uri));
    for (const editor of made) editor.setDecorations(type, createLabels(editor.document));
  };
  setLabels(vscode.window.visibleTextEditors);
  return vscode.Disposable.from(
    type,
    vscode.window.onDidChangeVisibleTextEditors(setLabels),
    vscode.workspace.onDidChangeTextDocument(({ document }) =>
      setLabels(vscode.window.visibleTextEditors.filter((editor) => editor.document === document)),
    ),
  );
}

function createLabels(document: vscode.TextDocument): vscode.DecorationOptions[] {
  const text = document.getText();
  const pages = findReading(document.uri)?.reading?.pages;
  const labels: vscode.DecorationOptions[] = [];
  let at = text.indexOf('\n\n');
  for (let paragraph = 2; at >= 0; paragraph++, at = text.indexOf('\n\n', at + 2)) {
    const above = document.positionAt(at + 1);
    const contentText = pages
      ? describePlace(text, at + 2, pages)
      : vscode.l10n.t('paragraph {paragraph}', { paragraph });
    labels.push({ range: new vscode.Range(above, above), renderOptions: { after: { contentText } } });
  }
  return labels;
}

/** Marks the words of the list that is open, each by the side that it supports. A changed text has no marks. */
export function decorateWords(session: ReviewSession): vscode.Disposable {
  const [ofFirst, ofNext] = [createLine('solid', 'charts.blue'), createLine('dashed', 'charts.red')];
  let places: ReturnType<typeof listWordPlaces> = [];
  const render = (): void => {
    const target = session.findings?.target;
    for (const editor of vscode.window.visibleTextEditors) {
      const { document } = editor;
      const isShown = document.uri.toString() === target?.uri && document.version === target.version;
      const mark = (type: vscode.TextEditorDecorationType, sign: number): void =>
        editor.setDecorations(
          type,
          (isShown ? places : [])
            .filter(({ weight }) => sign * weight > 0)
            .map((place) => toEditorRange(document, place)),
        );
      mark(ofFirst, 1);
      mark(ofNext, -1);
    }
  };
  const renderAnew = (): void => {
    const { findings, listedWords } = session;
    places = findings ? listWordPlaces(findings, listedWords) : [];
    render();
  };
  return vscode.Disposable.from(
    ofFirst,
    ofNext,
    session.onDidChange(runOnChange(() => [session.findings, session.listedWords], renderAnew)),
    vscode.window.onDidChangeVisibleTextEditors(render),
    vscode.workspace.onDidChangeTextDocument(render),
  );
}

/** The places as offsets of the document. */
function listWordPlaces({ target }: Findings, words: readonly TellingWords[]) {
  const found = findTellingPlaces(target, words);
  return found.map(({ start, end, weight }) => ({ start: start + target.offset, end: end + target.offset, weight }));
}

function createLine(style: 'solid' | 'dashed', color: string): vscode.TextEditorDecorationType {
  return vscode.window.createTextEditorDecorationType({
    borderWidth: '0 0 2px 0',
    borderStyle: style,
    borderColor: new vscode.ThemeColor(color),
    overviewRulerColor: new vscode.ThemeColor(color),
    overviewRulerLane: vscode.OverviewRulerLane.Right,
  });
}
