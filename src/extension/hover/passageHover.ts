import * as vscode from 'vscode';
import { type PassageWords, singleBlanks } from '../../core/casework/decisions';
import type { Marker, Passage, TextRange } from '../../core/domain';
import { decisionOn } from '../../presentation/decisions';
import type { Findings } from '../../presentation/findings';
import { markerLine, markersAt } from '../../presentation/markers';
import {
  chosenCandidate,
  knownTitle,
  type NumberedPassage,
  passagesAt,
  pageAndParagraph,
  whyWords,
} from '../../presentation/passages';
import { showsEarlier } from '../../presentation/reviewState';
import type { Decisions } from '../case/decisions';
import type { ReviewSession } from '../review/reviewSession';
import { commandLink } from '../addresses';
import { rangeIn } from '../review/readingLayout';

/** The passages and markers under the cursor: where each leads, what stands there, and why. Never starts the engine. */
export class PassageHover implements vscode.HoverProvider {
  constructor(
    private readonly session: ReviewSession,
    private readonly decisions: Pick<Decisions, 'on'>,
  ) {}

  provideHover(document: vscode.TextDocument, position: vscode.Position): vscode.Hover | undefined {
    const { findings, selection, state } = this.session;
    if (findings?.target.uri !== document.uri.toString()) return undefined;
    const offset = document.offsetAt(position);
    const pairs = passagesAt(findings, selection.author, offset);
    const candidate = chosenCandidate(findings, selection.author);
    const contents = [
      ...pairs.map((pair) => this.passageText(pair, findings)),
      ...markersAt(candidate, offset - findings.target.offset).map((marker) => markerText(marker, candidate!.author)),
    ];
    if (contents.length === 0) return undefined;
    const stale = findings.target.version !== document.version;
    if (stale || showsEarlier(state)) contents.unshift(earlierText(stale));
    const [first] = pairs;
    return stale || !first
      ? new vscode.Hover(contents)
      : new vscode.Hover(contents, rangeIn(document, first.questioned));
  }

  private passageText({ number, author, passage }: NumberedPassage, findings: Findings): vscode.MarkdownString {
    const { target } = findings;
    const title = knownTitle(findings, passage.document);
    const place = pageAndParagraph(passage, target);
    const leads = vscode.l10n.t('Passage {number} · answered in {title}, {author}', { number, title, author });
    const known = this.session.knownDocuments.get(passage.document)?.text;
    const words = known === undefined ? undefined : wordsOf(passage, target.text, known);
    const decided = words && decisionOn(words, this.decisions.on(vscode.Uri.parse(target.uri)));
    return hoverText(
      [
        [place, leads].filter((part) => part !== undefined).join(' · '),
        ...(decided ? [decided.says] : []),
        ...(words ? [{ quoted: words.known }] : []),
        whyWords(passage),
      ],
      `[${vscode.l10n.t('Open Both')}](${commandLink('idiograph.openBoth', [number, author])})`,
    );
  }
}

/** A passage by the words of both sides. */
function wordsOf({ questioned, known }: Passage, text: string, knownText: string): PassageWords {
  const wordsIn = (whole: string, { start, end }: TextRange): string => singleBlanks(whole.slice(start, end));
  return { questioned: wordsIn(text, questioned), known: wordsIn(knownText, known) };
}

/** A habit that leads and is kept here, with its counts. */
function markerText(marker: Marker, author: string): vscode.MarkdownString {
  const side = marker.weight > 0 ? vscode.l10n.t('Marker') : vscode.l10n.t('Marker against {author}', { author });
  const link = commandLink('idiograph.openMarker', [marker.name, author]);
  return hoverText([`${side} · ${markerLine(marker, author)}`], `[${vscode.l10n.t('Mark Its Places')}](${link})`);
}

function earlierText(changed: boolean): vscode.MarkdownString {
  return hoverText([
    changed
      ? vscode.l10n.t('The document changed after it was reviewed; this evidence is about the earlier text.')
      : vscode.l10n.t('This evidence is of an earlier review.'),
  ]);
}

/** Paragraphs of plain text, and a link in Markdown. */
function hoverText(paragraphs: readonly (string | { readonly quoted: string })[], link = ''): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  text.isTrusted = { enabledCommands: ['idiograph.openBoth', 'idiograph.openMarker'] };
  for (const paragraph of paragraphs) {
    if (typeof paragraph !== 'string') text.appendMarkdown('> ');
    text.appendText(typeof paragraph === 'string' ? paragraph : `“${paragraph.quoted}”`);
    text.appendMarkdown('\n\n');
  }
  return text.appendMarkdown(link);
}
