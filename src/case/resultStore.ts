import path from 'node:path';
import type { Naming } from '../core/casework/blind';
import { type Change, type KeptResult, readKeptResult, toRecord } from '../core/casework/keptRecords';
import { findFileBehind } from '../reading/text/collectedPaths';
import { readVersion } from '../node/casework/folderEntries';
import { ResultFolder } from '../node/casework/results';
import { hashFile } from '../node/casework/writeCase';
import { findFileNamed } from '../node/places';
import { computeSha256 } from '../node/sha256';
import { describeResult, formatPlace, type ResultFacts } from '../presentation/findings';
import type { Answering, CaseNews } from './answering';

export type Identified<Result = KeptResult> = Result & { readonly id: string };

/** A result as lists and marks show it. */
export interface ResultLine extends ResultFacts {
  readonly id: string;
  /** The path of its file, or the address of a text that is no file. */
  readonly document: string;
  /** What the result was made from and differs now. The text is that of the file, since the text in an editor is not known here. */
  readonly changed: readonly Change[];
}

export type StoredLine = Omit<ResultLine, 'changed'> & Pick<KeptResult, 'settings'> & { readonly index: string };
/** Reads the current names of a case, and writes into it. A failure to write is reported. */
interface NamedCase {
  readNaming(): Promise<Naming | undefined>;
  tryWrite(write: () => void): Answering<void>;
}

type KeyParts = Pick<KeptResult, 'document' | 'target' | 'settings'>;

/** At most this many results are kept in memory. The latest ones are kept. */
const mostInMemory = 200;

/**
 * The results of one index. Results of files are stored beside the index. Results of other texts, and those that cannot be written, are in
 * memory.
 */
export class Results {
  /** The lines of result files. Each file is read once, and again after it is written. */
  private readonly lines = new Map<
    string,
    { readonly version: string | undefined; readonly line: StoredLine | undefined }
  >();
  /** Whether the file of a document has the text of a result, for one version of that file. */
  private readonly compared = new Map<string, { readonly version: string | undefined; readonly isSame: boolean }>();
  /** Results that are only in memory, with the real names of authors. */
  private readonly inMemory = new Map<string, { readonly result: KeptResult; readonly line: StoredLine }>();

  constructor(private readonly index: string) {}

  /** Keeps a result and replaces one with the same text, settings and index. Returns its id. */
  async *keep(at: NamedCase, result: KeptResult): Answering<string> {
    const naming = await at.readNaming();
    const plain = naming?.unmask(result) ?? result;
    const folder = new ResultFolder(this.index);
    const written: string[] = [];
    if (path.isAbsolute(result.document))
      yield* at.tryWrite(() => {
        const document = folder.toName(result.document);
        const key = createKey({ ...result, document }, result.evidence.index);
        written.push(folder.keep(key, toRecord({ ...plain, document })));
      });
    if (written[0] !== undefined) return written[0];
    const id = hashKey(createKey(result, result.evidence.index));
    const line = toLine(id, plain);
    this.inMemory.delete(id);
    this.inMemory.set(id, { result: plain, line });
    for (const oldest of this.inMemory.keys()) if (this.inMemory.size > mostInMemory) this.inMemory.delete(oldest);
    return id;
  }

  async *read(at: Pick<NamedCase, 'readNaming'>, id: string): Answering<Identified | undefined> {
    const naming = await at.readNaming();
    const { result } = this.inMemory.get(id) ?? {};
    if (result) return { ...(naming?.mask(result) ?? result), id };
    const folder = new ResultFolder(this.index);
    const kept = readKeptResult(folder.read(id));
    yield* noticeRefused(folder);
    return kept && { ...(naming?.mask(kept) ?? kept), document: findFileNamed(folder.base, kept.document), id };
  }

  /** Moves results from beside the index at an earlier place. One that is already here is kept. */
  async *moveFrom(at: NamedCase, index: string): Answering<void> {
    const folder = new ResultFolder(index);
    for (const name of folder.names.toReversed()) {
      const kept = readKeptResult(folder.read(name));
      if (kept) yield* this.keep(at, { ...kept, document: findFileNamed(folder.base, kept.document) });
    }
    folder.remove();
  }

  /** The result of exactly this text, settings and index. */
  async *find(at: Pick<NamedCase, 'readNaming'>, result: KeyParts, index: string): Answering<Identified | undefined> {
    const existing = yield* this.read(at, hashKey(createKey(result, index)));
    if (existing || !path.isAbsolute(result.document)) return existing;
    const folder = new ResultFolder(this.index);
    const key = createKey({ ...result, document: folder.toName(result.document) }, index);
    return yield* this.read(at, folder.toFileName(key));
  }

  /** All results, the oldest first, with the real names of authors. */
  *list(): Generator<CaseNews, readonly StoredLine[]> {
    const folder = new ResultFolder(this.index);
    const { names } = folder;
    const listed = new Set(names);
    for (const name of this.lines.keys()) if (!listed.has(name)) this.lines.delete(name);
    for (const name of names) {
      const version = readVersion(folder.toPath(name));
      if (this.lines.get(name)?.version === version) continue;
      const kept = readKeptResult(folder.read(name));
      const document = findFileNamed(folder.base, kept?.document ?? '');
      this.lines.set(name, { version, line: kept && toLine(name, { ...kept, document }) });
    }
    yield* noticeRefused(folder);
    const all = [...this.lines.values(), ...this.inMemory.values()].flatMap(({ line }) => line ?? []);
    return all.sort((a, b) => a.reviewedAt - b.reviewedAt);
  }

  /**
   * Whether the file of a result has the text that was reviewed; true for a text that is no file.
   *
   * @param readsAs  whether the file is read as that text, for a file with other bytes
   */
  async *hasText(line: StoredLine, readsAs: (line: StoredLine) => Answering<boolean>): Answering<boolean> {
    const { document, id, fileSha256 } = line;
    if (!path.isAbsolute(document)) return true;
    const version = readVersion(findFileBehind(document));
    const before = this.compared.get(id);
    if (before && before.version === version) return before.isSame;
    const isSame = (fileSha256 !== undefined && hashFile(document) === fileSha256) || (yield* readsAs(line));
    this.compared.set(id, { version, isSame });
    return isSame;
  }
}

/** The key under which a kept result is found. */
function createKey({ document, target, settings }: KeyParts, index: string) {
  return { place: formatPlace(document, target), text: target.text, settings, index };
}

function hashKey(key: ReturnType<typeof createKey>): string {
  return computeSha256(JSON.stringify(key));
}

function toLine(id: string, { document, ...kept }: KeptResult): StoredLine {
  const { settings, evidence } = kept;
  return { id, document, ...describeResult(kept, computeSha256), settings, index: evidence.index };
}

function* noticeRefused({ refused }: ResultFolder): Generator<CaseNews, void> {
  for (const file of refused) yield { notice: { code: 'refusedResult', values: { file } } };
}
