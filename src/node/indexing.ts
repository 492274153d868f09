import path from 'node:path';
import { normaliseAuthor } from '../core/casework/caseWarnings';
import { findRepeats } from '../core/copies/copies';
import type { KnownDocument, TextRange } from '../core/domain/evidence';
import { IdiographError, unexpected } from '../core/errors';
import { groupBy } from '../core/basics/numbers';
import type { EncodedSpan, IndexedDocument, ReferenceIndex } from '../core/ports';
import type { Profiler } from '../core/cohort/cohortCache';
import { type Steps, type StopSignal, throwIfStopped } from '../core/basics/work';
import type { Reading } from '../reading/text/readableFormats';
import { checkDocument, readSource } from '../core/text/readText';
import { checkRanges } from '../core/text/handRanges';
import { type NamedShares, nameShares } from '../core/text/textAsRead';
import { averageTextVector } from '../lateInteraction/scoring/patches';
import type { FileToIndex, IndexProgress, IndexReport } from '../protocol/engine';
import { Collections, readDocument } from '../reading/readFile';
import { nameFrom } from './places';
import { computeDocumentId, computeSha256 } from './sha256';

/** A document to add, read when its turn comes. */
export interface Addition {
  readonly name: string;
  readonly document: () => Promise<AddedDocument>;
}

/** A document, and how a reader made its text from its file. */
type AddedDocument = KnownDocument & { readonly reading?: Reading | undefined };

/** What is needed for an indexing. */
export interface IndexingDependencies {
  readonly index: ReferenceIndex;
  readonly encode: (text: string, exclude: readonly TextRange[]) => AsyncIterable<EncodedSpan>;
  /** Makes what the combined order needs of a document. */
  readonly profiler: Profiler;
  readonly stop: StopSignal;
}

/** Errors of the index or the models end an indexing. Errors of a document are reported, and the document is passed over. */
const documentProblems: readonly string[] = [
  'EmptyDocument',
  'TooShort',
  'DocumentTooLarge',
  'UnsupportedFormat',
  'UnreadableDocument',
  'WrongEncoding',
  'UnsupportedLanguage',
];

/** The documents to add: files, and documents with their texts. */
export function listAdditions(
  documents: readonly (FileToIndex | KnownDocument)[],
  indexFolder: string,
  stop: StopSignal,
): readonly Addition[] {
  const collections = new Collections();
  return documents.map((each): Addition => {
    if ('path' in each) return { name: each.path, document: () => readKnownFile(each, indexFolder, stop, collections) };
    return { name: each.id, document: () => Promise.resolve(each) };
  });
}

/** A file as a known document. Its title is its file name, and its source is the path from the index's folder. */
export async function readKnownFile(
  file: FileToIndex,
  indexFolder: string,
  stop: StopSignal,
  collections?: Collections,
): Promise<AddedDocument> {
  const { text, reading } = await readDocument(file.path, stop, collections);
  const { author, role, mode, genre, language, works } = file;
  const title = path.basename(file.path);
  const source = nameFrom(indexFolder, file.path);
  const byHand = checkRanges(text, file.byHand, computeSha256);
  const document = { text, title, author, role, mode, genre, language, source, byHand, works };
  return { ...document, id: computeDocumentId(document), reading };
}

/**
 * Adds documents one by one. A document that is already there is skipped before it is encoded, so that a stopped run can continue. A
 * document with a changed file replaces its former version. What was done before a stop is kept.
 */
export async function* addAll(
  deps: IndexingDependencies,
  additions: readonly Addition[],
): Steps<IndexProgress, IndexReport> {
  const problems: IndexReport['problems'][number][] = [];
  const stale: string[] = [];
  const shares: NamedShares[] = [];
  const count = { added: 0, present: 0, replaced: 0 };
  const known = new HeldDocuments(await deps.index.listDocuments());
  for (const [done, addition] of additions.entries()) {
    throwIfStopped(deps.stop);
    const file = { done, total: additions.length, file: addition.name, present: count.present };
    yield { ...file, encoded: 0 };
    try {
      const given = await addition.document();
      if (given.byHand?.some(({ isStale }) => isStale)) stale.push(addition.name);
      shares.push(...nameShares(path.basename(addition.name), given, given.reading, deps.stop));
      const adding = addOne(deps, { given, name: addition.name }, known);
      let step = await adding.next();
      for (; !step.done; step = await adding.next()) yield { ...file, encoded: step.value };
      count[step.value] += 1;
    } catch (error) {
      // an unexpected error counts as the document's, so that one odd file does not end the work
      const { name } = addition;
      const problem = error instanceof IdiographError ? error : unexpected(path.basename(name), String(error));
      if (!documentProblems.includes(problem.code)) throw error;
      problems.push({ file: name, code: problem.code, message: problem.message });
    }
  }
  yield { done: additions.length, total: additions.length, file: '', present: count.present, encoded: 0 };
  const listed = (await deps.index.listDocuments()).filter(({ role }) => role === 'known');
  // the known texts that repeat others by their author; only texts with equally many words are read and compared
  let repeated = 0;
  for (const alike of groupBy(listed, ({ author, words }) => `${words} ${author}`).values()) {
    if (alike.length === 1) continue;
    const texts = await Promise.all(alike.map(({ id }) => deps.index.readDocument(id)));
    const there = texts.flatMap((text) => text ?? []);
    repeated += findRepeats(there, deps.stop).length;
  }
  const report = { ...count, removed: 0, documents: deps.index.readInfo().documents, problems };
  // equal known texts with several authors, of whom at most one wrote such a text
  const equal = [...groupBy(listed, ({ textSha256 }) => textSha256).values()];
  const shared = equal.filter((same) => new Set(same.map(({ author }) => author)).size > 1);
  return {
    ...report,
    ...(repeated > 0 && { repeated }),
    ...(shared.length > 0 && { shared: shared.map((same) => same.map(({ author, title }) => ({ author, title }))) }),
    ...(stale.length > 0 && { stale }),
    ...(shares.length > 0 && { shares }),
  };
}

/** The documents of an index while others are added to it. */
class HeldDocuments {
  private readonly roles = new Map<string, KnownDocument['role']>();
  private readonly bySource = new Map<string, string>();
  /** Ids of the documents that files of this run contain. */
  private readonly met = new Set<string>();

  /** Ids of documents that were pulled from a server without texts, by hashes of their texts. */
  private readonly textless: ReadonlyMap<string, readonly string[]>;

  constructor(documents: readonly IndexedDocument[]) {
    const pulled = documents.filter(({ onServer }) => onServer);
    const byText = [...groupBy(pulled, ({ textSha256 }) => textSha256)];
    this.textless = new Map(byText.map(([hash, same]) => [hash, same.map(({ id }) => id)]));
    for (const document of documents) if (!document.onServer) this.hold(document);
  }

  /** The documents that were pulled from a server and have this text, which the index does not have. */
  listTextless({ text }: KnownDocument): readonly string[] {
    return this.textless.get(computeSha256(text)) ?? [];
  }

  /** Whether the document is there, in its new role or in the role that another file of this run gave it. */
  has({ id, role }: KnownDocument): boolean {
    return this.roles.has(id) && (this.roles.get(id) === role || this.met.has(id));
  }

  /** Whether the document is there in another role. The role is not part of an id. */
  hasInAnotherRole(document: KnownDocument): boolean {
    return this.roles.has(document.id) && !this.has(document);
  }

  meet({ id }: KnownDocument): void {
    this.met.add(id);
  }

  /** The former version of this file's document, unless another file of this run contains the same document. */
  findFormer({ id, source }: KnownDocument): string | undefined {
    const former = source === undefined ? undefined : this.bySource.get(source);
    return former === undefined || former === id || this.met.has(former) ? undefined : former;
  }

  hold({ id, role, source }: Pick<KnownDocument, 'id' | 'role' | 'source'>): void {
    this.roles.set(id, role);
    if (source !== undefined) this.bySource.set(source, id);
  }

  release(id: string): void {
    this.roles.delete(id);
  }
}

/** Adds a document and yields the share that is encoded. */
async function* addOne(
  { index, encode, profiler, stop }: IndexingDependencies,
  { given, name }: { readonly given: KnownDocument; readonly name: string },
  held: HeldDocuments,
): Steps<number, 'added' | 'present' | 'replaced'> {
  const named = { ...given, author: normaliseAuthor(given.author) };
  const document = { ...named, id: computeDocumentId(named) };
  const former = held.hasInAnotherRole(document) ? document.id : held.findFormer(document);
  const isPresent = held.has(document);
  held.meet(document);
  if (isPresent) {
    if (former !== undefined && (await index.remove([former])) > 0) held.release(former);
    return 'present';
  }
  const { exclusions, indexExclusions } = readSource(document, stop);
  checkDocument(document.text, path.basename(name), exclusions);
  const spans: EncodedSpan[] = [];
  for await (const span of encode(document.text, indexExclusions)) {
    spans.push(span);
    yield span.span.range.end / document.text.length;
  }
  throwIfStopped(stop);
  const made = { profiler: profiler.id, profile: profiler.computeProfile(document, averageTextVector(spans)) };
  // it replaces its former version, and the same document that was pulled from a server
  const pulled = held.listTextless(document).filter((id) => !held.has({ ...document, id }));
  if (pulled.length > 0) await index.remove(pulled);
  const outcome = await index.add(document, spans, { former, made, stop });
  if (former !== undefined) held.release(former);
  held.hold(document);
  return former === undefined && pulled.length === 0 ? outcome : 'replaced';
}
