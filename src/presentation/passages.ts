import * as l10n from '@vscode/l10n';
import { groupBy } from '../core/basics/numbers';
import type {
  Candidate,
  CandidatePassages,
  KnownDocument,
  Passage,
  PassageKind,
  QuestionedDocument,
  TextRange,
} from '../core/domain/evidence';
import type { Decision } from '../core/casework/decisions';
import type { Reading } from '../reading/text/readableFormats';
import type { ReadCandidate } from '../core/review/candidates';
import type { Findings } from './findings';
import { type CountedTexts, buildMarkersView } from './markers';
import { onOneLine, describePlace } from './words/words';

/** A passage with its number in every surface (one-based) and its place in the editor's text. */
export interface NumberedPassage {
  readonly number: number;
  /** The candidate with this list of passages. The passage itself may be by another author. */
  readonly author: string;
  readonly passage: Passage;
  /** A range of the document, not of the target, because a reviewed selection starts at an offset. */
  readonly questioned: TextRange;
}

/** The three lists of a candidate's passages: alike, against, and set apart. */
type Lists<Item> = Readonly<Record<Exclude<keyof CandidatePassages, 'unread'>, readonly Item[]>>;

/** At most this many other authors are named. */
const namedSharers = 3;
/** Passages of a list that are shown at first; the rest is shown on demand. */
export const shownPassages = 8;

/** The chosen candidate, or the first one if none was chosen. */
export function findChosenCandidate(findings: Findings, author: string | undefined): Candidate | undefined {
  const { candidates } = findings.evidence;
  return candidates.find((candidate) => candidate.author === author) ?? candidates[0];
}

/** An author with passages and markers, if these were looked for. */
export type ReadAuthor = Pick<Candidate, 'author' | 'passages' | 'markers'>;

/** An author's passages; empty lists if they were not looked for. */
export function readPassages({ passages }: { readonly passages?: CandidatePassages | undefined }): CandidatePassages {
  return passages ?? { alike: [], against: [], apart: [] };
}

/** Adds the passages and markers of one more candidate to the findings. The result of a review is never changed in place. */
export function addRead<Result extends Pick<Findings, 'evidence'>>(
  findings: Result,
  author: string,
  { passages, markers }: ReadCandidate,
): Result {
  const { evidence } = findings;
  const read = { passages, ...(markers && { markers }) };
  const candidates = evidence.candidates.map((each) => (each.author === author ? { ...each, ...read } : each));
  return { ...findings, evidence: { ...evidence, candidates } };
}

/** A candidate's passages with their numbers, which continue from list to list. */
export function numberPassages(candidate: ReadAuthor, offset = 0): Lists<NumberedPassage> {
  const { alike, against, apart } = readPassages(candidate);
  let last = 0;
  const addNumbers = (list: readonly Passage[]): readonly NumberedPassage[] =>
    list.map((passage) => ({
      number: ++last,
      author: candidate.author,
      passage,
      questioned: { start: passage.questioned.start + offset, end: passage.questioned.end + offset },
    }));
  return { alike: addNumbers(alike), against: addNumbers(against), apart: addNumbers(apart) };
}

/** The first eight passages for the candidate. They are read in order and marked in the editor. */
export function listMarkedPassages({ target }: Findings, candidate: Candidate): readonly NumberedPassage[] {
  return numberPassages(candidate, target.offset).alike.slice(0, shownPassages);
}

/** The passages at an offset of the document: first those of the chosen candidate, then those of the others in order of rank. */
export function findPassagesAt(
  findings: Findings,
  author: string | undefined,
  offset: number,
): readonly NumberedPassage[] {
  const chosen = findChosenCandidate(findings, author);
  if (!chosen) return [];
  const others = findings.evidence.candidates.filter((candidate) => candidate !== chosen);
  return [chosen, ...others]
    .flatMap((candidate) =>
      listMarkedPassages(findings, candidate).filter(
        ({ questioned }) => questioned.start <= offset && offset < questioned.end,
      ),
    )
    .slice(0, 4);
}

export function listAllPassages(candidate: { readonly passages?: CandidatePassages | undefined }): readonly Passage[] {
  return joinLists(readPassages(candidate));
}

/** Joins the lists in the order of their numbers. */
export function joinLists<Item>({ alike, against, apart }: Lists<Item>): readonly Item[] {
  return [...alike, ...against, ...apart];
}

export function readKnownTitle(findings: Findings, document: string): string {
  return findings.index.documents.get(document)?.title ?? l10n.t('Known text');
}

/** Gets a known document of an index by its id. Undefined if it no longer exists. */
export type GetKnown = (id: string) => Promise<KnownDocument | undefined>;

/**
 * An author's markers, and lists of passages numbered from the first list to the last, as every surface lists them. `weighed` is present
 * for the text of a case: it says how many passages readers set aside, and that no ratio changes by this, and
 * has a line for each decision on a passage that is gone.
 */
export type PassagesView = ReturnType<typeof buildPassagesView> & {
  readonly weighed?: { readonly says: string; readonly gone: readonly string[] };
};

export function buildPassagesView(
  author: ReadAuthor,
  { id: title, ...about }: Pick<QuestionedDocument, 'id' | 'text' | 'reading'>,
  known: {
    /** The texts that markers were counted in. */
    readonly counted: CountedTexts;
    /** The only other author of a question. */
    readonly rival?: string | undefined;
    /** Finds a text that passages lead to. Undefined if it is gone; its passages are then left out. */
    readonly text: (document: string) => PassageText | undefined;
  },
) {
  const { alike, against } = numberPassages(author);
  const questioned = { title, ...about };
  const { unread = [] } = author.passages ?? {};
  const toViews = (list: readonly NumberedPassage[]): readonly PassageView[] =>
    list.flatMap((each) => {
      const { document, author: writer } = each.passage;
      const answer = known.text(document);
      if (!answer) return [];
      const { title } = answer;
      const isShared = [...known.counted.values()].some((text) => text.title === title && text.author !== writer);
      const named = writer !== author.author || isShared ? `${writer}: ${title}` : title;
      return [buildPassageView(each, questioned, { ...answer, title: named })];
    });
  return {
    /** Undefined if the markers are not counted, or not yet. */
    markers: author.markers && buildMarkersView(author.author, author.markers, known.counted, known.rival),
    /** Best first; surfaces show the first eight, and the panel the rest on demand. */
    passages: toViews(alike),
    /** What other candidates have in common with the text and this author does not. */
    against: toViews(against),
    /** How many passages are set apart, and why; empty if there are none. */
    setApart: setApartWords(readPassages(author)),
    /** Places in texts of a server, which stores no texts: a line for each with range, score and reason. */
    ...(unread.length > 0 && {
      unread: {
        says: l10n.t(
          'The server stores these known texts without their words. A place and a score show where a passage is similar. The score only orders passages and is not evidence. To read the passage here, add the text to the index file.',
        ),
        places: unread.map(({ questioned: range, title: name, known: { start, end }, score }) =>
          l10n.t('“{words}” – {title}, characters {start} to {end}, score {score}', {
            ...{ title: name, start, end, score: score.toFixed(2) },
            words: onOneLine(about.text.slice(range.start, range.end)),
          }),
        ),
      },
    }),
  };
}

/** A text with a passage. It has no `text` until it is read. */
export interface PassageText {
  readonly title: string;
  readonly text: string | undefined;
  /** Absent for a selection, too. */
  readonly reading?: Reading | undefined;
}

/** A passage as every surface shows it, with a reader's decision, also in words. No `decision` means that there is none so far. */
export type PassageView = ReturnType<typeof buildPassageView> & {
  readonly decision?: Decision & { readonly says: string };
};

function buildPassageView({ number, passage }: NumberedPassage, questioned: PassageText, known: PassageText) {
  const place = formatPlaceInFile(passage, questioned);
  return {
    /** The number is the same in every surface. */
    number,
    /** The offset in the questioned text, which sorts passages into the order of the text. */
    place: passage.questioned.start,
    why: describeWhy(passage),
    /** Its `place` is the page or paragraph in the file, where the text was made from one. */
    questioned: { ...buildExcerpt(passage, 'questioned', questioned), ...(place !== undefined && { place }) },
    known: buildExcerpt(passage, 'known', known),
  };
}

/** The page or paragraph of a passage, in the file that the text was made from. */
export function formatPlaceInFile(
  { questioned }: Passage,
  { text, reading }: Omit<PassageText, 'title'>,
): string | undefined {
  return text === undefined || !reading ? undefined : describePlace(text, questioned.start, reading.pages);
}

function buildExcerpt(passage: Passage, name: 'questioned' | 'known', { title, text }: PassageText): ExcerptView {
  if (text === undefined) return { title, before: '', passage: [{ text: '…', carries: false }], after: '' };
  const marks = passage.marks.map((mark): TextRange => mark[name]);
  return cutExcerpt(title, text, passage[name], marks);
}

/** Characters of context on each side of a passage. The context is cut between words. */
const contextLength = 90;

/** A passage with the words around it. A piece with `carries` also occurs in the other text, or shows the same marker. */
export type ExcerptView = ReturnType<typeof cutExcerpt>;

/** A passage of a text with the words around it, on one line. */
export function cutExcerpt(title: string, text: string, range: TextRange, marks: readonly TextRange[] = []) {
  const from = Math.max(0, range.start - contextLength);
  const to = Math.min(text.length, range.end + contextLength);
  const before = onOneLine(text.slice(from, range.start));
  const after = onOneLine(text.slice(range.end, to));
  return {
    title,
    before: from > 0 ? `…${before.replace(/^\S*\s/, '')}` : before,
    passage: cutPieces(text, range, marks),
    after: to < text.length ? `${after.replace(/\s\S*$/, '')}…` : after,
  };
}

/** Cuts a passage at the ends of each mark. Marks may come in any order and may touch. */
export function cutPieces(text: string, { start, end }: TextRange, marks: readonly TextRange[]) {
  const results: { readonly text: string; readonly carries: boolean }[] = [];
  let at = start;
  const add = (to: number, carries: boolean): void => {
    if (to > at) results.push({ text: onOneLine(text.slice(at, to)), carries });
    at = Math.max(at, to);
  };
  for (const mark of marks.toSorted((a, b) => a.start - b.start)) {
    add(Math.min(mark.start, end), false);
    add(Math.min(mark.end, end), true);
  }
  add(end, false);
  return results;
}

/** Zero-based line and character of an offset. Line ends are counted as an editor counts them. */
export function findPosition(text: string, offset: number): { readonly line: number; readonly character: number } {
  let line = 0;
  let lineStart = 0;
  const lineEnds = /\r\n|\n|\r/g;
  for (let end = lineEnds.exec(text); end && end.index + end[0].length <= offset; end = lineEnds.exec(text)) {
    line += 1;
    lineStart = end.index + end[0].length;
  }
  return { line, character: offset - lineStart };
}

/** What carries a passage and which other authors have it, as one line. */
export function describeWhy({ kinds, others, marks }: Passage): string {
  // a frame of function words is named if all marked words are such words; otherwise it belongs to the words in common
  const common = (['words', 'common'] as const).find((other) => marks.some(({ kind }) => kind === other));
  const words: Readonly<Record<PassageKind, string>> = {
    words: l10n.t('Same words'),
    common: l10n.t('Same common words'),
    frame: l10n.t('Same grammar words'),
    punctuation: l10n.t('Same punctuation'),
  };
  const carried = [...new Set(kinds.map((kind) => words[kind === 'punctuation' ? kind : (common ?? kind)]))];
  // which other authors have the marked words in a known text, as a search of the available texts finds them
  const { of, sharers, within } = others;
  if (of === 0) return [...carried, l10n.t('there are no texts by other authors to search')].join(' · ');
  const names = [...sharers.slice(0, namedSharers), ...(sharers.length > namedSharers ? ['…'] : [])].join(', ');
  const says =
    sharers.length === 0
      ? l10n.t('no other author ({of} searched) uses the marked words', { of })
      : l10n.t('also in texts by {names} ({count} of {of} other authors)', { of, count: sharers.length, names });
  const near = marks.length > 1 ? `, ${l10n.t('within {within} words of each other', { within })}` : '';
  return [...carried, `${says}${near}`].join(' · ');
}

/** How many passages are set apart, and for which reasons; empty if there are none. */
export function setApartWords({ apart }: Pick<CandidatePassages, 'apart'>): string {
  // Why passages are set apart.
  const names = {
    others: l10n.t('shared by several authors'),
    population: l10n.t('a common phrase'),
    template: l10n.t('from a template'),
    subject: l10n.t('same topic'),
    slight: l10n.t('fewer than four rare words in a row'),
    whole: l10n.t('the text as a whole does not clearly point to this author'),
    alone: l10n.t('there are no texts by other authors to search'),
  };
  const reasons = groupBy(apart, ({ apart: reason }) => (reason ? names[reason] : ''));
  const listed = [...reasons].map(([name, those]) => `${name} (${those.length})`).join('; ');
  return apart.length > 0
    ? l10n.t('Excluded passages ({count}): {reasons}', { count: apart.length, reasons: listed })
    : '';
}
