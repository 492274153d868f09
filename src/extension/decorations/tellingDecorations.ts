import * as vscode from 'vscode';
import { findTellingPlaces } from '../../core/ranking/tellingWords';
import { runOnChange } from '../changing';
import { toEditorRange } from '../review/readingLayout';
import type { ReviewSession } from '../review/reviewSession';

/** Marks the words that separate the first candidate from the next while their list is open. None in a text that has changed. */
export function decorateTelling(session: ReviewSession): vscode.Disposable {
  const [ofFirst, ofNext] = [createLine('solid', 'charts.blue'), createLine('dashed', 'charts.red')];
  let places: ReturnType<typeof listPlaces> = [];
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
    const { findings, selection } = session;
    places = findings && selection.telling === true ? listPlaces(findings) : [];
    render();
  };
  return vscode.Disposable.from(
    ofFirst,
    ofNext,
    session.onDidChange(runOnChange(() => [session.findings, session.selection.telling], renderAnew)),
    vscode.window.onDidChangeVisibleTextEditors(render),
    vscode.workspace.onDidChangeTextDocument(render),
  );
}

/** The places in offsets of the document. */
function listPlaces({ target, evidence }: NonNullable<ReviewSession['findings']>) {
  const found = findTellingPlaces(target, evidence.order?.telling?.words ?? []);
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
