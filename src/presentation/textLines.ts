import * as l10n from '@vscode/l10n';

import type {
  Candidate,
  Evidence,
  KnownDocument,
  Passage,
  QuestionedDocument,
  Verification,
} from '../core/domain/evidence';
import { readSource } from '../core/text/readText';
import { formatLeadingLines, describeMarkers } from './markers';
import { describeExcluded, describeStanding } from './words/firstOfSearch';
import { describeSplit, formatCaveats } from './words/notices';
import { buildPassagesView, type ExcerptView, type ReadAuthor, readPassages } from './passages';
import { isPending } from './decisions';
import { formatTelling } from './telling';
import { describeAmong } from './words/question';
import { type VerificationView, buildVerificationView } from './verificationView';
import { formatCandidateName, formatFacts, scoreWords, formatLanguage, formatServer } from './words/words';

/** At most this many passages of the first candidate, or of a named author, are printed. */
const maxPrinted = 2;

/** A known text that is gone. */
const unread = { title: '', text: undefined };

/**
 * A review as lines for people, on one screen: the candidates, the evidence and passages of the first one, and the statements on the next
 * two.
 * @param said  the grounds that earlier texts of the same case printed, which are not repeated; those of this text are added
 */
export function formatEvidence(
  questioned: QuestionedDocument,
  evidence: Evidence,
  known: ReadonlyMap<string, KnownDocument>,
  said?: Set<string>,
): readonly string[] {
  const { words } = readSource(questioned);
  const title = said ? 'the questioned text' : questioned.id;
  const { candidates } = evidence;
  const head = formatCaveats(evidence);
  /** Without what the head says: caveats, and the reason if there is no ratio. */
  const removeSaid = (view: VerificationView, { reason }: Verification): VerificationView => {
    const isReason = view.abstained && evidence.caveats.some((caveat) => caveat === reason);
    const caveats = view.caveats.filter((line) => !head.includes(line));
    return { ...view, caveats, ...(isReason && { statement: l10n.t('no ratio') }) };
  };
  const [first, ...others] = selectShownCandidates(evidence).map((candidate) => ({
    ...candidate,
    view: removeSaid(buildVerificationView(candidate.verification, title, candidate.author), candidate.verification),
  }));
  const grounds = first?.view.grounds.filter((line) => !said?.has(line)) ?? [];
  for (const line of grounds) said?.add(line);
  const notices = first ? formatVerification({ ...first.view, grounds }) : [];
  const standing = describeStanding(candidates);
  return [
    `${questioned.id} · ${formatFacts(words, questioned)}`,
    ...[...formatLanguage(evidence), ...formatServer(evidence)].map((line) => `  ${line}`),
    ...head.map((line) => `  ! ${line}`),
    ...describeSplit(evidence).map((line) => `  ! ${line}`),
    ...describeAmong(evidence).map((line) => `  ${line}`),
    '',
    ...[
      'Candidates (scores order candidates only)',
      ...candidates
        .slice(0, 10)
        .map(({ score, ...candidate }, i) => `  ${i + 1}  ${formatCandidateName(candidate)}  ${scoreWords(score)}`),
    ],
    ...(standing === '' ? [] : [standing]),
    ...describeExcluded(evidence.excluded),
    ...(first
      ? [
          ...['', first.author],
          ...notices.map((line) => `  ${line}`),
          ...formatMarkers(first),
          ...formatPassages(first, questioned, known),
          ...formatTelling(evidence).map((line) => `  ${line}`),
        ]
      : []),
    ...others.flatMap(({ author, view }) => {
      const isSaid = (line: string): boolean => notices.includes(line) && (view.abstained || line !== view.statement);
      const lines = formatVerification({ ...view, details: [], grounds: [] }).filter((line) => !isSaid(line));
      return lines.length > 0 ? ['', author, ...lines.map((line) => `  ${line}`)] : [];
    }),
  ];
}

/** A verification as lines for people. */
export function formatVerification(view: VerificationView): readonly string[] {
  const { statement, chance, details, grounds, caveats } = view;
  return [statement, ...(chance === '' ? [] : [chance]), ...details, ...grounds, ...caveats.map((line) => `! ${line}`)];
}

/** The passages that the lines show. */
export function listPrintedPassages(evidence: Evidence): readonly Passage[] {
  return selectShownCandidates(evidence).slice(0, 1).flatMap(selectPrintedPassages);
}

/** The first passages of an author. */
export function selectPrintedPassages(author: Pick<Candidate, 'passages'>): readonly Passage[] {
  return readPassages(author).alike.slice(0, maxPrinted);
}

/** What markers show together, and the leading ones, each as a line. If chance would bring as many, no marker leads for the author. */
export function formatMarkers({ author, markers }: Omit<ReadAuthor, 'passages'>): readonly string[] {
  if (!markers) return [];
  return [
    ...describeMarkers(author, markers).map((said) => `  ${said}`),
    ...formatLeadingLines(author, markers).map((line) => `  ${line}`),
  ];
}

/** The first passages of an author as lines, and how many others there are. */
export function formatPassages(
  author: ReadAuthor,
  questioned: QuestionedDocument,
  known: ReadonlyMap<string, KnownDocument>,
): readonly string[] {
  const { against } = readPassages(author);
  const view = buildPassagesView(author, questioned, { counted: new Map(), text: (id) => known.get(id) ?? unread });
  const { passages, setApart, unread: onServer } = view;
  const count = against.length === 1 ? '1 passage' : `${against.length} passages`;
  return [
    ...passages
      .slice(0, maxPrinted)
      .flatMap((passage) => [
        `  ${passage.why}`,
        `    "${markWords(passage.questioned)}"`,
        ...(isPending(passage) ? [] : [`    ${passage.known.title}: "${markWords(passage.known)}"`]),
      ]),
    ...(against.length > 0 ? [`  ${count} that other candidates’ texts have and this author’s have not`] : []),
    ...(setApart === '' ? [] : [`  ${setApart}`]),
    ...(onServer ? [`  ${onServer.says}`, ...onServer.places.slice(0, maxPrinted).map((line) => `    ${line}`)] : []),
  ];
}

/** The first three of the verified candidates. */
function selectShownCandidates({
  candidates,
}: Evidence): readonly (Candidate & Required<Pick<Candidate, 'verification'>>)[] {
  const verified = candidates.flatMap(({ verification, ...rest }) => (verification ? [{ ...rest, verification }] : []));
  return verified.slice(0, 3);
}

/** One side of a passage, with asterisks around the marked words. */
function markWords({ passage }: ExcerptView): string {
  return passage.map(({ text, carries }) => (carries ? text.replace(/\S.*\S|\S/, '*$&*') : text)).join('');
}
