import type { Caveat, Evidence } from '../core/domain';
import type { NoticeView } from '../protocol/panel';
import type { Findings } from './findings';
import { askedTarget, isAboutIndex, showsEarlier, type ReviewState } from './reviewState';
import { caveatLines } from './words/caveats';
import type { Translate } from './words/translate';

interface NoticeInput {
  readonly state: ReviewState;
  readonly timeOfDay: (milliseconds: number) => string;
}

/** What a reader must know before the evidence: failures, earlier evidence, what is not known, the lock, caveats. */
export function notices(
  input: NoticeInput,
  findings: Findings | undefined,
  translate: Translate,
): readonly NoticeView[] {
  const { state } = input;
  const list: NoticeView[] = [];
  if (state.kind === 'failed') list.push(failedNotice(state.code, state.message, translate));
  if (!findings) return list;
  if (showsEarlier(state)) list.push(earlierNotice(input, findings, translate));
  if (findings.target.facts.mode === 'unknown')
    list.push({
      tone: 'info',
      text: translate('How this document was produced is not known; the widest calibration is used.'),
      action: { label: translate('Set Mode and Genre…'), intent: 'setFacts' },
    });
  return [
    ...list,
    ...lockNotices(findings.evidence, translate),
    ...caveatLines(withoutLock(findings.evidence), translate).map((text) => ({ tone: 'warning', text }) as const),
  ];
}

const lockCaveats: readonly Caveat[] = ['exploratory', 'notValidated', 'lockBroken'];

function withoutLock({ caveats, ...rest }: Evidence): Evidence {
  return { ...rest, caveats: caveats.filter((caveat) => !lockCaveats.includes(caveat)) };
}

/** Whether ratios are withheld or exploratory, once, with the way on. */
function lockNotices({ caveats, lock }: Evidence, translate: Translate): readonly NoticeView[] {
  const [caveat] = caveats.filter((each) => lockCaveats.includes(each));
  if (caveat === undefined) return [];
  const text = caveatLines({ caveats: [caveat], notes: [], ...(lock && { lock }) }, translate).join(' ');
  if (caveat === 'exploratory')
    return [{ tone: 'info', text, action: { label: translate('Validate Settings…'), intent: 'validateSettings' } }];
  return [{ tone: 'warning', text, action: { label: translate('Validate and Lock'), intent: 'validateAndLock' } }];
}

/** What the evidence that is shown is about, where that is not what was asked last. */
function earlierNotice(
  { state, timeOfDay }: NoticeInput,
  { target, reviewedAt }: Findings,
  translate: Translate,
): NoticeView {
  const stopped = state.kind === 'stale' ? state.stopped : undefined;
  const asked = (stopped ?? askedTarget(state))?.title ?? '';
  const values = { asked, title: target.title, time: timeOfDay(reviewedAt) };
  if (stopped)
    return warning(
      translate(
        'The review of {asked} was cancelled. What is shown is the earlier review, of {title} at {time}.',
        values,
      ),
    );
  switch (state.kind) {
    case 'failed':
      return warning(
        translate('{asked} was not reviewed. What is shown is the earlier review, of {title} at {time}.', values),
      );
    case 'running':
      return warning(
        translate('{asked} is being reviewed. What is shown is the earlier review, of {title} at {time}.', values),
      );
    default:
      return warning(
        state.kind === 'stale' && state.earlierIndex
          ? translate('The reference index changed after the review; this evidence is about an earlier index.')
          : translate('The document changed after it was reviewed; this evidence is about the earlier text.'),
      );
  }
}

function warning(text: string): NoticeView {
  return { tone: 'warning', text };
}

/** What failed and why, and what mends it. Reviewing again stands in the header. */
function failedNotice(code: string, text: string, translate: Translate): NoticeView {
  if (code === 'IndexCorrupt')
    return { tone: 'error', text, action: { label: translate('Repair Reference Index'), intent: 'repairIndex' } };
  if (code === 'ModelMissing' || code === 'ModelCorrupt')
    return { tone: 'error', text, action: { label: translate('Choose Models Folder'), intent: 'chooseModels' } };
  if (!isAboutIndex(code) || code === 'IndexLocked') return { tone: 'error', text };
  return {
    tone: 'error',
    text,
    action: { label: translate('Build Reference Index From Folder…'), intent: 'buildIndex' },
  };
}
