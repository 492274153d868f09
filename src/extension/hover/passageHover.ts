import * as vscode from 'vscode';
import { singleBlanks } from '../../core/casework/decisions';
import type { Marker } from '../../core/domain';
import { decisionOn } from '../../presentation/decisions';
import type { Findings } from '../../presentation/findings';
import { markerLine, markersAt } from '../../presentation/markers';
import {
  chosenCandidate,
  knownTitle,
  type NumberedPassage,
  passagesAt,
  placeOf,
  whyWords,
} from '../../presentation/passages';
import { showsEarlier } from '../../presentation/reviewState';
import type { Decisions } from '../case/decisions';
import type { ReviewSession } from '../review/reviewSession';
import { commandLink } from '../addresses';
import { rangeIn } from '../review/readingLayout';

/** Commands that a hover's links may run. */
const trusted = ['idiograph.openBoth', 'idiograph.openMarker'];

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

  private passageText(pair: NumberedPassage, findings: Findings): vscode.MarkdownString {
    const { passage } = pair;
    const known = this.session.knownDocuments.get(passage.document)?.text;
    if (known === undefined) return passageText(pair, findings);
    const answer = singleBlanks(known.slice(passage.known.start, passage.known.end));
    const { start, end } = passage.questioned;
    const words = { questioned: singleBlanks(findings.target.text.slice(start, end)), known: answer };
    const decided = decisionOn(words, this.decisions.on(vscode.Uri.parse(findings.target.uri)));
    return passageText(pair, findings, answer, decided?.says);
  }
}

/** @param answer  what answers the passage, where it has been read */
function passageText(
  { number, author, passage }: NumberedPassage,
  findings: Findings,
  answer?: string,
  decided = '',
): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  text.isTrusted = { enabledCommands: trusted };
  const title = knownTitle(findings, passage.document);
  const place = placeOf(passage, findings.target);
  if (place !== undefined) text.appendText(`${place} · `);
  text.appendText(vscode.l10n.t('Passage {number} · answered in {title}, {author}', { number, title, author }));
  text.appendMarkdown('\n\n');
  if (decided !== '') {
    text.appendText(decided);
    text.appendMarkdown('\n\n');
  }
  if (answer !== undefined) {
    text.appendMarkdown('> ');
    text.appendText(`“${answer}”`);
    text.appendMarkdown('\n\n');
  }
  text.appendText(whyWords(passage));
  text.appendMarkdown(`\n\n[${vscode.l10n.t('Open Both')}](${commandLink('idiograph.openBoth', [number, author])})`);
  return text;
}

/** A habit that leads and is kept here, with its counts. */
function markerText(marker: Marker, author: string): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  text.isTrusted = { enabledCommands: trusted };
  const side = marker.weight > 0 ? vscode.l10n.t('Marker') : vscode.l10n.t('Marker against {author}', { author });
  text.appendText(`${side} · ${markerLine(marker, author)}`);
  const link = commandLink('idiograph.openMarker', [marker.name, author]);
  text.appendMarkdown(`\n\n[${vscode.l10n.t('Mark Its Places')}](${link})`);
  return text;
}

function earlierText(changed: boolean): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  text.appendText(
    changed
      ? vscode.l10n.t('The document changed after it was reviewed; this evidence is about the earlier text.')
      : vscode.l10n.t('This evidence is of an earlier review.'),
  );
  return text;
}
