import { createHmac } from 'node:crypto';
import type { IndexedDocument, ReferenceIndex, StopSignal } from '../../core/ports';
import type { Steps } from '../../core/steps';
import { throwIfStopped } from '../../core/stop';
import type { PushChoices, PushReport } from '../../protocol/engine';
import type { PackedDocument } from '../sqlite/records/packedDocument';
import { listedEntryOf, sizeOf } from './entries';
import type { OpenSearchIndex, SentDocument } from './openSearchIndex';
import { recordsOf } from './serverCatalogue';

/** The index that is sent. */
export interface PushedIndex extends Pick<ReferenceIndex, 'documents'> {
  packed(id: string): Promise<PackedDocument | undefined>;
}

/** Bytes of rows that are held before they are sent. */
const heldBytes = 4_000_000;

/**
 * Sends the documents of an index that the server lacks or lists otherwise, some megabytes at a time, and compares in the end what it holds with
 * what was sent. A run that was ended goes on where it was. Throws Cancelled between two documents.
 *
 * @param to  undefined: there is no index on the server yet, and all would be sent; of a dry run only
 */
export async function* pushAll(
  from: PushedIndex,
  to: OpenSearchIndex | undefined,
  choices: PushChoices,
  stop: StopSignal,
): Steps<{ readonly done: number; readonly total: number }, PushReport> {
  const { dryRun } = choices;
  const sending = new Sending(dryRun ? undefined : to, stop);
  const count = { added: 0, present: 0, replaced: 0 };
  const documents = await from.documents();
  for (const [done, { id }] of documents.entries()) {
    throwIfStopped(stop);
    yield { done, total: documents.length };
    const stored = await from.packed(id);
    if (stored) count[await sending.send(chosenOf(stored, choices), to?.recordsOf(id) ?? [])] += 1;
  }
  await sending.finish();
  yield { done: documents.length, total: documents.length };
  const info = to?.info();
  const after = { documents: info?.documents ?? 0, ...(info && { contentHash: info.contentHash }) };
  return { ...count, removed: 0, bytes: sending.bytes, problems: [], dryRun, ...after };
}

/** Documents on their way to a server, or to nowhere. */
class Sending {
  /** Of all documents that were sent, or would have been. */
  bytes = 0;
  private held: PackedDocument[] = [];
  private size = 0;
  private readonly sent: SentDocument[] = [];

  constructor(
    private readonly to: OpenSearchIndex | undefined,
    private readonly stop: StopSignal,
  ) {}

  /** @param there  what the server lists of the document */
  async send(document: PackedDocument, there: readonly string[]): Promise<'added' | 'present' | 'replaced'> {
    const { facts, spans } = document;
    const records = recordsOf(listedEntryOf(document, 0));
    this.sent.push({ id: facts.id, spans: spans.length, records });
    if (there.join() === records.join()) return 'present';
    this.size += sizeOf(document);
    if (this.to) this.held.push(document);
    if (this.size >= heldBytes) await this.flush();
    return there.length === 0 ? 'added' : 'replaced';
  }

  /** Sends the rest, and compares. */
  async finish(): Promise<void> {
    await this.flush();
    await this.to?.verify(this.sent);
  }

  private async flush(): Promise<void> {
    this.bytes += this.size;
    this.size = 0;
    await this.to?.addPacked(this.held, this.stop);
    this.held = [];
  }
}

/** What of a document goes to the server: its title and its file only where that was chosen, its author under a pseudonym, its n-grams. */
function chosenOf({ facts, profile, ...rows }: PackedDocument, choices: PushChoices): PackedDocument {
  const { source, title, author, ...others } = facts;
  const chosen: IndexedDocument = {
    ...others,
    author: choices.pseudonymKey === undefined ? author : pseudonym(author, choices.pseudonymKey),
    title: choices.titles ? title : `Document ${facts.id.slice(0, 12)}`,
    ...(choices.titles && source !== undefined && { source }),
  };
  return { ...rows, facts: chosen, ...(choices.ngrams && profile && { profile }) };
}

/** The same for one author and key, whoever makes it; without the key it cannot be found by trying names. */
function pseudonym(author: string, key: string): string {
  return `Author ${createHmac('sha256', key).update(author).digest('hex').slice(0, 16)}`;
}
