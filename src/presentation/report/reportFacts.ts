import * as l10n from '@vscode/l10n';
import { findRival } from '../words/question';
import type { BlindHistory, Blinding } from '../../core/casework/blind';
import type { Asked, HappenedEvent, LogEntry, LoggedQuestion } from '../../core/casework/caseLog';
import type { PassageDecision } from '../../core/casework/decisions';
import type { UnreadFile } from '../../core/casework/openCase';
import type { QuestionRead } from '../../core/casework/reportFile';
import type {
  Candidate,
  Evidence,
  KnownDocument,
  NamedVerification,
  QuestionedDocument,
} from '../../core/domain/evidence';
import type { IndexedDocument } from '../../core/ports';
import type { Reading } from '../../reading/text/readableFormats';
import { nameShares, type NamedShares } from '../../core/text/textAsRead';
import type { LevelsView } from '../comparison';
import { describeDecision, addDecisions } from '../decisions';
import type { ResultFacts } from '../findings';
import type { CaseOverview } from '../overview/overview';
import {
  listAllPassages,
  type GetKnown,
  type PassagesView,
  buildPassagesView,
  type PassageView,
  type ReadAuthor,
  shownPassages,
} from '../passages';
import { describeProduction, limitLines, writeInEnglish } from '../words/words';
import { describeRange } from '../textAsRead';
import type { CheckedLog } from '../../core/casework/logCheck';
import { eventSentences, logDamageSentences, otherEventSentences } from '../words/sentences';

/** The facts of a known text that a question was about. */
export interface ReportText {
  readonly title: string;
  readonly author: string;
  readonly words: number;
  /** Hex digest: of the bytes of its file if `hashed` says so, otherwise of the UTF-8 text. */
  readonly sha256: string;
  readonly hashed?: 'file' | undefined;
  /** The parts of the text that do not count. Absent if all of it counts and, as far as the file still shows, nothing was left out. */
  readonly shares?: NamedShares | undefined;
}

/** A search among all known authors of an index, and the passages of the candidates that the examiner chose to report on. */
export type SearchQuestion = Extract<Asked, { readonly kind: 'search' }> & {
  readonly evidence: Evidence;
  readonly chosen: readonly (PassagesView & { readonly candidate: Candidate })[];
};

/** An answer about one author who was named without a search, or about one other text. */
export type NamedAnswer = { readonly verification: NamedVerification } & (
  | (Extract<Asked, { readonly kind: 'author' }> & Pick<Evidence, 'settings'>)
  | Extract<Asked, { readonly kind: 'text' }>
);
export type NamedQuestion = NamedAnswer & PassagesView & { readonly levels?: LevelsView | undefined };

export type ReportQuestion = SearchQuestion | NamedQuestion;

/** The settings of a question that a report shows. */
export function readSettings(
  question: ReportQuestion | QuestionRead,
): Readonly<Record<string, string | number | boolean>> {
  if (question.kind === 'search') return question.evidence.settings;
  return (question.kind === 'author' && question.settings) || {};
}

/** The content of a report. Its time is given, so that equal facts give equal bytes. */
export interface ReportFacts {
  /** ISO 8601 with the offset from UTC. */
  readonly time: string;
  readonly caseName: string | undefined;
  /** Whether authors are hidden now or were hidden before. Absent if they never were. */
  readonly blind?: (Blinding & Partial<BlindHistory>) | undefined;
  /** Undefined for a line to write on. */
  readonly examiner: string | undefined;
  /** What the examiner was asked to do. Undefined for a line to write on. */
  readonly instruction?: string | undefined;
  /** Whether the report lists observations alone, without a ratio or an opinion. */
  readonly withoutConclusion?: boolean | undefined;
  readonly questioned: QuestionedDocument;
  /** The questioned files by their names in the case. Absent for files of no case. */
  readonly files?: readonly string[];
  /** Every known text that was searched or compared. */
  readonly known: readonly ReportText[];
  /** All questions about the document so far, as the log has them. */
  readonly asked: readonly LoggedQuestion[];
  /** The reported questions in the order in which they were asked; at least one. */
  readonly questions: readonly ReportQuestion[];
  /** Files of the case with no compared text. Absent if the document belongs to no case. */
  readonly unread?: readonly UnreadFile[] | undefined;
  /** Whether the AI features of the editor were off when this was last noted. Absent if it never was. */
  readonly assistant?: { readonly isOff: boolean } | undefined;
  /** What else a reader must know about the files of the case, as sentences, such as that one changed since it was received. */
  readonly warnings?: readonly string[] | undefined;
  /** The reviews of the parts into which the search divides the text. Absent if there is none. */
  readonly parts?: readonly Pick<ResultFacts, 'words' | 'first'>[] | undefined;
  /** All texts of the case, if the user asked for an overview. */
  readonly overview?: CaseOverview | undefined;
  /** The version of the program. */
  readonly version: string;
}

/** A question as a report lists it. */
export function describeQuestion(question: Asked | ReportQuestion): string {
  const among = 'evidence' in question ? question.evidence.question : undefined;
  const asked: Asked = among
    ? { kind: 'among', names: among.authors.map(({ author }) => author).join(', ') }
    : question;
  switch (asked.kind) {
    case 'search':
      return l10n.t('A search: which of the {authors} known authors writes most like the questioned text?', {
        authors: asked.authors,
      });
    case 'among':
      return l10n.t('Which of these authors wrote the questioned text: {authors}?', { authors: asked.names });
    case 'author':
      return l10n.t(
        'A named author: did {author} write the questioned text, or did another author from the reference population?',
        {
          author: asked.author,
        },
      );
    case 'text':
      return l10n.t('A named text: did one author write {title} and the questioned text?', { title: asked.title });
  }
}

/** The number of known authors that a search compared: those of the index, and those of the server that was searched with it. */
export function countAuthorsSearched(
  { server }: Pick<Evidence, 'server'>,
  documents: Iterable<IndexedDocument>,
): number {
  const known = [...documents].filter(({ role }) => role === 'known');
  return server?.searched?.authors ?? new Set(known.map(({ author }) => author)).size;
}

/** The outcome of a question in the log, in English, with the labels that the text had. */
export function formatLoggedOutcome(
  { mode, genre }: Pick<QuestionedDocument, 'mode' | 'genre'>,
  describe: () => string,
): string {
  return writeInEnglish(() => [describe(), `(${describeProduction({ mode, genre })})`].join(' '));
}

/** Where a report gets known texts, how their digests are made, and the decisions on passages. */
export interface KnownSource {
  readonly documents: readonly IndexedDocument[];
  readonly get: GetKnown;
  /** Hex digest of the UTF-8 text. */
  readonly sha256: (text: string) => string;
  /** How a text was read from its file, by the hash of the text. Absent if no files are known. */
  readonly readings?: ReadonlyMap<string, Reading> | undefined;
  /** Decisions on the questioned document. Absent if it belongs to no case. */
  readonly decisions?: readonly PassageDecision[] | undefined;
}

/** The known texts of an index, or of one author in it, sorted by author and title. */
export async function reportTexts(source: KnownSource, author?: string): Promise<readonly ReportText[]> {
  const wanted = source.documents.filter((each) => each.role === 'known' && (author ?? each.author) === each.author);
  const texts: ReportText[] = [];
  for (const { id, title, author: writer, words } of wanted) {
    const document = await source.get(id);
    if (!document) continue;
    const sha256 = source.sha256(document.text);
    const [shares] = nameShares(title, document, source.readings?.get(sha256));
    texts.push({ title, author: writer, words, sha256, ...(shares && { shares }) });
  }
  return texts;
}

/**
 * The search of a report, with the passages of the chosen candidates, numbered as on the screen.
 * @param author  the candidate to report on
 */
export async function searchQuestion(
  evidence: Evidence,
  questioned: QuestionedDocument,
  source: KnownSource,
  author: string | undefined,
): Promise<SearchQuestion> {
  const { candidates } = evidence;
  const chosen = candidates.filter((candidate) => candidate.author === author);
  return {
    kind: 'search',
    evidence,
    authors: countAuthorsSearched(evidence, source.documents),
    chosen: await Promise.all(
      chosen.map(async (candidate) => ({
        candidate,
        ...(await reportPassages(candidate, questioned, source, findRival(evidence.question, candidate.author))),
      })),
    ),
  };
}

/**
 * The markers and passages of a candidate or a named author, numbered as on the screen: the first eight of each list, and all that have a
 * decision.
 */
export async function reportPassages(
  author: ReadAuthor,
  questioned: Pick<QuestionedDocument, 'id' | 'text' | 'reading'>,
  { documents, get, decisions }: KnownSource,
  rival?: string,
): Promise<PassagesView> {
  const known = new Map<string, KnownDocument>();
  for (const id of new Set(listAllPassages(author).map(({ document }) => document))) {
    const document = await get(id);
    if (document) known.set(id, document);
  }
  const counted = new Map(documents.map((each) => [each.id, each]));
  const all = buildPassagesView(author, questioned, { counted, rival, text: (document) => known.get(document) });
  return selectReported(all, author.author, author.passages && decisions);
}

/** Selects from all passages of an author those that a report shows (see `reportPassages`). */
export function selectReported(
  all: PassagesView,
  author: string,
  decisions: readonly PassageDecision[] | undefined,
): PassagesView {
  const view = addDecisions(all, author, decisions);
  const selectShown = (passages: readonly PassageView[]): readonly PassageView[] =>
    passages.filter(({ decision }, i) => i < shownPassages || decision !== undefined);
  return {
    markers: view.markers,
    passages: selectShown(view.passages),
    against: selectShown(view.against),
    setApart: view.setApart,
    ...(view.unread && { unread: view.unread }),
    ...(view.weighed && { weighed: view.weighed }),
  };
}

/** Each entry of a log as one line: its number, the time, the person, and the event. */
export function logLines({ entries }: CheckedLog): readonly string[] {
  return entries.map(({ entry, at, by, event, late }) => {
    const what = late ? l10n.t(otherEventSentences.late, { what: describeEvent(event) }) : describeEvent(event);
    return `${entry}. ${at}, ${by}: ${what}`;
  });
}

/** What the case file states and the log does not have, as sentences. */
export function describeUnlogged(events: readonly HappenedEvent[]): readonly string[] {
  return events.map((event) =>
    l10n.t('The case file has this fact, but the log does not: {what}', { what: describeEvent(event) }),
  );
}

function describeEvent(event: LogEntry['event'] | HappenedEvent): string {
  switch (event.kind) {
    case 'asked':
      return l10n.t(eventSentences.asked, { ...event, asked: '', question: describeQuestion(event.asked) });
    case 'decided':
      return l10n.t(eventSentences.decided, { ...event, decision: describeDecision(event.decision) || '–' });
    case 'questionSet':
      return l10n.t(eventSentences.questionSet, { document: l10n.t('the texts of the case'), ...event });
    case 'ranged':
      return l10n.t(eventSentences.ranged, { ...event, set: describeRange(event.isAuthors) });
    case 'assistant':
      return describeAssistant(event);
    default:
      return l10n.t(eventSentences[event.kind], event);
  }
}

/** Says whether the AI features of the editor were off. The log and the report have the same sentence. */
export function describeAssistant({ isOff }: { readonly isOff: boolean }): string {
  return l10n.t(isOff ? otherEventSentences.assistantOff : eventSentences.assistant);
}

/** What a report says of the log: how it was damaged, and which entries were made later. */
export function describeLog(checked: Pick<CheckedLog, 'entries' | 'damage'>): readonly string[] {
  const late = checked.entries.flatMap(({ entry, late }) => (late ? [entry] : []));
  const words = l10n.t(
    'Entries of the log that were made later, from what the case file says: {entries}. The log does not show when these facts were recorded.',
    { entries: limitLines(late.map(String)).join(', ') },
  );
  return [...logDamageWords(checked), ...(late.length > 0 ? [words] : [])];
}

/** Says how a log was damaged. Empty if it is intact. */
export function logDamageWords({ damage }: Pick<CheckedLog, 'damage'>): readonly string[] {
  return limitLines(damage.map((each) => l10n.t(logDamageSentences[each.kind], { ...each })));
}

/** The result of checking a log. */
export function logVerdict({ entries, damage, cutOff, isEndKnown }: CheckedLog): readonly string[] {
  const last = entries.at(-1);
  const cut = limitLines(
    cutOff.map((line) =>
      l10n.t('Line {line} was cut off while a program wrote it, as when a program is killed. No entry is lost.', {
        line,
      }),
    ),
  );
  if (damage.length > 0 || !last) return cut;
  const values = { count: entries.length, sha256: last.sha256 };
  return [
    ...cut,
    l10n.t('All {count} log entries are unchanged. Outside this case, note the hash of the last: {sha256}.', values),
    l10n.t(
      isEndKnown
        ? 'Your own folder has the same last entry for this log.'
        : 'Your own folder has no record of this log in this place. Idiograph cannot tell whether the last entries were removed together with the file that records them. Compare the hash of the last entry with one noted elsewhere.',
    ),
  ];
}
