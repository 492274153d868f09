import * as v from 'valibot';
import type { KnownDocument } from '../domain/evidence';
import { IdiographError, usage } from '../errors';
import type { LogEntry } from './caseLog';
import { fieldsOnly, flag, list, type Shape, sha256, text } from '../basics/shape';
import { groupBy } from '../basics/numbers';
import { mapSteps, type Steps } from '../basics/work';

/** Whether a case is blind, the masks of its authors, and when they were unmasked, with the hash of the findings at that time. */
export const blindingShape = fieldsOnly({
  masked: flag,
  /**
   * Author → mask in a blind case, such as "Writer A". No mask is an author, or is given to another author later. A record of valibot drops
   * keys such as "constructor", which can be an author's name.
   */
  names: v.custom<Readonly<Record<string, string>>>((value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    const masks: readonly unknown[] = Object.values(value);
    const isMask = (each: unknown): boolean => typeof each === 'string' && each !== '' && !Object.hasOwn(value, each);
    return masks.every(isMask) && new Set(masks).size === masks.length;
  }, 'an object that gives each author a mask of its own'),
  unmasked: v.optional(list(fieldsOnly({ at: text, findings: sha256 })), []),
});
export type Blinding = Shape<typeof blindingShape>;

/** The log's entries about blindness that concern one text. */
export interface BlindHistory {
  /** The times at which the authors were masked, in the order of the log. */
  readonly hidden: readonly string[];
  /** Whether a ratio of the text was seen with the real names before the authors were masked. */
  readonly seenBefore: boolean;
}

/**
 * What the log says about blindness for one text.
 * @param document  the name of the text in the log
 */
export function readBlindHistory(document: string, entries: readonly LogEntry[]): BlindHistory {
  const hidden: string[] = [];
  let [isShown, isSeen, seenBefore] = [true, false, false];
  for (const { at, event } of entries) {
    if (isShown && event.kind === 'asked' && event.document === document && /\d×|[×÷]\d/.test(event.outcome))
      isSeen = true;
    if (event.kind === 'unmasked') isShown = true;
    if (event.kind !== 'masked') continue;
    hidden.push(at);
    seenBefore ||= isSeen;
    isShown = false;
  }
  return { hidden, seenBefore };
}

/** The facts that identify documents and their authors. */
export type NamedDocument = Pick<KnownDocument, 'id' | 'author' | 'role' | 'title'>;

/**
 * Masks for the authors of a blind case: the existing ones, then letters in the order of the documents' ids. The ids are hashes of
 * contents, so their order reveals nothing.
 */
export function assignNames(documents: readonly NamedDocument[], before: Blinding['names'] = {}): Blinding['names'] {
  const least = new Map<string, string>();
  for (const { author, id, role } of documents) {
    const key = `${role === 'known' ? 0 : 1} ${id}`;
    const own = least.get(author);
    if (!Object.hasOwn(before, author) && (own === undefined || key < own)) least.set(author, key);
  }
  const added = [...least].sort(([, a], [, b]) => (a < b ? -1 : 1)).map(([author]) => author);
  const taken = new Set([...Object.values(before), ...documents.map(({ author }) => author), ...Object.keys(before)]);
  let place = Object.keys(before).length;
  const assigned = added.map((author) => {
    while (taken.has(`Writer ${toLetters(place)}`)) place += 1;
    return [author, `Writer ${toLetters(place++)}`] as const;
  });
  return { ...before, ...Object.fromEntries(assigned) };
}

/** A, B, … Z, AA, AB, … */
function toLetters(place: number): string {
  const before = place < 26 ? '' : toLetters(Math.floor(place / 26) - 1);
  return before + String.fromCharCode(65 + (place % 26));
}

/** A blind case shows this many digits of a document's id as its title. */
const titleDigits = 6;

/**
 * Fields with sentences of the program that can name an author or a text. Names are replaced within them. Every other field is a value: it is
 * masked if all of it is such a name, so that no word of a quoted text and no part of a page is ever changed.
 */
const sentenceFields: ReadonlySet<string> = new Set(
  'outcome columns message sentence problem problems notice warnings details values'.split(' '),
);

/**
 * Fields that are never changed: the words of texts, which are evidence as they are; ids, hashes and paths of files, which a caller uses
 * for further questions; the user, the examiner and the name of the case; and codes of closed lists, which can happen to equal the name of
 * an author's folder.
 */
const fieldsWithoutNames: ReadonlySet<string> = new Set(
  [
    'text before after keyword words word name find pattern about quotes by examiner caseName',
    'id document path file files folder place index hash sha256 textSha256 codes format version',
    'calibrationId mode modes genre genres genreRelation language role kind kinds family label scale stage maintenance hashed tier per',
    'apart caveat caveats code reason verifier among change changed from relation remedy severity silent validatedOn',
  ]
    .join(' ')
    .split(' '),
);

/**
 * The only class that masks the known authors of a blind case. Everything from the engine, or from kept results, passes through it on the
 * way to a screen, a file or a terminal, and back.
 */
export class Naming {
  private readonly authors: ReadonlyMap<string, string>;
  private readonly titles = new Map<string, string>();
  private readonly byDocument = new Map<string, string>();
  private readonly former = new Map<string, string>();
  private readonly maskWords: (sentence: string) => string;
  private readonly unmaskWords: (sentence: string) => string;

  constructor(names: Blinding['names'], documents: readonly NamedDocument[]) {
    this.authors = new Map(Object.entries(names));
    for (const { id, author, title } of documents) {
      const digits = id.slice(0, titleDigits);
      const masked = `${this.authors.get(author) ?? author} text ${digits}`;
      this.byDocument.set(id, masked);
      this.titles.set(title, this.titles.has(title) ? `text ${digits} or another` : masked);
      this.former.set(masked, title);
    }
    for (const [title, masked] of this.titles) this.former.set(masked, title); // a title of several texts identifies no author
    for (const [author, name] of this.authors) this.former.set(name, author);
    const masked = [...this.former.keys()].map((name) => [name, name] as const); // a sentence may be masked twice
    this.maskWords = createReplacement([...masked, ...this.titles, ...this.authors]);
    this.unmaskWords = createReplacement([...this.former]);
  }

  mask<Value>(value: Value): Value {
    return changeNames(value, {
      name: (given, id) => this.authors.get(given) ?? this.byDocument.get(id ?? '') ?? this.titles.get(given) ?? given,
      sentence: this.maskWords,
      file: (file) => file.replace(ofAnAuthor, '$1$2$3…'),
    });
  }

  unmask<Value>(value: Value): Value {
    return changeNames(value, {
      name: (given) => this.former.get(given) ?? given,
      sentence: this.unmaskWords,
    });
  }

  /** Answers a question with the masked names of a blind case, in progress and errors too. The question may use the masks. */
  async *askMasked<Told, Answer>(
    args: readonly unknown[],
    ask: (args: readonly unknown[]) => Steps<Told, Answer>,
  ): Steps<Told, Answer> {
    try {
      const given = args.map((each) => this.unmaskQuestion(each));
      return this.mask(yield* mapSteps(ask(given), (message) => this.mask(message)));
    } catch (error) {
      throw this.maskError(error);
    }
  }

  /** Unmasks the author in a question, and restricts it to the index file, because authors on a server have no masks. */
  private unmaskQuestion(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    const asked = 'question' in value ? { ...value, question: this.unmask({ author: value.question }).author } : value;
    const plain = 'server' in asked ? { ...asked, server: undefined } : asked;
    if (!('author' in plain) || typeof plain.author !== 'string') return plain;
    return { ...plain, author: this.resolveAuthor(plain.author) };
  }

  /** The author behind a mask. Throws Usage for an author's real name, because an answer would reveal its mask. */
  resolveAuthor(name: string): string {
    if (this.authors.has(name) && !this.former.has(name))
      throw usage(`This case is blind: its authors are called ${[...this.authors.values()].slice(0, 3).join(', ')} ….`);
    return this.former.get(name) ?? name;
  }

  maskError(error: unknown): unknown {
    if (!(error instanceof IdiographError)) return error;
    const details = Object.entries(error.details).map(([key, value]) => {
      return [key, typeof value === 'string' ? this.maskWords(value) : value] as const;
    });
    return new IdiographError(error.code, this.maskWords(error.sentence), Object.fromEntries(details));
  }
}

interface Changes {
  /** @param id  of the document that the title belongs to */
  readonly name: (given: string, id: string | undefined) => string;
  readonly sentence: (given: string) => string;
  readonly file?: (given: string) => string;
}

const ofAnAuthor = /(^|[\\/])(known|population)([\\/]).*$/s;

/** The facts of a file without the name of a known text. */
function hideFileIn<Value extends object>(value: Value, hide: (file: string) => string): Value {
  if (!('file' in value) || typeof value.file !== 'string' || !ofAnAuthor.test(value.file)) return value;
  const [file, name] = [hide(value.file), value.file.split(/[\\/]/).at(-1)!];
  const message = 'message' in value && typeof value.message === 'string' && value.message;
  return { ...value, file, ...(message && { message: message.replaceAll(value.file, file).replaceAll(name, '…') }) };
}

/**
 * A copy with changed names. Only lists, maps and plain objects are copied, not for example numbers in typed arrays. The file and the work
 * of a known document are left out.
 */
function changeNames<Value>(value: Value, changes: Changes): Value {
  if (Array.isArray(value)) return value.map((each: unknown) => changeNames(each, changes)) as Value;
  if (value instanceof Map) {
    const name = (given: string): string => changes.name(given, undefined);
    return new Map(Array.from(value, ([key, member]) => [key, changeTexts(member, name, changes)])) as Value;
  }
  if (!isPlain(value)) return value;
  const { id, document } = value as { readonly id?: unknown; readonly document?: unknown };
  const of = [id, document].find((each) => typeof each === 'string');
  const shown = changes.file ? hideFileIn<object>(value, changes.file) : value;
  const entries = Object.entries(shown).flatMap(([key, member]: [string, unknown]) => {
    if ((key === 'source' || key === 'works') && id !== undefined && !('version' in value)) return [];
    const name = (given: string): string => changes.name(given, key === 'title' ? of : undefined);
    if (fieldsWithoutNames.has(key)) return [[key, changeTexts(member, (given) => given, changes)]];
    if (key === 'outcome' && typeof member === 'string')
      return [[key, member.replace(/^.*?(?=( \([^()]*\))?$)/s, changes.sentence)]];
    if (!sentenceFields.has(key)) return [[key, changeTexts(member, name, changes)]];
    if (!isPlain(member)) return [[key, changeTexts(member, changes.sentence, changes)]];
    const values = Object.entries(changes.file ? hideFileIn<object>(member, changes.file) : member);
    const changed = values.map(([each, given]) => [each, changeTexts(given, changes.sentence, changes)] as const);
    return [[key, Object.fromEntries(changed)]];
  });
  return Object.fromEntries(entries) as Value;
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Changes a text, or each text of a list. Other values are changed as in `changes`. */
function changeTexts(member: unknown, change: (text: string) => string, changes: Changes): unknown {
  if (typeof member === 'string') return change(member);
  return Array.isArray(member)
    ? member.map((each) => changeTexts(each, change, changes))
    : changeNames(member, changes);
}

/**
 * Replaces names that are whole words of a sentence, with no letter or number beside them, the longest first, in one pass. The time grows
 * only with the length of the sentence, not with the number of names, unless these begin with the same word.
 */
function createReplacement(pairs: readonly (readonly [from: string, to: string])[]): (sentence: string) => string {
  const byStart = groupBy(
    [...new Map(pairs)].sort(([a], [b]) => b.length - a.length),
    ([name]) => /[\p{L}\p{N}]+|[^\p{L}\p{N}]/u.exec(name)?.[0] ?? '',
  );
  return (sentence) => {
    let [replaced, end] = ['', 0];
    for (const { index, 0: start } of sentence.matchAll(/[\p{L}\p{N}]+|[^\p{L}\p{N}]/gu)) {
      if (index < end) continue;
      const result = byStart.get(start)?.find(([name]) => {
        if (!sentence.startsWith(name, index)) return false;
        const behind = index + name.length;
        const isLetterBefore = /[\p{L}\p{N}]$/u.test(sentence.slice(Math.max(0, index - 2), index));
        return !isLetterBefore && !/^[\p{L}\p{N}]/u.test(sentence.slice(behind, behind + 2));
      });
      if (!result) continue;
      replaced += sentence.slice(end, index) + result[1];
      end = index + result[0].length;
    }
    return replaced + sentence.slice(end);
  };
}
