import * as l10n from '@vscode/l10n';
import { formatThousands } from './words/formatThousands';
import type { Candidate, Verification, VerifierKind } from '../core/domain';
import type {
  CandidateDetailView,
  CandidateView,
  ComparisonView,
  HeaderView,
  PassageView,
  ProgressView,
  ReviewView,
  VerificationView,
} from '../protocol/panel';
import { caveatLines } from './words/caveats';
import type { Findings, ReviewTarget, PanelSelection } from './findings';
import { pageLabels, termViews, verifierChoices } from './labels';
import { passageView } from './passageView';
import { setApartWords } from './words/passageWords';
import { chosenCandidate, knownTitle, numberedPassages, passagesOf, type NumberedPassage } from './passages';
import { densitiesOf, heatOf, outcomeOf, stripOf } from './reviewPictures';
import {
  askedTarget,
  canFindPassages,
  showsEarlier,
  shownFindings,
  type ReviewState,
  type RunningState,
  type RunProgress,
} from './reviewState';
import { progressText } from './progressWords';
import { findingWords } from './words/strength';
import { notices } from './notices';
import { waysOn, withheldWords } from './words/waysOn';
import { notVerifiedWords, verificationView } from './verificationView';
import { basisWords, factsLine, tierWords } from './words/words';

/** All that the panel's picture depends on. */
export interface ReviewViewInput {
  readonly state: ReviewState;
  readonly selection: PanelSelection;
  /** Documents of the reference index; 0: there is none; undefined: it is not open yet. */
  readonly indexedDocuments: number | undefined;
  readonly chosenVerifier: VerifierKind | 'automatic';
  /** Known texts read so far, by document id. */
  readonly knownTexts: ReadonlyMap<string, string>;
  readonly comparison?: ComparisonView;
  /** The text at hand. */
  readonly atHand?: { readonly uri: string; readonly title: string };
  /** Formats a time of day for the reader. */
  readonly timeOfDay: (milliseconds: number) => string;
}

/** The panel's picture of a review, as plain data in the reviewer's language. */
export function reviewView(input: ReviewViewInput): ReviewView {
  const { state, comparison } = input;
  const empty = emptyView(input);
  if (comparison)
    return { ...empty, kind: 'comparison', comparison: { ...comparison, selected: selectedNumber(input) } };
  const findings = shownFindings(state);
  const target = findings?.target ?? askedTarget(state);
  if (!target)
    return {
      ...empty,
      introduction: introduction(input),
    };
  const found = findings && foundView(input, findings);
  return {
    ...empty,
    earlier: showsEarlier(state),
    document: target.uri,
    header: headerView(input, target, findings),
    notices: notices(input, findings, found?.detail?.ways),
    progress: state.kind === 'running' ? runView(state) : undefined,
    ...found,
  };
}

function foundView(
  input: ReviewViewInput,
  findings: Findings,
): Pick<ReviewView, 'candidates' | 'strip' | 'outcome' | 'detail'> {
  const chosen = chosenCandidate(findings, input.selection.author);
  return {
    candidates: findings.evidence.candidates.map((each, i) => candidateView(each, i + 1)),
    strip: stripOf(findings, chosen?.author),
    outcome: outcomeOf(findings),
    detail: detailView(input, findings),
  };
}

function emptyView({ state, indexedDocuments, atHand, chosenVerifier }: ReviewViewInput): ReviewView {
  return {
    kind: state.kind === 'idle' ? idleKind(indexedDocuments) : state.kind,
    earlier: false,
    labels: pageLabels(),
    document: atHand?.uri,
    introduction: undefined,
    header: undefined,
    notices: [],
    progress: undefined,
    candidates: [],
    strip: undefined,
    outcome: '',
    detail: undefined,
    verifiers: verifierChoices(),
    chosenVerifier,
    terms: termViews(),
    comparison: undefined,
  };
}

function idleKind(indexedDocuments: number | undefined): ReviewView['kind'] {
  if (indexedDocuments === undefined) return 'opening';
  return indexedDocuments === 0 ? 'noIndex' : 'nothing';
}

function introduction({ indexedDocuments, atHand }: ReviewViewInput): string {
  if (indexedDocuments === undefined) return l10n.t('Opening the reference index…');
  if (indexedDocuments === 0)
    return l10n.t(
      'A reference index holds the known documents, by author, that a questioned document is compared with.',
    );
  if (atHand) return l10n.t('{title} is not reviewed yet.', { title: atHand.title });
  return l10n.t('Nothing is under review. Open the questioned document and review it.');
}

/** How far a run is; of one that was told to stop, that alone. */
export function runView({ progress, stopping }: RunningState): ProgressView {
  const view = progressView(progress);
  return stopping ? { ...view, text: l10n.t('Cancelling…') } : view;
}

/** What is done, and how far it is. */
export function progressView(progress: RunProgress): ProgressView {
  const { done, total } = progress;
  return { text: progressText(progress), done, total };
}

function headerView(input: ReviewViewInput, target: ReviewTarget, findings: Findings | undefined): HeaderView {
  return {
    title: target.title,
    facts: factsLine(target.words, target.facts),
    index: findings
      ? l10n.t('Index: {name} ({documents} documents)', {
          name: findings.index.name,
          documents: findings.index.documents.size,
        })
      : '',
    basis: findings ? basisWords(findings.evidence) : '',
    reviewed: findings ? reviewedLine(input, findings) : '',
  };
}

function reviewedLine({ timeOfDay }: ReviewViewInput, { target, analysed, reviewedAt }: Findings): string {
  const values = { time: timeOfDay(reviewedAt), analysed: formatThousands(Math.min(analysed, target.words)) };
  return analysed >= target.words
    ? l10n.t('Reviewed {time} · every word analysed', values)
    : l10n.t('Reviewed {time} · {analysed} of {words} words analysed, the rest is quoted or signed', {
        ...values,
        words: formatThousands(target.words),
      });
}

function candidateView({ author, tier, verification }: Candidate, rank: number): CandidateView {
  return {
    author,
    rank,
    tier: tierWords(tier),
    finding: findingWords(verification),
  };
}

function detailView(input: ReviewViewInput, findings: Findings): CandidateDetailView | undefined {
  const { state, selection } = input;
  const candidate = chosenCandidate(findings, selection.author);
  if (!candidate) return undefined;
  const { verification } = candidate;
  const numbered = numberedPassages(candidate);
  const view = (passage: NumberedPassage): PassageView => shownPassage(input, findings, passage);
  const running = state.kind === 'running';
  return {
    author: candidate.author,
    passagesPending: candidate.passages ? undefined : passagesPendingWords(state),
    passages: numbered.alike.map(view),
    against: numbered.against.map(view),
    setApart: {
      heading: setApartWords(passagesOf(candidate)),
      passages: [...numbered.shared, ...numbered.subject].map(view),
    },
    verification: verification && verificationOf(verification, findings),
    verificationPending: verification
      ? undefined
      : running
        ? l10n.t('The verification is not finished.')
        : notVerifiedWords(),
    withheld: withheldWords(findings.evidence, verification?.reason),
    ways: running ? [] : waysOn(verification, findings.target, findings.evidence),
    densities: densitiesOf(candidate),
    heat: heatOf(candidate, findings.target.text.length),
    selected: selectedNumber(input),
  };
}

function selectedNumber({ selection: { passage } }: ReviewViewInput): number | undefined {
  return passage === undefined ? undefined : passage + 1;
}

/** Why a candidate has no passages yet: they are found when they are read, in the index that was searched. */
function passagesPendingWords(state: ReviewState): string {
  return state.kind === 'running' || canFindPassages(state)
    ? l10n.t('Looking for passages…')
    : l10n.t('Passages of this candidate were not looked for. Review the text again.');
}

/** Without the caveats that stand once, for the whole document. */
function verificationOf(verification: Verification, { target, evidence }: Findings): VerificationView {
  const view = verificationView(verification, target);
  const told = caveatLines(evidence);
  return { ...view, caveats: view.caveats.filter((line) => !told.includes(line)) };
}

function shownPassage({ knownTexts }: ReviewViewInput, findings: Findings, numbered: NumberedPassage): PassageView {
  const { document } = numbered.passage;
  const title = knownTitle(findings, document, l10n.t('a known document'));
  return passageView(numbered, findings.target, { title, text: knownTexts.get(document) });
}
