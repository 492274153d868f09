import { createHmac } from 'node:crypto';
import { type Steps, type StopSignal, mapSteps, throwIfStopped } from '../../core/basics/work';
import type { Evidence } from '../../core/domain/evidence';
import type { ServerAddress } from '../../core/domain/basis';
import { IdiographError, serverPartial } from '../../core/errors';
import type { IndexedDocument, ReferenceIndex, ReviewedIndex } from '../../core/ports';
import type { ReviewProgress } from '../../core/review/engine';
import type { Kernels } from '../../lateInteraction/scoring/kernels';
import type { EngineProgress, PullReport, PushChoices, PushReport } from '../../protocol/engine';
import type { FileIndex } from '../sqlite/fileRows';
import type { IndexEncoder } from '../sqlite/records/indexFacts';
import type { PackedDocument } from '../sqlite/records/packedDocument';
import { addressOf } from './address';
import { computeSize, createListedEntry } from './entries';
import { JoinedIndex } from './joinedIndex';
import { listRecords } from './serverCatalogue';
import { type SentDocument, type ServerIndex, type ServerOptions, openServer } from './serverRows';

/** What the adapter of a server needs. */
interface ServerDependencies {
  readonly encoder: () => Promise<IndexEncoder>;
  readonly profiler: () => Promise<{ readonly id: string }>;
  readonly kernels: Kernels;
  /** Called after a server was closed, so that nothing cached calls it any more. */
  readonly forgotten: () => void;
}

/** An index file and the server that is searched with it. */
interface AskedIndexes {
  readonly local: ReferenceIndex;
  readonly address: ServerAddress;
}

/**
 * The open indexes of an engine on servers. If one fails, the next question opens it again. `LocalEngine` loads this file when a server is
 * named, and nothing else imports it.
 */
export class OpenServers {
  private readonly byAddress = new Map<string, ServerIndex>();
  /** The problems of servers. */
  private readonly problems = new WeakSet<IdiographError>();

  constructor(private readonly deps: ServerDependencies) {}

  /**
   * A review of the file and the server together. If the server cannot be used, or fails during the review, only the file is reviewed, and
   * the result says so. Partial results of a server are never used.
   */
  review(
    local: ReferenceIndex,
    address: ServerAddress,
    review: (index: ReviewedIndex) => Steps<ReviewProgress, Evidence>,
    stop: StopSignal,
  ): Steps<ReviewProgress, Evidence> {
    // the evidence gets the facts about the server, and where each candidate's texts are
    const together = (joined: JoinedIndex): Steps<ReviewProgress, Evidence> =>
      changed(review(joined), (evidence) => {
        const candidates = evidence.candidates.map((candidate) => {
          const from = joined.findOrigin(candidate.author);
          return from ? { ...candidate, from } : candidate;
        });
        return { ...evidence, server: joined.searched, candidates };
      });
    const alone = ({ code, message }: IdiographError): Steps<ReviewProgress, Evidence> => {
      const { url } = address;
      const name = URL.canParse(url) ? new URL(url).host + new URL(url).pathname : url;
      return changed(review(local), (evidence) => ({ ...evidence, server: { name, problem: { code, message } } }));
    };
    return this.ask({ local, address, alone }, together, stop);
  }

  /** Asks the file and the server together. Throws the errors of the server, or asks `alone` instead. */
  async *ask<Progress, Answer>(
    { local, address, alone }: AskedIndexes & { readonly alone?: (error: IdiographError) => Steps<Progress, Answer> },
    question: (index: JoinedIndex) => Steps<Progress, Answer>,
    stop: StopSignal,
  ): Steps<Progress, Answer> {
    const { encoder, kernels, profiler, forgotten } = this.deps;
    const key = JSON.stringify(address);
    let joined: JoinedIndex | undefined;
    try {
      const server = this.byAddress.get(key) ?? (await openServer(address, await encoder(), { kernels, stop }));
      this.byAddress.set(key, server);
      server.rows.server.stop = stop;
      joined = new JoinedIndex(local, server, (await profiler()).id, this.problems);
      return yield* question(joined);
    } catch (error) {
      const isServers = error instanceof IdiographError && (!joined || this.problems.has(error));
      if (!isServers || error.code === 'Cancelled') throw error;
      await this.byAddress.get(key)?.close();
      this.byAddress.delete(key);
      forgotten();
      if (!alone) throw error;
      return yield* alone(error);
    }
  }

  /** Opens the index at an address, with the account from the environment. */
  async open(url: string, options: Omit<ServerOptions, 'kernels'> = {}): Promise<ServerIndex> {
    const { kernels } = this.deps;
    return openServer(addressOf(url), await this.deps.encoder(), { kernels, ...options });
  }

  /** Pushes an index to the one at an address, which is created unless this is a dry run. Throws Cancelled. */
  async *push(from: FileIndex, url: string, choices: PushChoices, stop: StopSignal): Steps<EngineProgress, PushReport> {
    const to = await this.open(url, { stop, ...(!choices.dryRun && { create: choices }) }).catch((error: unknown) => {
      if (choices.dryRun && error instanceof IdiographError && error.code === 'IndexEmpty') return undefined;
      throw error;
    });
    try {
      return yield* mapSteps(pushAll(from, to, choices, stop), (step) => ({ maintenance: 'pushing', ...step }));
    } finally {
      await to?.close();
    }
  }

  /** Pulls the index at an address into a file, which is opened after the server has answered. Throws Cancelled. */
  async *pull(url: string, openFile: () => Promise<FileIndex>, stop: StopSignal): Steps<EngineProgress, PullReport> {
    const from = await this.open(url, { stop });
    try {
      from.rows.server.stop = stop;
      return yield* mapSteps(pullAll(from, await openFile(), stop), (step) => ({ maintenance: 'pulling', ...step }));
    } finally {
      await from.close();
    }
  }

  async close(): Promise<void> {
    for (const server of this.byAddress.values()) await server.close();
  }
}

async function* changed(
  steps: Steps<ReviewProgress, Evidence>,
  change: (evidence: Evidence) => Evidence,
): Steps<ReviewProgress, Evidence> {
  return change(
    yield* mapSteps(steps, (step) => (step.evidence ? { ...step, evidence: change(step.evidence) } : step)),
  );
}

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
  const target = dryRun ? undefined : to;
  const count = { added: 0, present: 0, replaced: 0 };
  const sent: SentDocument[] = [];
  /** The documents to send with the next ones, and the bytes of these, and of all before them. */
  let [items, size, bytes]: [PackedDocument[], number, number] = [[], 0, 0];
  const flush = async (): Promise<void> => {
    bytes += size;
    size = 0;
    await target?.turn(() => target.rows.sendPacked(items, stop));
    items = [];
  };
  const documents = await from.listDocuments();
  for (const [done, { id }] of documents.entries()) {
    throwIfStopped(stop);
    yield { done, total: documents.length };
    const there = to ? await to.recordsOf(id) : [];
    for (const stored of await from.packed([id], stop)) {
      const document = selectChosen(stored, choices);
      const records = listRecords(createListedEntry(document, 0));
      sent.push({ id: document.facts.id, spans: document.spans.length, records });
      const isPresent = there.join() === records.join();
      count[isPresent ? 'present' : there.length === 0 ? 'added' : 'replaced'] += 1;
      if (isPresent) continue;
      size += computeSize(document);
      if (target) items.push(document);
      if (size >= heldBytes) await flush();
    }
  }
  await flush();
  await target?.turn(() => target.rows.verify(sent));
  yield { done: documents.length, total: documents.length };
  const info = to?.readInfo();
  const after = { documents: info?.documents ?? 0, ...(info && { contentHash: info.contentHash }) };
  return { ...count, removed: 0, bytes, problems: [], dryRun, ...after };
}

/** The parts of a document that are sent: title and file only if the user chose so, the author under a pseudonym, and the n-grams. */
function selectChosen({ facts, profile, ...rows }: PackedDocument, choices: PushChoices): PackedDocument {
  const { source, title, works, author, ...others } = facts;
  // A pseudonym is the same for one author and key on every machine. Without the key the author cannot be found by trying names.
  const chosen: IndexedDocument = {
    ...others,
    author:
      choices.pseudonymKey === undefined
        ? author
        : `Author ${createHmac('sha256', choices.pseudonymKey).update(author).digest('hex').slice(0, 16)}`,
    title: choices.titles ? title : `Document ${facts.id.slice(0, 12)}`,
    ...(choices.titles && source !== undefined && { source }),
    ...(choices.titles && works && { works }),
  };
  return { ...rows, facts: chosen, ...(choices.ngrams && profile && { profile }) };
}

/** At most this many spans of documents are read at once, unless one document has more. */
const readAtOnce = 16;

/**
 * Stores the documents that the server lists in a file, without texts. Documents that the file does not have, or has in another state, are
 * added. Those that the server no longer lists are removed, and those with texts in the file stay as they are. A run continues an
 * interrupted one. Throws Cancelled between two documents.
 * @throws Usage  if the file has documents that were not pulled from this server; ServerPartial  if the two differ in the end
 */
async function* pullAll(
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
  const parts: string[][] = [];
  let spans = Infinity;
  for (const document of missing) {
    spans += document.spans;
    if (spans > readAtOnce) parts.push([]);
    if (spans > readAtOnce) spans = document.spans;
    parts.at(-1)!.push(document.id);
  }
  for (const some of parts) {
    throwIfStopped(stop);
    for (const document of await from.packed(some, stop)) {
      yield { done: done++, total };
      throwIfStopped(stop);
      await to.addPacked(document, stop);
      bytes += computeSize(document);
    }
  }
  const listed = await from.listDocuments();
  let areSame = texts.size > 0 || to.readInfo().documents === listed.length;
  for (const { id, textSha256 } of listed)
    areSame &&= texts.has(textSha256) || (await to.recordsOf(id)).join() === (await from.recordsOf(id)).join();
  if (!areSame)
    throw serverPartial(from.rows.name, 'it was changed while it was pulled, and another pull brings the rest');
  yield { done: total, total };
  const { documents, contentHash } = to.readInfo();
  return { ...count, removed, bytes, problems: [], documents, contentHash };
}
