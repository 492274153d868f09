import * as vscode from 'vscode';
import { type PassageWords, collapseBlanks } from '../../core/casework/decisions';
import type { Marker, Passage, TextRange } from '../../core/domain/evidence';
import { findDecision } from '../../presentation/decisions';
import type { Findings } from '../../presentation/findings';
import { formatMarkerLine, findMarkersAt } from '../../presentation/markers';
import {
  findChosenCandidate,
  readKnownTitle,
  type NumberedPassage,
  findPassagesAt,
  formatPlaceInFile,
  describeWhy,
} from '../../presentation/passages';
import { isShowingEarlier } from '../../presentation/reviewState';
import { describeNotice } from '../../presentation/words/notices';
import { describeAnswer } from '../../presentation/words/question';
import type { Decisions } from '../case/decisions';
import type { ReviewSession } from '../review/reviewSession';
import { formatCommandLink } from '../addresses';
import { toEditorRange } from '../review/readingLayout';

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
      ...findMarkersAt(candidate, offset - findings.target.offset).map((marker) =>
        describeMarker(marker, candidate!.author),
      ),
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
    const words = known === undefined ? undefined : readWords(passage, target.text, known);
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

/** The words of both sides of a passage. */
function readWords({ questioned, known }: Passage, text: string, knownText: string): PassageWords {
  const cutWords = (whole: string, { start, end }: TextRange): string => collapseBlanks(whole.slice(start, end));
  return { questioned: cutWords(text, questioned), known: cutWords(knownText, known) };
}

/** A leading marker at this place, with its counts. */
function describeMarker(marker: Marker, author: string): vscode.MarkdownString {
  const side = marker.weight > 0 ? '+' : '−';
  const link = formatCommandLink('idiograph.openMarker', [marker.name, author]);
  return createHoverText([`${side} ${formatMarkerLine(marker, author)}`], `[${vscode.l10n.t('Open')}](${link})`);
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
