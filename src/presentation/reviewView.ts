import * as l10n from '@vscode/l10n';
import { type PassageDecision, collapseBlanks } from '../core/casework/decisions';
import type { Evidence, KnownDocument } from '../core/domain/evidence';
import type { ComparisonView, FindingsView } from './comparison';
import { buildCardView } from './cardView';
import { addDecisions } from './decisions';
import {
  describeChosenPart,
  describeParts,
  type Findings,
  type PanelSelection,
  type ResultFacts,
  selectParts,
} from './findings';
import type { UnreadFile } from '../core/casework/openCase';
import type { ReviewTarget } from '../core/casework/keptRecords';
import type { RatioParts } from '../core/domain/ratio';
import { listNotices, listUnreadNotices, listWaysOn, describeWithholding } from './notices';
import { findChosenCandidate, readKnownTitle, buildPassagesView } from './passages';

import {
  selectAskedTarget,
  canFindPassages,
  type ReviewState,
  selectShownFindings,
  isShowingEarlier,
  runWords,
} from './reviewState';
import { buildRatioListView, buildTellingView } from './telling';
import { describeNotVerified, buildVerificationView } from './verificationView';
import { findRival, listRated, nameQuestion } from './words/question';
import { formatCaveats } from './words/notices';
import { asNamed, formatFinding } from './words/strength';
import {
  describeBasis,
  formatCandidateName,
  formatFacts,
  formatLanguage,
  formatServer,
  formatAllThousands,
} from './words/words';

export interface ShownSession {
  readonly state: ReviewState;
  readonly selection: PanelSelection;
  /** What moved the ratio of the selected candidate, if the user opened that list. */
  readonly explainedRatio?: { readonly parts: RatioParts | undefined } | undefined;
  /** The known documents that were read so far, by id. */
  readonly knownDocuments: ReadonlyMap<string, Pick<KnownDocument, 'text'>>;
  readonly comparison: { readonly view: ComparisonView } | undefined;
}

/** What else the page speaks of. */
export interface Surroundings {
  /** Number of documents in the index. 0 means that there is no index, undefined that it is not open yet. */
  readonly indexedDocuments: number | undefined;
  /** The active text. */
  readonly shownText?: { readonly uri: string; readonly title: string };
  /** Formats a time of day for the reader. */
  readonly timeOfDay: (milliseconds: number) => string;
  /** Files of the case of which no text is compared. */
  readonly unread?: readonly UnreadFile[] | undefined;
  /** The reviews of the parts into which the review of the shown document divides it. */
  readonly parts?: readonly ResultFacts[] | undefined;
  /** Decisions on passages of the text shown. Undefined if the text belongs to no case. */
  readonly decisions?: readonly PassageDecision[] | undefined;
  /** The last decision of this window, in words. */
  readonly undo?: string | undefined;
}

/** The content of the panel, as plain data in the language of the user. */
export type ReviewView = ReturnType<typeof reviewView>;

/** Builds the view of the panel. A comparison of two texts hides the review behind it. */
export function reviewView(session: ShownSession, around: Surroundings) {
  const { comparison, selection } = session;
  const { timeOfDay, unread = [] } = around;
  const state: ReviewState = comparison ? { kind: 'idle' } : session.state;
  const findings = selectShownFindings(state);
  const target = findings?.target ?? selectAskedTarget(state);
  const idle = describeIdle(around);
  const detail = findings && buildDetailView(state, findings, session, around);
  return {
    kind: comparison ? ('comparison' as const) : state.kind === 'idle' ? idle.kind : state.kind,
    /** Whether the evidence shown is older than the last question. The page is then grey. */
    earlier: isShowingEarlier(state),
    /** The URI of the questioned document. A reload keeps this URI and never the text. */
    document: (target ?? around.shownText)?.uri,
    /** The sentence of a state without evidence. */
    introduction: comparison || target ? undefined : idle.says,
    header: target && buildHeaderView(target, findings, around),
    /** The progress of a run. */
    progress: state.kind === 'running' ? runWords(state) : undefined,
    notices: [...listNotices(state, timeOfDay, detail?.ways), ...listUnreadNotices(unread)],
    candidates: findings ? buildCandidateViews(findings.evidence) : [],
    telling: findings && buildTellingView(findings.evidence),
    detail,
    comparison:
      comparison &&
      (comparison.view.passagesPending === undefined
        ? addDecisions(comparison.view, comparison.view.other, around.decisions)
        : comparison.view),
    /** The name of the marker that is shown in the text. */
    marker: selection.marker,
    /** The list of words that is open, which the text shows. */
    words: selection.words,
    /** Number of the passage chosen in some surface. */
    selected: selection.passage === undefined ? undefined : selection.passage + 1,
    /** What *Undo* takes back. Undefined if this window made no decision. */
    undo: around.undo,
  };
}

/** The state without a review, and its sentence. */
function describeIdle({ indexedDocuments, shownText }: Surroundings) {
  const build = l10n.t(
    'A reference index contains known documents by author. A questioned document is compared with them.',
  );
  if (indexedDocuments === undefined) return { kind: 'opening', says: l10n.t('Opening the reference index…') } as const;
  if (indexedDocuments === 0) return { kind: 'noIndex', says: build } as const;
  const says = shownText
    ? l10n.t('{title} has not been reviewed yet.', { title: shownText.title })
    : l10n.t('Nothing is under review. Open the questioned document and review it.');
  return { kind: 'nothing', says } as const;
}

/** What was compared with what. */
function buildHeaderView(
  { words, ...target }: ReviewTarget,
  findings: Findings | undefined,
  { timeOfDay }: Surroundings,
) {
  const about = { title: target.id, facts: formatFacts(words, target) };
  if (!findings) return { ...about, reviewed: '', basis: [], question: '' };
  const { evidence, analysed, reviewedAt } = findings;
  const time = timeOfDay(reviewedAt);
  const values = { time, ...formatAllThousands({ analysed: Math.min(analysed, words), words }) };
  const reviewed = l10n.t('Reviewed {time} · {analysed} of {words} words analysed', values);
  return {
    ...about,
    /** Who could have written the text, as the user says. */
    question: nameQuestion(evidence),
    reviewed,
    basis: [...formatLanguage(evidence), ...formatServer(evidence), describeBasis(evidence)],
  };
}

/** A row of the table of candidates. Its score is not printed, since it only orders. */
export type CandidateView = ReturnType<typeof buildCandidateViews>[number];

/** The candidates in their order; those of a question with the ratio of each to the others. */
function buildCandidateViews(evidence: Evidence) {
  const rated = new Map(listRated(evidence).map((row) => [row.author, row]));
  return evidence.candidates.map((candidate, i) => {
    const { among, open } = rated.get(candidate.author) ?? {};
    return {
      author: candidate.author,
      /** The author, with the place of the texts if some are not in the index file. */
      name: formatCandidateName(candidate),
      rank: i + 1,
      /** The ratio of the author alone and the word of the verbal scale, or that there is no statement. */
      finding: open ?? formatFinding(asNamed(candidate.verification)),
      among,
    };
  });
}

function buildDetailView(
  state: ReviewState,
  findings: Findings,
  { selection, knownDocuments, explainedRatio }: ShownSession,
  { decisions, parts = [] }: Pick<Surroundings, 'decisions' | 'parts'>,
): FindingsView | undefined {
  const { target, evidence } = findings;
  const candidate = findChosenCandidate(findings, selection.author);
  if (!candidate) return undefined;
  const { author, verification, passages } = candidate;
  const running = state.kind === 'running';
  const built = verification && buildVerificationView(verification, target.id, author);
  const said = formatCaveats(evidence); // the page shows these once, for the whole document
  const caveats = built?.caveats.filter((line) => !said.includes(line)) ?? [];
  const place = { start: target.offset, end: target.offset + target.text.length };
  // a part that was chosen for its closeness to an author has its ratio in no large type
  const isChosen = target.isSelection && selectParts({ parts: [place] }, parts).length > 0;
  const chosen = isChosen && { carried: false, caveats: [describeChosenPart(), ...caveats] };
  const shown = built && { ...built, caveats, ...chosen };
  const view = {
    title: author,
    verification: shown,
    card: buildCardView(candidate, target.id, shown, evidence),
    parts: target.isSelection ? [] : describeParts(parts),
    verificationPending: verification ? undefined : running ? l10n.t('Verifying') : describeNotVerified(),
    withheld: describeWithholding(evidence, verification?.reason),
    ratioList: buildRatioListView(author, verification, explainedRatio),
    ways: running ? [] : listWaysOn(verification, target, evidence),
    passagesPending: passages
      ? undefined
      : state.kind === 'running' || canFindPassages(state)
        ? l10n.t('Looking for passages…')
        : l10n.t('The review did not look for passages of this candidate. Review the text again.'),
    ...buildPassagesView(candidate, target, {
      counted: findings.index.documents,
      rival: findRival(evidence.question, author),
      text: (document) => ({ title: readKnownTitle(findings, document), text: knownDocuments.get(document)?.text }),
    }),
  };
  if (!passages) return view;
  // a selection has only the decisions on passages inside it
  const isInside = ({ questioned }: PassageDecision): boolean => collapseBlanks(target.text).includes(questioned);
  return addDecisions(view, author, target.isSelection ? decisions?.filter(isInside) : decisions);
}
