import type { SourceText } from '../domain/evidence';
import { groupBy } from '../basics/numbers';

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
  const named = new Map(documents.map((document) => [document, readName(document)]));
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
    const title = named.get(document)!;
    return folder === ''
      ? nameByTitle(document, title, { names, writers: writers.get(title.name)! })
      : `folder ${folder}`;
  };
}

/** @param of  how many names the author's texts have, and how many authors have this name */
function nameByTitle(
  { author, id }: WorkDocument,
  { name, form }: ReturnType<typeof readName>,
  of: { readonly names: number; readonly writers: number },
): string {
  if (form === 'part') return name || `parts by ${author}`;
  const isOwn = name !== '' && name !== normalise(author) && of.writers === 1;
  return isOwn && (form === 'whole' || of.names > 1) ? name : id;
}

function readFolder({ source = '', genre }: WorkDocument): string {
  const folder = source.slice(0, Math.max(0, source.lastIndexOf('/')));
  return normalise(folder.slice(folder.lastIndexOf('/') + 1)) === normalise(genre) ? '' : folder;
}

/** The name in a title, and the form of its end: the number of a part, a number alone, or neither. */
function readName({ title }: WorkDocument): { readonly name: string; readonly form: 'part' | 'numbered' | 'whole' } {
  const whole = title.replace(ending, '');
  const work = nameWork(title);
  if (work !== whole) return { name: normalise(work), form: 'part' };
  const short = whole.replace(numberAtEnd, '');
  return { name: normalise(short), form: short === whole ? 'whole' : 'numbered' };
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
