import { createHmac } from 'node:crypto';
import type { IndexedDocument } from '../../core/ports';
import { type Steps, type StopSignal, throwIfStopped } from '../../core/basics/work';
import type { PullReport, PushChoices, PushReport } from '../../protocol/engine';
import type { PackedDocument } from '../sqlite/records/packedDocument';
import { createListedEntry, computeSize } from './entries';
import type { SentDocument, ServerIndex } from './serverRows';
import { listRecords } from './serverCatalogue';
import { serverPartial } from '../../core/errors';
import type { FileIndex } from '../sqlite/fileRows';

/** This many bytes of rows are collected before they are sent. */
const heldBytes = 4_000_000;

/**
 * Sends the documents of an index that the server does not have, or has with other entries, some megabytes at a time, and finally compares
 * what it has with what was sent. A run continues an interrupted one. Throws Cancelled between two documents.
 * @param to  undefined if there is no index on the server yet; only for a dry run, which would send everything
 */
export async function* pushAll(
  from: Pick<FileIndex, 'listDocuments' | 'packed'>,
  to: ServerIndex | undefined,
  choices: PushChoices,
  stop: StopSignal,
): Steps<{ readonly done: number; readonly total: number }, PushReport> {
  const { dryRun } = choices;
  const sending = new Sending(dryRun ? undefined : to, stop);
  const count = { added: 0, present: 0, replaced: 0 };
  const documents = await from.listDocuments();
  for (const [done, { id }] of documents.entries()) {
    throwIfStopped(stop);
    yield { done, total: documents.length };
    const there = to ? await to.recordsOf(id) : [];
    for (const stored of await from.packed([id], stop))
      count[await sending.send(selectChosen(stored, choices), there)] += 1;
  }
  await sending.finish();
  yield { done: documents.length, total: documents.length };
  const info = to?.readInfo();
  const after = { documents: info?.documents ?? 0, ...(info && { contentHash: info.contentHash }) };
  return { ...count, removed: 0, bytes: sending.bytes, problems: [], dryRun, ...after };
}

/** Sends documents to a server, or only counts them. */
class Sending {
  /** The bytes of all documents that were sent, or would have been sent. */
  bytes = 0;
  private items: PackedDocument[] = [];
  private size = 0;
  private readonly sent: SentDocument[] = [];

  constructor(
    private readonly to: ServerIndex | undefined,
    private readonly stop: StopSignal,
  ) {}

  /** @param there  the server's list entry of the document */
  async send(document: PackedDocument, there: readonly string[]): Promise<'added' | 'present' | 'replaced'> {
    const { facts, spans } = document;
    const records = listRecords(createListedEntry(document, 0));
    this.sent.push({ id: facts.id, spans: spans.length, records });
    if (there.join() === records.join()) return 'present';
    this.size += computeSize(document);
    if (this.to) this.items.push(document);
    if (this.size >= heldBytes) await this.flush();
    return there.length === 0 ? 'added' : 'replaced';
  }

  /** Sends the rest and compares. */
  async finish(): Promise<void> {
    await this.flush();
    await this.to?.turn(async () => this.to?.rows.verify(this.sent));
  }

  private async flush(): Promise<void> {
    this.bytes += this.size;
    this.size = 0;
    await this.to?.turn(async () => this.to?.rows.sendPacked(this.items, this.stop));
    this.items = [];
  }
}

/** The parts of a document that are sent: title and file only if the user chose so, the author under a pseudonym, and the n-grams. */
function selectChosen({ facts, profile, ...rows }: PackedDocument, choices: PushChoices): PackedDocument {
  const { source, title, works, author, ...others } = facts;
  const chosen: IndexedDocument = {
    ...others,
    author: choices.pseudonymKey === undefined ? author : createPseudonym(author, choices.pseudonymKey),
    title: choices.titles ? title : `Document ${facts.id.slice(0, 12)}`,
    ...(choices.titles && source !== undefined && { source }),
    ...(choices.titles && works && { works }),
  };
  return { ...rows, facts: chosen, ...(choices.ngrams && profile && { profile }) };
}

/** The same for one author and key on every machine. Without the key the author cannot be found by trying names. */
function createPseudonym(author: string, key: string): string {
  return `Author ${createHmac('sha256', key).update(author).digest('hex').slice(0, 16)}`;
}

/** At most this many spans of documents are read at once, unless one document has more. */
const readAtOnce = 16;

/**
 * Stores the documents that the server lists in a file, without texts. Documents that the file does not have, or has in another state, are
 * added. Those that the server no longer lists are removed, and those with texts in the file stay as they are. A run continues an
 * interrupted one. Throws Cancelled between two documents.
 * @throws Usage  if the file has documents that were not pulled from this server; ServerPartial  if the two differ in the end
 */
export async function* pullAll(
  from: ServerIndex,
  to: FileIndex,
  stop: StopSignal,
): Steps<{ readonly done: number; readonly total: number }, PullReport> {
  await to.turn(() => to.rows.pullFrom(from.rows.name));
  const [there, here] = [await from.listDocuments(), await to.listDocuments()];
  const texts = new Set(here.flatMap(({ textSha256, onServer }) => (onServer ? [] : [textSha256])));
  const wanted = there.filter(({ textSha256 }) => !texts.has(textSha256));
  const kept = new Set(wanted.map(({ id }) => id));
  const removed = await to.remove(here.flatMap(({ id, onServer }) => (onServer && !kept.has(id) ? [id] : [])));
  const count = { added: 0, present: there.length - wanted.length, replaced: 0 };
  const total = there.length;
  const missing: IndexedDocument[] = [];
  for (const document of wanted) {
    yield { done: count.present, total };
    throwIfStopped(stop);
    const records = (await to.recordsOf(document.id)).join();
    const isSame = records === (await from.recordsOf(document.id)).join();
    count[isSame ? 'present' : records === '' ? 'added' : 'replaced'] += 1;
    if (!isSame) missing.push(document);
  }
  let [bytes, done] = [0, total - missing.length];
  for (const some of splitParts(missing)) {
    throwIfStopped(stop);
    for (const document of await from.packed(some, stop)) {
      yield { done: done++, total };
      throwIfStopped(stop);
      await to.addPacked(document, stop);
      bytes += computeSize(document);
    }
  }
  await verify(from, to, texts);
  yield { done: total, total };
  const { documents, contentHash } = to.readInfo();
  return { ...count, removed, bytes, problems: [], documents, contentHash };
}

/** Ids of the documents, in parts. */
function* splitParts(documents: readonly IndexedDocument[]): Generator<readonly string[]> {
  let [part, spans]: [string[], number] = [[], 0];
  for (const document of documents) {
    if (part.length > 0 && spans + document.spans > readAtOnce) {
      yield part;
      [part, spans] = [[], 0];
    }
    part.push(document.id);
    spans += document.spans;
  }
  if (part.length > 0) yield part;
}

async function verify(from: ServerIndex, to: FileIndex, texts: ReadonlySet<string>): Promise<void> {
  const listed = await from.listDocuments();
  let same = texts.size > 0 || to.readInfo().documents === listed.length;
  for (const { id, textSha256 } of listed)
    same &&= texts.has(textSha256) || (await to.recordsOf(id)).join() === (await from.recordsOf(id)).join();
  if (!same)
    throw serverPartial(from.rows.name, 'it was changed while it was pulled, and another pull brings the rest');
}
