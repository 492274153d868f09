import * as vscode from 'vscode';
import type { Marker, TextRange } from '../../core/domain/evidence';
import { findMarkerByName, findKeptPlaces } from '../../core/markers/authorMarkers';
import type { MarkerDefinition } from '../../core/markers/findMarkers';
import { listMarkers } from '../../core/markers/ownMarkers';
import { findTellingPlaces } from '../../core/ranking/tellingWords';
import type { Findings } from '../../presentation/findings';
import { findMarker } from '../../presentation/markers';
import { findChosenCandidate } from '../../presentation/passages';
import type { WindowCase } from '../case/windowCase';
import type { ReviewSession } from '../review/reviewSession';
import { findReading, toKnownDocumentUri, findHandRanges } from '../review/textDocuments';
import { runOnChange, Changing, type Problems } from '../window';
import { toEditorRange } from '../review/readingLayout';
import { describePart, describePlace, cutBeginning } from '../../presentation/words/words';
import { isFileText, isIndexed } from '../shownFiles';
import { type TextAsRead, describeText } from '../../core/text/textAsRead';
import { describeLeftOut } from '../../presentation/textAsRead';

/** Marks every place of the chosen marker, in the questioned text and in open known texts. A changed text has no marks. */
export function decorateMarkers(session: ReviewSession, cases: WindowCase): vscode.Disposable {
  const kept = vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor('editor.findMatchHighlightBackground'),
    border: '1px dotted',
    borderColor: new vscode.ThemeColor('idiograph.passageBorder'),
    overviewRulerColor: new vscode.ThemeColor('idiograph.passageUnderline'),
    overviewRulerLane: vscode.OverviewRulerLane.Center,
  });
  const mark = async (): Promise<void> => {
    const { findings, selection } = session;
    const marker = findings && findMarker(findChosenCandidate(findings, selection.author), selection.marker);
    const own = marker?.family === 'own' ? await cases.view(vscode.Uri.parse(findings!.target.uri)) : undefined;
    const habit = marker && findMarkerByName(marker.name, listMarkers(own?.markers));
    for (const editor of vscode.window.visibleTextEditors) {
      const places = habit ? findPlaces(editor.document, findings, marker, habit) : [];
      editor.setDecorations(
        kept,
        places.map((place) => toEditorRange(editor.document, place)),
      );
    }
  };
  const render = (): void => void mark();
  const listShown = () => [session.findings, session.selection.marker, session.selection.author];
  return vscode.Disposable.from(kept, session.onDidChange(runOnChange(listShown, render)), followEditors(render));
}

function followEditors(render: () => void): vscode.Disposable {
  const { window, workspace } = vscode;
  return vscode.Disposable.from(
    window.onDidChangeVisibleTextEditors(render),
    workspace.onDidChangeTextDocument(render),
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
    for (const editor of made) {
      const { document } = editor;
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
      editor.setDecorations(type, labels);
    }
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

/** Marks the words of the list that is open, each by the side that it supports. A changed text has no marks. */
export function decorateWords(session: ReviewSession): vscode.Disposable {
  const [ofFirst, ofNext] = [createLine('solid', 'charts.blue'), createLine('dashed', 'charts.red')];
  let places: readonly (TextRange & { readonly weight: number })[] = [];
  const render = (): void => {
    const target = session.findings?.target;
    for (const editor of vscode.window.visibleTextEditors) {
      const { document } = editor;
      const isShown = document.uri.toString() === target?.uri && document.version === target.version;
      for (const [type, sign] of [
        [ofFirst, 1],
        [ofNext, -1],
      ] as const) {
        const own = (isShown ? places : []).filter(({ weight }) => sign * weight > 0);
        editor.setDecorations(
          type,
          own.map((place) => toEditorRange(document, place)),
        );
      }
    }
  };
  const renderAnew = (): void => {
    const { findings, listedWords } = session;
    const target = findings?.target;
    const found = target ? findTellingPlaces(target, listedWords) : [];
    places = found.map(({ start, end, weight }) => {
      return { start: start + target!.offset, end: end + target!.offset, weight };
    });
    render();
  };
  const changed = session.onDidChange(runOnChange(() => [session.findings, session.listedWords], renderAnew));
  return vscode.Disposable.from(ofFirst, ofNext, changed, followEditors(render));
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
    const excluded = read?.exclusions.map((each) => {
      const values = { part: describePart(each.kind), rule: each.rule };
      const says = vscode.l10n.t('Excluded from the author’s text: {part}. Rule: {rule}.', values);
      return { range: toEditorRange(document, each), hoverMessage: new vscode.MarkdownString().appendText(says) };
    });
    editor.setDecorations(this.excluded, excluded ?? []);
    // The mark is on the character before the place, because the mouse cannot point between two characters. It is short, because the editor
    // does not wrap it with its line; the hover has the words.
    const leftOut = read?.leftOut.map((each) => {
      const words = `${describeLeftOut(each)}\n\n${cutBeginning(each.text, mostShown)}`;
      return {
        range: toEditorRange(document, { start: Math.max(0, each.at - 1), end: Math.max(1, each.at) }),
        hoverMessage: new vscode.MarkdownString().appendText(words),
        renderOptions: { after: { contentText: ' […]', color: new vscode.ThemeColor('idiograph.excludedText') } },
      };
    });
    editor.setDecorations(this.leftOut, leftOut ?? []);
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
