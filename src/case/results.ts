import path from 'node:path';
import * as l10n from '@vscode/l10n';
import { type KeptResult, readKeptResult, toRecord } from '../core/casework/keptRecords';
import * as staleness from '../core/casework/staleness';
import { findFileBehind } from '../core/collections';
import type { ModelFiles, Provenance } from '../core/domain';
import { IdiographError } from '../core/errors';
import { joinFacts } from '../core/text/document';
import { readVersion } from '../node/casework/indexOfCase';
import { ResultFolder } from '../node/casework/results';
import { hashFile } from '../node/casework/writeCase';
import { findFileNamed } from '../node/places';
import { computeSha256 } from '../node/sha256';
import { createResultKey, describeResult, type ResultFacts } from '../presentation/findings';
import { describeRefusedResult } from '../presentation/words/caveats';
import type { Answering, CaseAt, CaseNews, Choices } from './caseAt';
import { unlabelled } from './texts';

/** A document as results name it. */
export interface ResultOf {
  /** The path of its file; the address of a text that is no file. */
  readonly document: string;
  /** The files that it is made of, for the case to look up. One that is no file has its address. */
  readonly files: readonly string[];
}

/** A result with the id by which it is read again. */
export type Identified<Result = KeptResult> = Result & { readonly id: string };

/** A result as lists and marks show it. */
export interface ResultLine extends ResultOf, ResultFacts {
  readonly id: string;
  /** What it was made from that is another now. What an editor holds is not known here: the text is that of the file. */
  readonly changed: readonly staleness.BasisPart[];
}

type Line = Omit<ResultLine, 'changed'> & { readonly made: staleness.BasisKey };
type KeyParts = Pick<KeptResult, 'document' | 'target' | 'settings'>;

/** Results in memory at most: the latest. */
const mostInMemory = 200;

/** The results of one index: those of files lie beside it; those of other texts, and those that cannot be written, are in memory. */
export class Results {
  /** The lines of result files, each of which is read once until it is written again. */
  private readonly lines = new Map<string, { readonly version: string | undefined; readonly line: Line | undefined }>();
  /** Whether the file of a document has the text of a result, for one version of that file. */
  private readonly compared = new Map<string, { readonly version: string | undefined; readonly isSame: boolean }>();
  /** Results that are in memory alone, with the names that authors have. */
  private readonly inMemory = new Map<string, { readonly result: KeptResult; readonly line: Line }>();

  constructor(private readonly index: string) {}

  /** Keeps a result in the place of one of the same text, settings and index. Returns its id. */
  async *keep(at: CaseAt, result: KeptResult, files = [result.document] as readonly string[]): Answering<string> {
    const naming = await at.readNaming();
    const folder = new ResultFolder(this.index, naming);
    const written: string[] = [];
    if (path.isAbsolute(result.document))
      yield* at.tryWrite(l10n.t('The result is not kept'), () => {
        const named = { ...result, document: folder.toName(result.document) };
        written.push(folder.keep(createKey(named, result.evidence.index), toRecord(named)));
      });
    if (written[0] !== undefined) return written[0];
    const id = hashKey(createKey(result, result.evidence.index));
    const plain = naming?.unmask(result) ?? result;
    const line = toLine(id, { ...plain, files: this.inMemory.get(id)?.line.files ?? files });
    this.inMemory.delete(id);
    this.inMemory.set(id, { result: plain, line });
    for (const oldest of this.inMemory.keys()) if (this.inMemory.size > mostInMemory) this.inMemory.delete(oldest);
    return id;
  }

  /** The result of an id, by the names of a blind case. */
  async *read(at: CaseAt, id: string): Answering<Identified | undefined> {
    const naming = await at.readNaming();
    const { result } = this.inMemory.get(id) ?? {};
    if (result) return { ...(naming?.mask(result) ?? result), id };
    const folder = new ResultFolder(this.index, naming);
    const kept = readKeptResult(folder.read(id));
    yield* noticeRefused(folder);
    return kept && { ...kept, document: findFileNamed(folder.base, kept.document), id };
  }

  /** The result of exactly this text, settings and index. */
  async *find(at: CaseAt, result: KeyParts, index: string): Answering<Identified | undefined> {
    const held = yield* this.read(at, hashKey(createKey(result, index)));
    if (held || !path.isAbsolute(result.document)) return held;
    const folder = new ResultFolder(this.index);
    const key = createKey({ ...result, document: folder.toName(result.document) }, index);
    return yield* this.read(at, folder.toFileName(key));
  }

  /** All of them, the oldest first, by the names that authors have. */
  *list(): Generator<CaseNews, readonly Line[]> {
    const folder = new ResultFolder(this.index);
    const { names } = folder;
    const listed = new Set(names);
    for (const name of this.lines.keys()) if (!listed.has(name)) this.lines.delete(name);
    for (const name of names) {
      const version = readVersion(folder.toPath(name));
      if (this.lines.get(name)?.version === version) continue;
      const kept = readKeptResult(folder.read(name));
      const document = findFileNamed(folder.base, kept?.document ?? '');
      this.lines.set(name, { version, line: kept && toLine(name, { ...kept, document, files: [document] }) });
    }
    yield* noticeRefused(folder);
    const all = [...this.lines.values(), ...this.inMemory.values()].flatMap(({ line }) => line ?? []);
    return all.sort((a, b) => a.reviewedAt - b.reviewedAt);
  }

  /** Whether the file of a result holds the text that was reviewed; true for a text that is no file. */
  async *hasText(at: CaseAt, line: Line): Answering<boolean> {
    const { document, id, fileSha256 } = line;
    if (!path.isAbsolute(document)) return true;
    const version = readVersion(findFileBehind(document));
    const before = this.compared.get(id);
    if (before && before.version === version) return before.isSame;
    const isSame = (fileSha256 !== undefined && hashFile(document) === fileSha256) || (yield* readsAs(at, line));
    this.compared.set(id, { version, isSame });
    return isSame;
  }
}

function createKey({ document, ...about }: KeyParts, index: string): ReturnType<typeof createResultKey> {
  return createResultKey(document, about, index);
}

/** The id of a result in memory. */
function hashKey(key: ReturnType<typeof createResultKey>): string {
  return computeSha256(JSON.stringify(key));
}

function toLine(id: string, { document, files, ...kept }: KeptResult & ResultOf): Line {
  const made = { ...staleness.readSettings(kept.settings), index: kept.evidence.index };
  return { id, document, files, ...describeResult(kept, computeSha256), made };
}

function* noticeRefused({ refused }: ResultFolder): Generator<CaseNews, void> {
  for (const file of refused) yield { notice: describeRefusedResult(file) };
}

/** Whether the file is read as the text of a result, whatever its bytes are. */
async function* readsAs(at: CaseAt, { document, place, textSha256 }: Line): Answering<boolean> {
  try {
    const { text } = yield* at.ask('readDocument', document, true);
    const { start, end } = place ?? { start: 0, end: text.length };
    return computeSha256(text.slice(start, end)) === textSha256;
  } catch (error) {
    if (error instanceof IdiographError && error.code !== 'Cancelled') return false;
    throw error;
  }
}

/** What results are compared with: the user's choices, and the facts of documents that no case states. */
export interface Compared {
  readonly choices: Choices;
  readonly stated: ReadonlyMap<string, Provenance>;
}

/** The results that are kept beside the index and in memory, the oldest first, each with what of it is another now. */
export async function* results(at: CaseAt, { choices, stated }: Compared): Answering<readonly ResultLine[]> {
  const lines = yield* at.results.list();
  if (lines.length === 0) return [];
  const naming = await at.readNaming();
  const models = yield* at.ask('modelFiles');
  const index = yield* readContentHash(at);
  const found: ResultLine[] = [];
  for (const line of lines) {
    const { made, ...shown } = line;
    const now = { ...createBasis(at, line, { choices, models, stated }), index };
    const isSame = yield* at.results.hasText(at, line);
    const changed = [...(isSame ? [] : ['text' as const]), ...staleness.findChangedParts(made, now)];
    found.push({ ...(naming?.mask(shown) ?? shown), changed });
  }
  return found;
}

/** Empty where the index cannot be read, which is not the one of any result. */
async function* readContentHash(at: CaseAt): Answering<string> {
  try {
    return (yield* at.ask('indexInfo', at.index)).contentHash;
  } catch (error) {
    if (error instanceof IdiographError && error.code !== 'Cancelled') return '';
    throw error;
  }
}

/** What a review of a document would be made with now, beside its text and the index. */
function createBasis(
  at: CaseAt,
  { files }: ResultOf,
  { choices, models, stated }: Compared & { readonly models: ModelFiles },
): staleness.BasisKey {
  const { folder } = at;
  const options = at.createOptions(choices, files);
  const described = files.map((file) => folder?.describe(file));
  const facts = described.map((each, i) => (each?.stated ? each : (stated.get(files[i]!) ?? each ?? unlabelled)));
  const byHand = described.flatMap((each) => each?.ranges ?? []);
  return staleness.createSettingsKey({ ...joinFacts(facts), byHand }, options, models, computeSha256);
}

/** The result of an id. */
export function result(at: CaseAt, id: string): Answering<Identified | undefined> {
  return at.results.read(at, id);
}
