import * as l10n from '@vscode/l10n';
import type { Caveat, Evidence, TextKind, Verification } from '../core/domain/evidence';
import { type Remedy, findRemedy, type Notice } from '../core/errors';
import type { ActionView } from '../protocol/panel';
import { listMissing, type UnreadFile } from '../core/casework/openCase';
import { warnOfChange } from '../core/casework/caseWarnings';
import { withholdingCaveats } from '../core/casework/lock';
import { selectAskedTarget, type ReviewState, selectShownFindings, isShowingEarlier } from './reviewState';
import { describeReading, limitLines, shortenHash } from './words/words';
import { describeHandRanges } from './textAsRead';
import { describeNotice, formatCaveats, formatUnread, listCaveats } from './words/notices';

/** A notice as the page draws it, with at most one thing to do about it. */
export type NoticeView = Readonly<{ tone: 'info' | 'warning' | 'error'; text: string; action?: ActionView }>;

function buildNoticeView(notice: Notice): NoticeView {
  const { severity: tone = 'warning', remedy } = notice;
  const text = describeNotice(notice);
  // the header already has the button to review again, and the page has no other encoding
  if (remedy === undefined || remedy === 'tryAgain' || remedy === 'reopenWithEncoding') return { tone, text };
  return { tone, text, action: createAction(remedy) };
}

function createAction(intent: Exclude<Remedy, 'tryAgain' | 'reopenWithEncoding'>): ActionView {
  return { label: formatRemedy(intent), intent };
}

function createInfo(code: string, remedy: Remedy | undefined): Notice {
  return { code, values: {}, severity: 'info', remedy };
}

/** Finished sentences that no table has, as one notice. They are a value, because a name in them may have braces. */
function noteSentences(code: string, sentences: readonly string[], more: Partial<Notice> = {}): readonly Notice[] {
  return sentences.length === 0 ? [] : [{ code, sentence: '{text}', values: { text: sentences.join(' ') }, ...more }];
}

/**
 * What a reader must know before the evidence: failures, earlier evidence, what is unknown, and caveats.
 * @param offered  the actions that the card offers, which no notice repeats
 */
export function listNotices(
  state: ReviewState,
  timeOfDay: (milliseconds: number) => string,
  offered: readonly ActionView[] = [],
): readonly NoticeView[] {
  const findings = selectShownFindings(state);
  const failed: readonly Notice[] =
    state.kind === 'failed'
      ? noteSentences(state.code, [state.message], { severity: 'error', remedy: findRemedy(state.code) })
      : [];
  if (!findings) return failed.map(buildNoticeView);
  const { evidence, target, reviewedAt } = findings;
  const { reading, byHand } = target;
  const isOffered = offered.some(({ intent }) => intent === 'setFacts');
  // what the evidence shown is about, if it does not answer the last question
  const stopped = state.kind === 'stale' ? state.stopped : undefined;
  const asked = stopped ?? selectAskedTarget(state);
  const isEnded = stopped !== undefined || state.kind === 'failed';
  const earlier: Notice = {
    code: asked ? (isEnded ? 'afterFailed' : 'duringReview') : 'changedAfter',
    values: asked ? { asked: asked.id, title: target.id, time: timeOfDay(reviewedAt) } : {},
  };
  // without the caveats that the card already states: that a result is exploratory, and, if there is a candidate, what the lock withholds
  const { caveats, candidates } = evidence;
  const isSaidAlready = (caveat: Caveat): boolean =>
    caveat === 'exploratory' || (candidates.length > 0 && caveat === findWithholding({ caveats }));
  const list: readonly Notice[] = [
    ...failed,
    ...(isShowingEarlier(state) ? [earlier] : []),
    ...(target.isUnsaved ? [{ code: 'unsavedRead', values: { sha256: shortenHash(target.sha256) } }] : []),
    ...(target.changedFile ? [warnOfChange(target.id, target.changedFile)] : []),
    ...noteSentences('reading', [...describeReading(reading), ...describeHandRanges(byHand)], { severity: 'info' }),
    ...(target.mode === 'unknown' ? [createInfo('factsNotKnown', isOffered ? undefined : 'setFacts')] : []),
    ...(evidence.caveats.includes('exploratory') ? [createInfo('exploratory', 'validateSettings')] : []),
    ...listCaveats({ ...evidence, caveats: caveats.filter((caveat) => !isSaidAlready(caveat)) }),
  ];
  return list.map(buildNoticeView);
}

/** A notice names at most this many files. */
const namedFiles = 3;

/** Says which files of the case take no part in what is shown. */
export function listUnreadNotices(unread: readonly UnreadFile[]): readonly NoticeView[] {
  const missing = listMissing(unread);
  if (missing.length === 0) return [];
  const count = l10n.t('Files of the case that were not compared: {count}.', { count: missing.length });
  const named = limitLines(missing.map(formatUnread), namedFiles);
  return noteSentences('unread', [count, ...named]).map(buildNoticeView);
}

/** What the button of a remedy says. */
export function formatRemedy(remedy: Remedy): string {
  const labels: Readonly<Record<Remedy, string>> = {
    chooseModels: l10n.t('Choose Models Folder'),
    buildIndex: l10n.t('Add Known Texts…'),
    repairIndex: l10n.t('Repair Reference Index'),
    reopenWithEncoding: l10n.t('Reopen with Encoding…'),
    tryAgain: l10n.t('Try Again'),
    setFacts: l10n.t('Set Mode and Genre…'),
    validateSettings: l10n.t('Validate and Lock'),
    reviewParts: l10n.t('Review Parts Separately'),
    chooseSpeaker: l10n.t('Choose the Speaker…'),
  };
  return labels[remedy];
}

/** The caveat that withholds every ratio of a case. Undefined if there is none. */
function findWithholding({ caveats }: Pick<Evidence, 'caveats'>): Caveat | undefined {
  return caveats.find((caveat) => withholdingCaveats.includes(caveat));
}

/** Says that the lock withholds every ratio, without what the statement already says. Empty if the lock withholds nothing. */
export function describeWithholding(evidence: Pick<Evidence, 'caveats' | 'lock'>, said: Caveat | undefined): string {
  const caveat = findWithholding(evidence);
  if (caveat === undefined) return '';
  const { lock } = evidence;
  const lines = formatCaveats({ caveats: [caveat], notes: [], lock });
  return lines.slice(caveat === said ? 1 : 0).join(' ');
}

/** What the user can do to get a ratio if there is none, the most useful first, and to review the parts of a text alone. */
export function listWaysOn(
  verification: Verification | undefined,
  { mode, genre }: TextKind,
  evidence: Pick<Evidence, 'caveats' | 'split'>,
): readonly ActionView[] {
  const isWithheld = findWithholding(evidence) !== undefined;
  const ask = { label: l10n.t('Ask About One Author…'), intent: 'compareWith' } as const;
  const isAskable = !verification && !isWithheld;
  const { llr, reason, words = 0, floor, floorOfOneGenre } = verification ?? {};
  const hopeless: readonly unknown[] = ['severalSpeakers', 'otherLanguage', 'unlikeValidated'];
  const isOpen = verification && llr === undefined && !hopeless.includes(reason);
  const isOfKnown =
    reason === 'shortDocument' ? floor !== undefined && words >= floor.questioned : floorOfOneGenre !== undefined;
  return [
    ...(isWithheld ? [createAction('validateSettings')] : []),
    ...(isAskable ? [ask] : []),
    ...(reason === 'severalSpeakers' ? [createAction('chooseSpeaker')] : []),
    ...(isOpen && (mode === 'unknown' || genre === 'unknown') ? [createAction('setFacts')] : []),
    ...(isOpen && isOfKnown ? [createAction('buildIndex')] : []),
    ...(evidence.split ? [createAction('reviewParts')] : []),
  ];
}
