import { makeOnce } from '../basics/caches';
import { computeMean, groupBy } from '../basics/numbers';
import { type StopSignal, throwIfStopped } from '../basics/work';
import { HashMarks } from '../classical/hashing';
import type { KnownDocument, Note, SourceText, Verification } from '../domain/evidence';
import { WordPairs, computeSharedRuns, visitRuns } from '../text/hashedWords';
import { type ReadText, type Readable, readSource } from '../text/readText';

/** The least share of the shorter text that makes two texts copies, for a ratio (docs/results/constants.md). */
export const copiedShare = 0.1;
/** With at least this share two texts are one, and an author's text counts once together with the other. */
export const sameShare = 0.5;

/** Known texts that take part, those that are copies of the questioned text, and the notes. */
export interface WithoutCopies {
  readonly kept: readonly KnownDocument[];
  readonly copies: readonly KnownDocument[];
  readonly notes: readonly Note[];
}

/**
 * Separates known texts from copies: texts that equal the questioned one, contain it, are part of it or share a part with it, edited or
 * not. A copy says nothing about who wrote it; neither does another part of the same work, according to the case file. Throws Cancelled.
 * @param min  the share that makes a copy; texts with a smaller share of at least a tenth stay and are noted
 */
export function excludeCopies(
  questioned: QuestionedWords,
  known: readonly KnownDocument[],
  stop: StopSignal,
  min = copiedShare,
): WithoutCopies {
  const ofSameWork: KnownDocument[] = [];
  const compared: ComparedDocument[] = [];
  for (const document of known) {
    if (isSameWork(questioned.source, document)) ofSameWork.push(document);
    else compared.push({ document, share: questioned.readShare(document, stop) });
  }
  const kept = compared.filter(({ share }) => share < min);
  const copies = compared.filter(({ share }) => share >= min);
  const overlapping = kept.filter(({ share }) => share >= copiedShare);
  return {
    kept: kept.map(({ document }) => document),
    copies: [...copies.map(({ document }) => document), ...ofSameWork],
    notes: [...toNotes('copyOfKnown', copies), ...noteSameWork(ofSameWork), ...toNotes('overlapsKnown', overlapping)],
  };
}

/** Known texts of one author for a ratio: without copies of the questioned text, and without repetitions. Throws Cancelled. */
export function selectTextsForRatio(
  questioned: QuestionedWords,
  known: readonly KnownDocument[],
  stop: StopSignal,
): WithoutCopies {
  const without = excludeCopies(questioned, known, stop);
  const repeats = findRepeats(without.kept, stop);
  const repeating = new Set(repeats.map(({ document }) => document));
  return {
    kept: without.kept.filter((document) => !repeating.has(document)),
    copies: without.copies,
    notes: [...without.notes, ...toNotes('repeatsKnown', repeats)],
  };
}

interface ComparedDocument {
  readonly document: KnownDocument;
  readonly share: number;
}

/** Texts with at least half of their runs of five words in longer texts, or in texts with as many runs and a lower id. Throws Cancelled. */
export function findRepeats(known: readonly KnownDocument[], stop: StopSignal): readonly ComparedDocument[] {
  if (known.length < 2) return [];
  const longestFirst = known
    .map((document) => ({ document, runs: readSource(document, stop).hashWords(stop).runs }))
    .sort((a, b) => b.runs.size - a.runs.size || (a.document.id < b.document.id ? -1 : 1));
  const seen = new Set<number>();
  return longestFirst.flatMap(({ document, runs }) => {
    const added = seen.size;
    for (const run of runs) seen.add(run);
    const share = runs.size === 0 ? 0 : 1 - (seen.size - added) / runs.size;
    return share >= sameShare ? [{ document, share }] : [];
  });
}

/** Known texts of the questioned text's work. */
export function noteSameWork(known: readonly Pick<KnownDocument, 'title'>[]): readonly Note[] {
  return known.map(({ title }) => ({ caveat: 'sameWork', title, share: 1 }));
}

function toNotes(caveat: Note['caveat'], compared: readonly ComparedDocument[]): readonly Note[] {
  return compared.map(({ document: { author, title }, share }) => ({ caveat, author, title, share }));
}

/** Adds notes on the known texts from before the verification. */
export function addNotes(verification: Verification, notes: readonly Note[]): Verification {
  return { ...verification, notes: [...notes, ...verification.notes] };
}

type KnownText = Readable & Pick<KnownDocument, 'id'>;

/** A questioned text, prepared for comparison with known texts to find copies. Quotations and signatures in either text make no copy. */
export class QuestionedWords {
  private readonly own: ReturnType<ReadText['hashWords']>;
  private readonly pairs: WordPairs;
  /** The shares by the ids of documents, because a review needs some of them twice. */
  private readonly shares = new Map<string, number>();

  /** Throws Cancelled. */
  constructor(
    readonly source: Readable & Pick<SourceText, 'works'>,
    stop: StopSignal,
  ) {
    this.own = readSource(source, stop).hashWords(stop);
    this.pairs = new WordPairs(this.own.words, stop);
  }

  /** The author's own words, as hashes. */
  get words(): Int32Array {
    return this.own.words;
  }

  /**
   * About how much of the shorter text the other one also has, in [0, 1]: the larger of two shares. That of runs of five words finds an
   * unchanged text, and that of words in stretches of pairs finds an edited one. Throws Cancelled.
   */
  readShare(known: KnownText, stop: StopSignal): number {
    const before = this.shares.get(known.id);
    if (before !== undefined) return before;
    const { words, runs } = readSource(known, stop).hashWords(stop);
    const shorter = Math.min(this.own.words.length, words.length);
    const inStretches = shorter === 0 ? 0 : Math.min(1, this.pairs.countSharedWords(words, stop) / shorter);
    const share = shorter === 0 ? 0 : Math.max(computeSharedRuns(this.own.runs, runs), inStretches);
    this.shares.set(known.id, share);
    return share;
  }
}

/** The words of a questioned text. They are prepared once for it. Throws Cancelled. */
export const readQuestionedWords = makeOnce(
  (source: QuestionedWords['source'], stop: StopSignal) => new QuestionedWords(source, stop),
);

/** Words in a run. Runs of four find a text that was assembled from pieces, and runs of three find one from a generator of word chains. */
const runLengths = [3, 4] as const;
/**
 * The share of words in such runs that a text has in common with its author's other texts, used if a single known text does not allow a
 * measurement: means of authors with several texts.
 */
const usualShares: Readonly<Record<(typeof runLengths)[number], number>> = { 3: 0.13, 4: 0.03 };
/** With at least this surplus no ratio is stated. */
const fragmentedShare = 0.25;
/**
 * With at least this surplus there is a note, for texts of at least `shortestNamed` words. In shorter texts chance reaches it too often.
 */
const namedShare = 0.2;
const shortestNamed = 250;
/** The usual share is measured on at most this many known texts, each by its first words. */
const mostMeasured = 12;
const measuredWords = 1000;
const fewestMeasuredWords = 50;

/** Known texts of one author, for a ratio, with the notes on copies and on fragments. Throws Cancelled. */
export function selectRatioTexts(
  questioned: QuestionedWords,
  known: readonly KnownDocument[],
  stop: StopSignal,
): WithoutCopies {
  const texts = selectTextsForRatio(questioned, known, stop);
  return { ...texts, notes: [...texts.notes, ...findFragments(questioned, texts.kept, stop)] };
}

/**
 * Finds a questioned text with far more short runs of words from an author's known texts than the author's own texts share: such a text
 * imitates the author, or was assembled from pieces. Linear in the texts. Throws Cancelled.
 * @param known  the texts of one author, without copies
 * @returns no note, or one with the surplus as a share of the words, in (0, 1], and the title of the text with most of them
 */
export function findFragments(
  questioned: Pick<QuestionedWords, 'words'>,
  known: readonly KnownDocument[],
  stop: StopSignal,
): readonly Note[] {
  if (known.length === 0) return [];
  const texts = known.map((document) => readSource(document, stop).hashWords(stop).words);
  // For each length: the share of the questioned words in such runs minus the usual share, and the known text with most of them.
  const surpluses = runLengths.map((length) => {
    throwIfStopped(stop);
    const measured = texts
      .map((text, at) => ({ text: text.subarray(0, measuredWords), at }))
      .filter(({ text }) => text.length >= fewestMeasuredWords)
      .slice(0, mostMeasured);
    const sought = new HashMarks(2 ** 16); // a run of a long text is seldom sought
    for (const some of [questioned.words, ...measured.map(({ text }) => text)])
      visitRuns(some, length, (run) => sought.add(run));
    // the sought runs of all texts, each with the place of the only text with it, or `several`
    const owners = new Map<number, number>();
    for (const [at, words] of texts.entries()) {
      visitRuns(words, length, (run) => {
        if (sought.has(run)) owners.set(run, (owners.get(run) ?? at) === at ? at : several);
      });
    }
    const result = new Int32Array(texts.length);
    const covered = computeCoveredShare(questioned.words, length, (run) => {
      const owner = owners.get(run);
      if (owner !== undefined && owner !== several) result[owner]! += 1;
      return owner !== undefined;
    });
    const shares = measured.map(({ text, at }) => computeCoveredShare(text, length, (run) => owners.get(run) !== at));
    const usual = texts.length < 2 || shares.length === 0 ? usualShares[length] : computeMean(shares);
    return { share: covered - usual, most: result.indexOf(Math.max(...result)) };
  });
  const { share, most } = surpluses.reduce((first, second) => (first.share > second.share ? first : second));
  const threshold = questioned.words.length < shortestNamed ? fragmentedShare : namedShare;
  return share < threshold ? [] : [{ caveat: 'fragmentsOfKnown', title: known[most]!.title, share }];
}

/** Whether so much of a text was assembled from an author's texts that no ratio is stated. */
export function isFragmented(notes: readonly Note[]): boolean {
  return notes.some(({ caveat, share }) => caveat === 'fragmentsOfKnown' && share >= fragmentedShare);
}

/** The mark of a run in several texts. */
const several = -1;

/** The share of the words in runs for which `has` returns true. */
function computeCoveredShare(words: Int32Array, length: number, has: (run: number) => boolean): number {
  let covered = 0;
  let coveredTo = 0;
  visitRuns(words, length, (run, start) => {
    if (!has(run)) return;
    covered += start + length - Math.max(start, coveredTo);
    coveredTo = start + length;
  });
  return words.length === 0 ? 0 : covered / words.length;
}

/** Words before the number of a part of a work, in some languages. */
const partWords = [
  'part|pt|chapter|ch|book|volume|vol|section|scene|act',
  'teil|kapitel|kap|band|bd|buch|abschnitt|szene|akt|deel|hoofdstuk|boek|del',
  'partie|chapitre|tome|livre|acte|scène|parte|cap[ií]tulo|capitolo|tomo|libro|acto|atto|escena|scena',
  'część|rozdział|tom|księga|часть|глава|том|книга|частина|розділ|μέρος|κεφάλαιο|τόμος|βιβλίο',
  'الجزء|الفصل|الباب|ตอน(?:ที่)?|บท(?:ที่)?|เล่ม(?:ที่)?|ภาค(?:ที่)?',
].join('|');
const numeral = String.raw`(?:\p{Nd}+|[ivxlc]+)`;
const before = String.raw`[\s,.:;([_–—-]{0,5}`;
const after = String.raw`[\s)\]]{0,3}$`;
/** "Chapter 3", "(part 2 of 5)", "vol. II", "3. Teil" or "第三章" at the end of a title. */
const partOfWork = new RegExp(
  [
    String.raw`${before}(?<![\p{L}\p{N}])(?:${partWords})[\s._-]*${numeral}(?:\s*(?:of|von|de|z|из|\/)\s*\p{Nd}+)?${after}`,
    String.raw`${before}(?<![\p{L}\p{N}])${numeral}\.?\s(?:${partWords})${after}`,
    String.raw`[\s,([]{0,5}(?<!\p{N})\p{Nd}+\s*(?:of|von|\/)\s*\p{Nd}+[)\]]{0,3}$`,
    String.raw`${before}(?:第[\p{Nd}一二三四五六七八九十百]+[章回部卷巻節节話话集册冊]|제?\p{Nd}+[장부권화])${after}`,
  ].join('|'),
  'iu',
);
/** A number of up to three digits at the end of a title. Four digits are a year. */
const numberAtEnd = /[\s,.:;#([_–—-]{0,5}(?<!\p{Nd})\p{Nd}{1,3}[)\]]{0,2}$/u;
const ending = /\.\w{1,5}$/u;

/**
 * The name of the work that a text is a part of: its title or file name without the ending and the number of a part. Empty if there is
 * none.
 */
function nameWork(title: string): string {
  return title.replace(ending, '').replace(partOfWork, '');
}

/** One form for all spellings of a name that differ in case, blanks or the storage of accents. */
function normalise(name: string): string {
  return name.normalize('NFC').replace(/\s+/gu, ' ').trim().toLowerCase();
}

/** A text with the works that the case file records. */
type OfWorks = Pick<SourceText, 'works'>;

/** Whether two texts are parts of one work, according to the case file. */
export function isSameWork({ works = [] }: OfWorks, other: OfWorks): boolean {
  if (works.length === 0 || !other.works) return false;
  const names = new Set(works.map(normalise));
  return other.works.some((work) => names.has(normalise(work)));
}

/** The work that the case file records for a document. Undefined if there is none. */
export function listWorks(described: { readonly work?: string | undefined } | undefined): SourceText['works'] {
  return described?.work === undefined ? undefined : [described.work];
}

/** One name for the works of a text, the same for all spellings. */
export function nameWorks(works: readonly string[]): string {
  return works.map(normalise).join('\n');
}

/** The facts of a document that determine its work. */
interface WorkDocument extends OfWorks {
  readonly id: string;
  readonly author: string;
  readonly title: string;
  readonly genre: string;
  readonly source?: string;
}

/**
 * Finds the work that each document is a part of. First comes the entry of the case file; then the folder of its file, if the author's
 * texts lie in several folders and these are not named by genre; then its title without the number of a part. A number alone, as in "Mill
 * 2", marks a part if the author has texts with other names and no other author has this name. Otherwise, or if several authors have the
 * title, as in "letter 3", each document is a work of its own.
 */
export function worksOf<Document extends WorkDocument>(documents: readonly Document[]): (document: Document) => string {
  // The name in each title, and the form of its end: the number of a part, a number alone, or neither.
  const named = new Map(
    documents.map((document) => {
      const whole = document.title.replace(ending, '');
      const work = nameWork(document.title);
      const name = work === whole ? whole.replace(numberAtEnd, '') : work;
      const form = work !== whole ? 'part' : name === whole ? 'whole' : 'numbered';
      return [document, { name: normalise(name), form }] as const;
    }),
  );
  const byName = groupBy(documents, (document) => named.get(document)!.name);
  const writers = new Map([...byName].map(([name, own]) => [name, new Set(own.map(({ author }) => author)).size]));
  const authors = new Map(
    [...groupBy(documents, ({ author }) => author)].map(([author, own]) => {
      const names = new Set(own.map((document) => named.get(document)!.name)).size;
      return [author, { isByFolder: new Set(own.map(readFolder)).size > 1, names }] as const;
    }),
  );
  return (document) => {
    if (document.works) return nameWorks(document.works);
    const { isByFolder, names } = authors.get(document.author)!;
    const folder = isByFolder ? readFolder(document) : '';
    if (folder !== '') return `folder ${folder}`;
    const { name, form } = named.get(document)!;
    if (form === 'part') return name || `parts by ${document.author}`;
    const isOwn = name !== '' && name !== normalise(document.author) && writers.get(name) === 1;
    return isOwn && (form === 'whole' || names > 1) ? name : document.id;
  };
}

function readFolder({ source = '', genre }: WorkDocument): string {
  const folder = source.slice(0, Math.max(0, source.lastIndexOf('/')));
  return normalise(folder.slice(folder.lastIndexOf('/') + 1)) === normalise(genre) ? '' : folder;
}

/** Genres in which nobody continues a text in another file. */
const wholeGenres = new Set(['email', 'e-mail', 'chat', 'sms', 'message']);
const numbers = /\p{N}+|(?<![\p{L}\p{N}])[ivxlc]+(?![\p{L}\p{N}])|[^\p{L}\p{N}]+/giu;

/**
 * Whether two texts of an author that count as two works may be parts of one. Only the case file can settle this. Their titles differ only
 * in numbers, or are missing.
 */
export function mayBeOneWork(text: WorkDocument, other: WorkDocument): boolean {
  if (text.works || other.works || wholeGenres.has(normalise(text.genre))) return false;
  const [name, next] = [text, other].map(({ title }) => normalise(title.replace(ending, '').replace(numbers, '')));
  return name === next;
}

/**
 * Finds known texts of the questioned text's work by their titles, if the case file does not record the works of both. A name such as
 * "letter" that texts of several authors have is no name of a work.
 */
export function findSameWork<Known extends OfWorks & { readonly author: string; readonly title: string }>(
  questioned: OfWorks & { readonly id: string },
  known: readonly Known[],
): readonly Known[] {
  const work = nameWork(questioned.id);
  const results = work === '' ? [] : known.filter(({ title }) => nameWork(title) === work);
  if (new Set(results.map(({ author }) => author)).size !== 1) return [];
  return results.filter(({ works }) => !works || !questioned.works);
}
