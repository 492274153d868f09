import * as l10n from '@vscode/l10n';
import type { Caveat, Evidence, TextKind, Verification } from '../core/domain';
import { type Remedy, findRemedy } from '../core/errors';
import type { ActionView } from '../protocol/panel';
import type { Findings } from './findings';
import { listMissing, type UnreadFile } from '../core/casework/unreadFiles';
import type { ReviewTarget } from '../core/casework/keptRecords';
import { describeAuthorChanges } from './authorChanges';
import type { BasisPart } from '../core/casework/staleness';
import { selectAskedTarget, type ReviewState, selectShownFindings, isShowingEarlier } from './reviewState';
import { describeReading, describeTogether } from './words/words';
import { describeHandRanges } from './textAsRead';
import { describeCaseWarning, formatCaveats, describeCaveat, formatUnread } from './words/caveats';

/** Something the reviewer should know, with at most one thing to do about it. */
export type NoticeView = Readonly<{ tone: 'info' | 'warning' | 'error'; text: string; action?: ActionView }>;

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
  const list: NoticeView[] = [];
  if (state.kind === 'failed') list.push(createFailedNotice(state.code, state.message));
  if (!findings) return list;
  if (isShowingEarlier(state)) list.push(createEarlierNotice(state, findings, timeOfDay));
  const hands = describeAuthorChanges(findings.evidence);
  if (hands !== undefined)
    list.push({
      tone: 'warning',
      text: hands,
      action: { label: l10n.t('Review Parts Separately'), intent: 'reviewParts' },
    });
  list.push(...describeFile(findings.target).map(createWarning));
  const { together, reading, byHand } = findings.target;
  const read = [...describeTogether(together), ...describeReading(reading), ...describeHandRanges(byHand)];
  if (read.length > 0) list.push({ tone: 'info', text: read.join(' ') });
  if (findings.target.mode === 'unknown')
    list.push({
      tone: 'info',
      text: l10n.t('The mode or genre of this document is not known. Idiograph uses the widest calibration.'),
      ...(!offered.some(({ intent }) => intent === 'setFacts') && {
        action: { label: l10n.t('Set Mode and Genre…'), intent: 'setFacts' },
      }),
    });
  if (findings.evidence.caveats.includes('exploratory'))
    list.push({
      tone: 'info',
      text: describeCaveat('exploratory'),
      action: { label: l10n.t('Validate Settings…'), intent: 'validateSettings' },
    });
  return [...list, ...formatCaveats(removeLock(findings.evidence)).map((text) => ({ tone: 'warning', text }) as const)];
}

/** A notice names at most this many files. */
const namedFiles = 3;

/** Says which files of the case take no part in what is shown. */
export function listUnreadNotices(unread: readonly UnreadFile[]): readonly NoticeView[] {
  const missing = listMissing(unread);
  if (missing.length === 0) return [];
  const count = l10n.t('Files of the case that were not compared: {count}.', { count: missing.length });
  const more = missing.length - namedFiles;
  const others = more > 0 ? [l10n.t('The side bar has {more} more.', { more })] : [];
  return [createWarning([count, ...missing.slice(0, namedFiles).map(formatUnread), ...others].join(' '))];
}

/**
 * Removes the caveats that the card already states: that a result is exploratory, and, if there is a candidate, what the lock withholds.
 */
function removeLock({ caveats, candidates, ...rest }: Evidence): Evidence {
  const isSaidAlready = (caveat: Caveat): boolean =>
    caveat === 'exploratory' || (candidates.length > 0 && caveat === findWithholding({ caveats }));
  return { ...rest, candidates, caveats: caveats.filter((caveat) => !isSaidAlready(caveat)) };
}

/** Says what the evidence shown is about, if it does not answer the last question. */
function createEarlierNotice(
  state: ReviewState,
  { target, reviewedAt }: Findings,
  timeOfDay: (milliseconds: number) => string,
): NoticeView {
  const stopped = state.kind === 'stale' ? state.stopped : undefined;
  const asked = stopped ?? selectAskedTarget(state);
  if (!asked) return createWarning(describeChanges(state.kind === 'stale' ? (state.changed ?? []) : []));
  const values = { asked: asked.id, title: target.id, time: timeOfDay(reviewedAt) };
  return createWarning(
    l10n.t(
      stopped
        ? 'The review of {asked} was cancelled. The panel shows the earlier review of {title}, from {time}.'
        : state.kind === 'failed'
          ? '{asked} was not reviewed. The panel shows the earlier review of {title}, from {time}.'
          : 'Idiograph is reviewing {asked}. The panel shows the earlier review of {title}, from {time}.',
      values,
    ),
  );
}

/** Says how the text differs from its file, and how the file differs from the record of the case. Empty if nothing differs. */
export function describeFile({
  id,
  sha256,
  isUnsaved,
  changedFile,
}: Pick<ReviewTarget, 'id' | 'sha256' | 'isUnsaved' | 'changedFile'>): readonly string[] {
  const unsaved = l10n.t(
    'Idiograph read the unsaved text in the editor, not what the file contains (SHA-256 of that text {sha256}…).',
    { sha256: sha256.slice(0, 12) },
  );
  const changed = describeCaseWarning({
    kind: 'changedExhibit',
    file: id,
    recorded: changedFile?.recorded ?? '',
    now: changedFile?.found ?? '',
  });
  return [...(isUnsaved ? [unsaved] : []), ...(changedFile ? [changed] : [])];
}

/** Names the parts that findings rest on and that differ now. */
function describeChanges(changed: readonly BasisPart[]): string {
  const [only] = changed;
  if (only === 'index' && changed.length === 1)
    return l10n.t('The reference index changed after the review. This evidence is about the earlier index.');
  if (only === 'text' && changed.length === 1)
    return l10n.t('The document changed after its review. This evidence is about the earlier text.');
  const names: Readonly<Record<BasisPart, string>> = {
    text: l10n.t('the text'),
    facts: l10n.t('the facts of the text'),
    ranges: l10n.t('ranges set by hand'),
    index: l10n.t('the reference index'),
    models: l10n.t('the model files'),
    choices: l10n.t('the settings'),
    markers: l10n.t('your own markers'),
    pinned: l10n.t('the files that the case file pins'),
    lock: l10n.t('the lock on the settings'),
  };
  const parts = changed.map((part) => names[part]).join(', ');
  return l10n.t('Changed after the review: {parts}. This evidence rests on the earlier state.', { parts });
}

function createWarning(text: string): NoticeView {
  return { tone: 'warning', text };
}

/** What failed, why, and its remedy. The header already has the button to review again. */
function createFailedNotice(code: string, text: string): NoticeView {
  const remedy = findRemedy(code);
  if (remedy === undefined || remedy === 'tryAgain' || remedy === 'reopenWithEncoding') return { tone: 'error', text };
  return { tone: 'error', text, action: { label: formatRemedy(remedy), intent: remedy } };
}

/** What the button of a remedy says. */
export function formatRemedy(remedy: Remedy): string {
  const labels: Readonly<Record<Remedy, string>> = {
    chooseModels: l10n.t('Choose Models Folder'),
    buildIndex: l10n.t('Build Reference Index From Folder…'),
    repairIndex: l10n.t('Repair Reference Index'),
    reopenWithEncoding: l10n.t('Reopen with Encoding…'),
    tryAgain: l10n.t('Try Again'),
  };
  return labels[remedy];
}

const lockCaveats: readonly Caveat[] = ['notValidated', 'lockBroken'];

/**
 * The caveat that withholds every ratio of a case: its settings are not locked, or they changed after the lock. Undefined if there is none.
 */
export function findWithholding({ caveats }: Pick<Evidence, 'caveats'>): Caveat | undefined {
  return caveats.find((caveat) => lockCaveats.includes(caveat));
}

/** Says that the lock withholds every ratio, without what the statement already says. Empty if the lock withholds nothing. */
export function describeWithholding(evidence: Pick<Evidence, 'caveats' | 'lock'>, said: Caveat | undefined): string {
  const caveat = findWithholding(evidence);
  if (caveat === undefined) return '';
  const { lock } = evidence;
  const lines = formatCaveats({ caveats: [caveat], notes: [], lock });
  return lines.slice(caveat === said ? 1 : 0).join(' ');
}

/** What the user can do to get a ratio if there is none, the most useful first. */
export function listWaysOn(
  verification: Verification | undefined,
  target: TextKind,
  evidence: Pick<Evidence, 'caveats'>,
): readonly ActionView[] {
  if (findWithholding(evidence) !== undefined) {
    const lock: ActionView = { label: l10n.t('Validate and Lock'), intent: 'validateSettings' };
    return [lock, ...(verification ? listFurtherWays(verification, target) : [])];
  }
  if (verification) return listFurtherWays(verification, target);
  return [{ label: l10n.t('Ask About a Named Author…'), intent: 'compareWith' }];
}

function listFurtherWays(
  { llr, reason, words, floor, floorOfOneGenre }: Verification,
  { mode, genre }: TextKind,
): readonly ActionView[] {
  if (llr !== undefined || reason === 'otherLanguage' || reason === 'unlikeValidated') return [];
  const ways: ActionView[] = [];
  if (mode === 'unknown' || genre === 'unknown')
    ways.push({ label: l10n.t('Set Mode and Genre…'), intent: 'setFacts' });
  const isOfKnown =
    reason === 'shortDocument' ? floor !== undefined && words >= floor.questioned : floorOfOneGenre !== undefined;
  if (isOfKnown) ways.push({ label: l10n.t('Add Known Texts…'), intent: 'buildIndex' });
  return ways;
}
