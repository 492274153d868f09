import { formatThousands } from './words/formatThousands';
import type { Translate } from './words/translate';
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
export function reviewView(input: ReviewViewInput, translate: Translate): ReviewView {
  const { state, comparison } = input;
  const empty = emptyView(input, translate);
  if (comparison)
    return { ...empty, kind: 'comparison', comparison: { ...comparison, selected: selectedNumber(input) } };
  const findings = shownFindings(state);
  const target = findings?.target ?? askedTarget(state);
  if (!target)
    return {
      ...empty,
      introduction: introduction(input, translate),
    };
  const found = findings && foundView(input, findings, translate);
  return {
    ...empty,
    earlier: showsEarlier(state),
    document: target.uri,
    header: headerView(input, target, findings, translate),
    notices: notices(input, findings, found?.detail?.ways, translate),
    progress: state.kind === 'running' ? runView(state, translate) : undefined,
    ...found,
  };
}

function foundView(
  input: ReviewViewInput,
  findings: Findings,
  translate: Translate,
): Pick<ReviewView, 'candidates' | 'strip' | 'outcome' | 'detail'> {
  const chosen = chosenCandidate(findings, input.selection.author);
  return {
    candidates: findings.evidence.candidates.map((each, i) => candidateView(each, i + 1, translate)),
    strip: stripOf(findings, chosen?.author, translate),
    outcome: outcomeOf(findings, translate),
    detail: detailView(input, findings, translate),
  };
}

function emptyView(
  { state, indexedDocuments, atHand, chosenVerifier }: ReviewViewInput,
  translate: Translate,
): ReviewView {
  return {
    kind: state.kind === 'idle' ? idleKind(indexedDocuments) : state.kind,
    earlier: false,
    labels: pageLabels(translate),
    document: atHand?.uri,
    introduction: undefined,
    header: undefined,
    notices: [],
    progress: undefined,
    candidates: [],
    strip: undefined,
    outcome: '',
    detail: undefined,
    verifiers: verifierChoices(translate),
    chosenVerifier,
    terms: termViews(translate),
    comparison: undefined,
  };
}

function idleKind(indexedDocuments: number | undefined): ReviewView['kind'] {
  if (indexedDocuments === undefined) return 'opening';
  return indexedDocuments === 0 ? 'noIndex' : 'nothing';
}

function introduction({ indexedDocuments, atHand }: ReviewViewInput, translate: Translate): string {
  if (indexedDocuments === undefined) return translate('Opening the reference index…');
  if (indexedDocuments === 0)
    return translate(
      'A reference index holds the known documents, by author, that a questioned document is compared with.',
    );
  if (atHand) return translate('{title} is not reviewed yet.', { title: atHand.title });
  return translate('Nothing is under review. Open the questioned document and review it.');
}

/** How far a run is; of one that was told to stop, that alone. */
export function runView({ progress, stopping }: RunningState, translate: Translate): ProgressView {
  const view = progressView(progress, translate);
  return stopping ? { ...view, text: translate('Cancelling…') } : view;
}

/** What is done, and how far it is. */
export function progressView(progress: RunProgress, translate: Translate): ProgressView {
  const { done, total } = progress;
  return { text: progressText(progress, translate), done, total };
}

function headerView(
  input: ReviewViewInput,
  target: ReviewTarget,
  findings: Findings | undefined,
  translate: Translate,
): HeaderView {
  return {
    title: target.title,
    facts: factsLine(target.words, target.facts, translate),
    index: findings
      ? translate('Index: {name} ({documents} documents)', {
          name: findings.index.name,
          documents: findings.index.documents.size,
        })
      : '',
    basis: findings ? basisWords(findings.evidence, translate) : '',
    reviewed: findings ? reviewedLine(input, findings, translate) : '',
  };
}

function reviewedLine(
  { timeOfDay }: ReviewViewInput,
  { target, analysed, reviewedAt }: Findings,
  translate: Translate,
): string {
  const values = { time: timeOfDay(reviewedAt), analysed: formatThousands(Math.min(analysed, target.words)) };
  return analysed >= target.words
    ? translate('Reviewed {time} · every word analysed', values)
    : translate('Reviewed {time} · {analysed} of {words} words analysed, the rest is quoted or signed', {
        ...values,
        words: formatThousands(target.words),
      });
}

function candidateView({ author, tier, verification }: Candidate, rank: number, translate: Translate): CandidateView {
  return {
    author,
    rank,
    tier: tierWords(tier, translate),
    finding: findingWords(verification, translate),
  };
}

function detailView(input: ReviewViewInput, findings: Findings, translate: Translate): CandidateDetailView | undefined {
  const { state, selection } = input;
  const candidate = chosenCandidate(findings, selection.author);
  if (!candidate) return undefined;
  const { verification } = candidate;
  const numbered = numberedPassages(candidate);
  const view = (passage: NumberedPassage): PassageView => shownPassage(input, findings, passage, translate);
  const running = state.kind === 'running';
  return {
    author: candidate.author,
    passagesPending: candidate.passages ? undefined : passagesPendingWords(state, translate),
    passages: numbered.alike.map(view),
    against: numbered.against.map(view),
    setApart: {
      heading: setApartWords(passagesOf(candidate), translate),
      passages: [...numbered.shared, ...numbered.subject].map(view),
    },
    verification: verification && verificationOf(verification, findings, translate),
    verificationPending: verification
      ? undefined
      : running
        ? translate('The verification is not finished.')
        : notVerifiedWords(translate),
    withheld: withheldWords(findings.evidence, verification?.reason, translate),
    ways: running ? [] : waysOn(verification, findings.target, findings.evidence, translate),
    densities: densitiesOf(candidate, translate),
    heat: heatOf(candidate, findings.target.text.length, translate),
    selected: selectedNumber(input),
  };
}

function selectedNumber({ selection: { passage } }: ReviewViewInput): number | undefined {
  return passage === undefined ? undefined : passage + 1;
}

/** Why a candidate has no passages yet: they are found when they are read, in the index that was searched. */
function passagesPendingWords(state: ReviewState, translate: Translate): string {
  return state.kind === 'running' || canFindPassages(state)
    ? translate('Looking for passages…')
    : translate('Passages of this candidate were not looked for. Review the text again.');
}

/** Without the caveats that stand once, for the whole document. */
function verificationOf(
  verification: Verification,
  { target, evidence }: Findings,
  translate: Translate,
): VerificationView {
  const view = verificationView(verification, target, translate);
  const told = caveatLines(evidence, translate);
  return { ...view, caveats: view.caveats.filter((line) => !told.includes(line)) };
}

function shownPassage(
  { knownTexts }: ReviewViewInput,
  findings: Findings,
  numbered: NumberedPassage,
  translate: Translate,
): PassageView {
  const { document } = numbered.passage;
  const title = knownTitle(findings, document, translate('a known document'));
  return passageView(numbered, findings.target, { title, text: knownTexts.get(document) }, translate);
}
