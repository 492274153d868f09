import * as vscode from 'vscode';
import type { Findings } from '../../presentation/findings';
import { findChosenCandidate, listMarkedPassages } from '../../presentation/passages';
import { runOnChange } from '../changing';
import { findRange, toEditorRange } from '../review/readingLayout';
import type { ReviewSession, ShownComparison } from '../review/reviewSession';
import { toKnownDocumentUri } from '../review/textDocuments';

/** A passage to mark in one editor, in offsets of its text. */
type Mark = Readonly<{ number: number; range: vscode.Range }>;

/**
 * Marks the passages of the chosen candidate in the questioned and the known documents: a number in the gutter and an underline, so that
 * colour is not needed. A changed text has no marks.
 */
export class PassageDecorations implements vscode.Disposable {
  private readonly underline = vscode.window.createTextEditorDecorationType({
    textDecoration: 'underline 2px var(--vscode-idiograph-passageUnderline)',
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
    overviewRulerColor: new vscode.ThemeColor('idiograph.passageUnderline'),
    overviewRulerLane: vscode.OverviewRulerLane.Center,
    backgroundColor: new vscode.ThemeColor('idiograph.passageBackground'),
  });
  private readonly numbers = new GutterNumbers();
  private readonly reading = vscode.window.createTextEditorDecorationType({
    border: '1px solid',
    borderColor: new vscode.ThemeColor('idiograph.passageBorder'),
  });
  private readonly disposables: { dispose(): unknown }[];

  constructor(private readonly session: ReviewSession) {
    this.disposables = [
      this.underline,
      this.reading,
      this.numbers,
      vscode.workspace.onDidChangeTextDocument(() => this.render()),
      session.onDidChange(
        runOnChange(
          () => this.listShown(),
          () => this.render(),
        ),
      ),
      vscode.window.onDidChangeVisibleTextEditors(() => this.render()),
    ];
  }

  dispose(): void {
    vscode.Disposable.from(...this.disposables).dispose();
  }

  /** The progress of a run changes no marks, and drawing them again is slow. */
  private listShown(): readonly unknown[] {
    const { findings, comparison, selection, knownDocuments } = this.session;
    return [findings, comparison, selection, knownDocuments.size];
  }

  private render(): void {
    for (const editor of vscode.window.visibleTextEditors) this.mark(editor);
  }

  /** While a comparison is shown, its parts are marked, with its numbers. */
  private mark(editor: vscode.TextEditor): void {
    const { document } = editor;
    const { findings, comparison, selection } = this.session;
    const target = (comparison ?? findings)?.target;
    const isChanged = target?.uri === document.uri.toString() && target.version !== document.version;
    const reviewed = findings && !comparison ? this.listMarks(document, findings) : [];
    const marks = isChanged ? [] : comparison ? listParts(document, comparison) : reviewed;
    editor.setDecorations(
      this.underline,
      marks.map(({ range }) => range),
    );
    this.numbers.show(
      editor,
      marks.map(({ number, range: { start } }) => ({ number, line: start.line, character: start.character })),
    );
    const { passage } = selection;
    const read = marks.filter(({ number }) => passage !== undefined && number === passage + 1);
    editor.setDecorations(
      this.reading,
      read.map(({ range }) => range),
    );
  }

  private listMarks(document: vscode.TextDocument, findings: Findings): readonly Mark[] {
    const candidate = findChosenCandidate(findings, this.session.selection.author);
    if (!candidate) return [];
    const passages = listMarkedPassages(findings, candidate);
    if (findings.target.uri === document.uri.toString())
      return passages.map(({ number, questioned }) => ({ number, range: toEditorRange(document, questioned) }));
    return passages.flatMap(({ number, passage }) => {
      const { index } = findings;
      const named = index.documents.get(passage.document); // the present title, because a blind case has titles of its own
      const known = this.session.knownDocuments.get(passage.document);
      if (!named || !known) return [];
      if (toKnownDocumentUri(named).toString() !== document.uri.toString()) return [];
      return [{ number, range: findRange(known.text, passage.known) }];
    });
  }
}

function listParts(document: vscode.TextDocument, { target, pairs }: ShownComparison): readonly Mark[] {
  const uri = document.uri.toString();
  const isFirst = uri === target.uri;
  return pairs.flatMap((pair) => {
    if (!pair.marked || (!isFirst && pair.second.uri.toString() !== uri)) return [];
    return [{ number: pair.number, range: toEditorRange(document, isFirst ? pair.first : pair.second.range) }];
  });
}

/** Numbers of passages in the gutter, where they move no text. Each label has one decoration type. */
class GutterNumbers implements vscode.Disposable {
  private readonly types = new Map<string, vscode.TextEditorDecorationType>();

  dispose(): void {
    vscode.Disposable.from(...this.types.values()).dispose();
  }

  show(editor: vscode.TextEditor, places: readonly NumberedPlace[]): void {
    const wanted = new Map<vscode.TextEditorDecorationType, vscode.Range[]>();
    for (const { text, line, character } of buildGutterLabels(places)) {
      const type = this.createType(text);
      wanted.set(type, [...(wanted.get(type) ?? []), new vscode.Range(line, character, line, character)]);
    }
    for (const type of this.types.values()) editor.setDecorations(type, wanted.get(type) ?? []);
  }

  private createType(text: string): vscode.TextEditorDecorationType {
    const { light, dark } = labelColours;
    const type =
      this.types.get(text) ??
      vscode.window.createTextEditorDecorationType({
        light: { gutterIconPath: vscode.Uri.parse(drawLabel(text, light)) },
        dark: { gutterIconPath: vscode.Uri.parse(drawLabel(text, dark)) },
        gutterIconSize: 'contain',
        rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
      });
    this.types.set(text, type);
    return type;
  }
}

/** A place of a text, with the number of the passage that begins there. */
interface NumberedPlace {
  readonly number: number;
  readonly line: number;
  readonly character: number;
}

/** The colours of `idiograph.passageNumber`, also for high contrast. A picture cannot use a colour of the theme. */
export const labelColours = { light: '#004B87', dark: '#8CC8F5' } as const;

/** Passages that begin closer together on a line than this many characters would hide each other's number on a wrapped line. */
const nearest = 80;

/**
 * The labels of the gutter: the number of each passage at its beginning. Two passages that are close share a label, and a third is shown as
 * a plus.
 */
export function buildGutterLabels(
  places: readonly NumberedPlace[],
): readonly (Omit<NumberedPlace, 'number'> & { readonly text: string })[] {
  const ordered = places.toSorted((a, b) => a.line - b.line || a.character - b.character);
  const groups: NumberedPlace[][] = [];
  for (const place of ordered) {
    const first = groups.at(-1)?.[0];
    if (first?.line === place.line && place.character - first.character < nearest) groups.at(-1)?.push(place);
    else groups.push([place]);
  }
  return groups.map((group) => {
    const { line, character } = group[0]!;
    const [first, second, ...more] = group.map(({ number }) => number);
    const text = second === undefined ? String(first) : `${first} ${more.length > 0 ? '+' : second}`;
    return { text, line, character };
  });
}

/** The picture of a label as a data address: a frame with the numbers, in one colour. */
export function drawLabel(text: string, colour: string): string {
  const wide = text.length > 2;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect x=".5" y="1.5" width="15" height="13" fill="none" stroke="${colour}"/>` +
    `<text x="8" y="${wide ? 11 : 12}" text-anchor="middle" font-family="sans-serif" font-weight="bold" font-size="${wide ? 9 : 11}" fill="${colour}">${text}</text></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}
