import * as vscode from 'vscode';
import type { TextRange } from '../../core/domain/evidence';
import type { Findings } from '../../presentation/findings';
import {
  findChosenCandidate,
  listMarkedPassages,
  readKnownTitle,
  type NumberedPassage,
  findPassagesAt,
  formatPlaceInFile,
  describeWhy,
} from '../../presentation/passages';
import { isShowingEarlier } from '../../presentation/reviewState';
import { Changing, runOnChange } from '../window';
import { findRange, toEditorRange } from '../review/readingLayout';
import type { ReviewSession } from '../review/reviewSession';
import { toKnownDocumentUri } from '../review/textDocuments';
import { collapseBlanks } from '../../core/casework/decisions';
import { findDecision } from '../../presentation/decisions';
import { formatMarkerLine, findMarkersAt } from '../../presentation/markers';
import { describeNotice } from '../../presentation/words/notices';
import { describeAnswer } from '../../presentation/words/question';
import type { Decisions } from '../case/windowCase';
import { formatCommandLink } from '../shownFiles';

/** A passage to mark in one editor, in offsets of its text. */
type Mark = Readonly<{ number: number; range: vscode.Range }>;

/**
 * Marks the passages of the chosen candidate in the questioned and the known documents: a number in the gutter and an underline, so that
 * colour is not needed. After an edit the marks outside the change stay with their words, in grey.
 */
export class PassageDecorations extends Changing {
  private readonly live = vscode.window.createTextEditorDecorationType(createStyle('passageUnderline'));
  private readonly stale = vscode.window.createTextEditorDecorationType(createStyle('stalePassage'));
  private readonly numbers = new GutterNumbers();
  private readonly reading = vscode.window.createTextEditorDecorationType({
    border: '1px solid',
    borderColor: new vscode.ThemeColor('idiograph.passageBorder'),
  });
  private changes: TextChange[] = [];
  /** The time of the review that the recorded edits came after. */
  private changedSince: number | undefined;

  constructor(private readonly session: ReviewSession) {
    super();
    this.disposables.push(
      ...[this.live, this.stale, this.reading, this.numbers],
      // records the edits since the review, so that grey marks stay with their words
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        const { findings } = session;
        if (findings?.target.uri !== document.uri.toString()) return;
        if (this.changedSince !== findings.reviewedAt) this.changes = [];
        this.changedSince = findings.reviewedAt;
        this.changes.push(...contentChanges);
        this.render();
      }),
      // the progress of a run changes no marks, and drawing them again is slow
      session.onDidChange(
        runOnChange(
          () => {
            const { findings, comparison, selection, knownDocuments, state } = session;
            return [findings, comparison, selection, knownDocuments.size, isShowingEarlier(state)];
          },
          () => this.render(),
        ),
      ),
      vscode.window.onDidChangeVisibleTextEditors(() => this.render()),
    );
  }

  private render(): void {
    for (const editor of vscode.window.visibleTextEditors) this.mark(editor);
  }

  /** While a comparison is shown, its parts are marked, with its numbers. */
  private mark(editor: vscode.TextEditor): void {
    const { document } = editor;
    const { findings, comparison, selection } = this.session;
    const uri = document.uri.toString();
    const isFirst = uri === comparison?.target.uri;
    const parts = comparison?.pairs.filter(
      ({ marked, second }) => marked && (isFirst || second.uri.toString() === uri),
    );
    const compared = parts?.map(({ number, first, second }): Mark => {
      return { number, range: toEditorRange(document, isFirst ? first : second.range) };
    });
    const marks = compared ?? (findings ? this.listMarks(document, findings) : []);
    const isStale = this.isStale(document);
    const ranges = marks.map(({ range }) => range);
    editor.setDecorations(this.live, isStale ? [] : ranges);
    editor.setDecorations(this.stale, isStale ? ranges : []);
    const places = marks.map(({ number, range: { start } }) => ({
      number,
      line: start.line,
      character: start.character,
    }));
    this.numbers.show(editor, places, isStale);
    const { passage } = selection;
    const read = marks.filter(({ number }) => passage !== undefined && number === passage + 1);
    editor.setDecorations(this.reading, isStale ? [] : read.map(({ range }) => range));
  }

  private isStale(document: vscode.TextDocument): boolean {
    const { findings, comparison, state } = this.session;
    const target = (comparison ?? findings)?.target;
    const isChanged = target?.uri === document.uri.toString() && target.version !== document.version;
    return isChanged || (!comparison && isShowingEarlier(state));
  }

  private listMarks(document: vscode.TextDocument, findings: Findings): readonly Mark[] {
    const candidate = findChosenCandidate(findings, this.session.selection.author);
    if (!candidate) return [];
    const passages = listMarkedPassages(findings, candidate);
    if (findings.target.uri === document.uri.toString()) {
      const changes = this.changedSince === findings.reviewedAt ? this.changes : [];
      return passages.flatMap(({ number, questioned }) => {
        const range = shiftThrough(questioned, changes);
        return range ? [{ number, range: toEditorRange(document, range) }] : [];
      });
    }
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

function createStyle(underline: 'passageUnderline' | 'stalePassage'): vscode.DecorationRenderOptions {
  return {
    textDecoration: `underline 2px var(--vscode-idiograph-${underline})`,
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
    overviewRulerColor: new vscode.ThemeColor(`idiograph.${underline}`),
    overviewRulerLane: vscode.OverviewRulerLane.Center,
    ...(underline === 'passageUnderline' && { backgroundColor: new vscode.ThemeColor('idiograph.passageBackground') }),
  };
}

/** Numbers of passages in the gutter, where they move no text. Each label has one decoration type. */
class GutterNumbers implements vscode.Disposable {
  private readonly types = new Map<string, vscode.TextEditorDecorationType>();

  dispose(): void {
    vscode.Disposable.from(...this.types.values()).dispose();
  }

  show(editor: vscode.TextEditor, places: readonly NumberedPlace[], isStale: boolean): void {
    const wanted = new Map<vscode.TextEditorDecorationType, vscode.Range[]>();
    for (const { text, line, character } of buildGutterLabels(places)) {
      const type = this.createType(isStale ? 'stale' : 'live', text);
      wanted.set(type, [...(wanted.get(type) ?? []), new vscode.Range(line, character, line, character)]);
    }
    for (const type of this.types.values()) editor.setDecorations(type, wanted.get(type) ?? []);
  }

  private createType(kind: keyof typeof labelColours, text: string): vscode.TextEditorDecorationType {
    const key = `${kind} ${text}`;
    const { light, dark } = labelColours[kind];
    const type =
      this.types.get(key) ??
      vscode.window.createTextEditorDecorationType({
        light: { gutterIconPath: vscode.Uri.parse(drawLabel(text, light)) },
        dark: { gutterIconPath: vscode.Uri.parse(drawLabel(text, dark)) },
        gutterIconSize: 'contain',
        rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
      });
    this.types.set(key, type);
    return type;
  }
}

/** A place of a text, with the number of the passage that begins there. */
interface NumberedPlace {
  readonly number: number;
  readonly line: number;
  readonly character: number;
}

/**
 * The colours of `idiograph.passageNumber` and `idiograph.stalePassage`, also for high contrast. A picture cannot use a colour of the
 * theme.
 */
export const labelColours = {
  live: { light: '#004B87', dark: '#8CC8F5' },
  stale: { light: '#636363', dark: '#A6A6A6' },
} as const;

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

/** One replacement in a document. Its offsets are those of the text before it. */
interface TextChange {
  readonly rangeOffset: number;
  readonly rangeLength: number;
  readonly text: string;
}

/** The place of a range after a change. Undefined if the change touched the range, because its words may then differ. */
export function shiftRange(range: TextRange, change: TextChange): TextRange | undefined {
  const end = change.rangeOffset + change.rangeLength;
  if (change.rangeOffset >= range.end) return range;
  if (end > range.start) return undefined;
  const by = change.text.length - change.rangeLength;
  return { start: range.start + by, end: range.end + by };
}

/** The place of a range after changes in the order of VS Code: the last place first, or one after another. */
export function shiftThrough(range: TextRange, changes: readonly TextChange[]): TextRange | undefined {
  let shifted: TextRange | undefined = range;
  for (const change of changes) shifted &&= shiftRange(shifted, change);
  return shifted;
}

/** The passages and markers under the cursor: the text that each leads to, its words, and the reason. The hover never starts the engine. */
export class PassageHover implements vscode.HoverProvider {
  constructor(
    private readonly session: ReviewSession,
    private readonly decisions: Pick<Decisions, 'on'>,
  ) {}

  provideHover(document: vscode.TextDocument, position: vscode.Position): vscode.Hover | undefined {
    const { findings, selection, state } = this.session;
    if (findings?.target.uri !== document.uri.toString()) return undefined;
    const offset = document.offsetAt(position);
    const pairs = findPassagesAt(findings, selection.author, offset);
    const candidate = findChosenCandidate(findings, selection.author);
    const contents = [
      ...pairs.map((pair) => this.describePassage(pair, findings)),
      ...findMarkersAt(candidate, offset - findings.target.offset).map((marker) => {
        const { author } = candidate!;
        const link = formatCommandLink('idiograph.openMarker', [marker.name, author]);
        const line = `${marker.weight > 0 ? '+' : '−'} ${formatMarkerLine(marker, author)}`;
        return createHoverText([line], `[${vscode.l10n.t('Open')}](${link})`);
      }),
    ];
    if (contents.length === 0) return undefined;
    if (findings.evidence.question) contents.push(createHoverText([describeAnswer(findings.evidence.question)]));
    const stale = findings.target.version !== document.version;
    if (stale || isShowingEarlier(state))
      contents.unshift(createHoverText([describeNotice({ code: 'changedAfter', values: {} })]));
    const [first] = pairs;
    return stale || !first
      ? new vscode.Hover(contents)
      : new vscode.Hover(contents, toEditorRange(document, first.questioned));
  }

  private describePassage({ number, author, passage }: NumberedPassage, findings: Findings): vscode.MarkdownString {
    const { target } = findings;
    const title = readKnownTitle(findings, passage.document);
    const place = formatPlaceInFile(passage, target);
    const known = this.session.knownDocuments.get(passage.document)?.text;
    const cut = (whole: string, { start, end }: TextRange): string => collapseBlanks(whole.slice(start, end));
    const questioned = cut(target.text, passage.questioned);
    const words = known === undefined ? undefined : { questioned, known: cut(known, passage.known) };
    const decided = words && findDecision(words, this.decisions.on(vscode.Uri.parse(target.uri)).made);
    return createHoverText(
      [
        [String(number), place, `${author}: ${title}`].filter((part) => part !== undefined).join(' · '),
        ...(decided ? [decided.says] : []),
        ...(words ? [{ quoted: words.known }] : []),
        describeWhy(passage),
      ],
      `[${vscode.l10n.t('Open Both')}](${formatCommandLink('idiograph.openBoth', [number, author])})`,
    );
  }
}

/** Paragraphs of plain text, and a link in Markdown. */
function createHoverText(
  paragraphs: readonly (string | { readonly quoted: string })[],
  link = '',
): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  text.isTrusted = { enabledCommands: ['idiograph.openBoth', 'idiograph.openMarker'] };
  for (const paragraph of paragraphs) {
    if (typeof paragraph !== 'string') text.appendMarkdown('> ');
    text.appendText(typeof paragraph === 'string' ? paragraph : `“${paragraph.quoted}”`);
    text.appendMarkdown('\n\n');
  }
  return text.appendMarkdown(link);
}
