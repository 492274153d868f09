import { createHash } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { IdiographError } from '../../src/core/errors';
import type { EncodedSpan, ScoredSpan, StoreOptions } from '../../src/core/ports';
import { neverStops } from '../../src/core/basics/work';
import { encodeText } from '../../src/core/text/encodeText';
import { Database } from '../../src/node/sqlite/database/database';
import type { IndexOptions } from '../../src/node/sqlite/indexFile';
import type { FileIndex } from '../../src/node/sqlite/fileRows';
import { HashingEncoder } from '../fakes/hashingEncoder';
import { encodedSpan, encodedSpans, knownDocument } from '../fakes/knownSpans';
import { openIndex } from '../fakes/openIndex';

export const encoder = new HashingEncoder();
export const everything = { limit: 1000, scope: { role: 'known' }, scanned: Infinity } as const;

/** The documents of a sound index, two spans each. */
export const texts = ['One.', 'Two.', 'Three.'].map((text, i) => knownDocument(`author ${i}`, text.repeat(900)));

/** What a repair encodes with; the rows it gives are not those of `encodedSpans`. */
export const encode = (text: string): Promise<readonly EncodedSpan[]> =>
  encodeText(text, encoder, { n: encoder.patchTokens, stop: neverStops });

/** A profile that only the seed decides. */
function profileOf(seed: number): NonNullable<StoreOptions['made']> {
  const features = { ids: Uint32Array.of(3, 70_000 + seed), weights: Float32Array.of(0.5, 0.125) };
  return { profiler: 'a', profile: { mode: 'written', documentVector: Float32Array.of(0.5, -0.25), features } };
}

/** A folder for the files of one test, with the bytes of a sound index. */
export class FaultFolder {
  /** The file of the test that runs. */
  file = '';
  files = 0;

  private constructor(
    readonly folder: string,
    readonly sound: Buffer,
    /** What a search of the sound index finds. */
    readonly found: readonly ScoredSpan[],
  ) {}

  static async make(): Promise<FaultFolder> {
    const folder = await mkdtemp(path.join(tmpdir(), 'idiograph-faults-'));
    await chmod(folder, 0o755);
    const file = path.join(folder, 'sound.sqlite');
    const index = await openIndex(file, encoder, { create: true });
    for (const [i, document] of texts.entries())
      await index.add(document, encodedSpans(i, 2, 60), { made: profileOf(i) });
    const found = await index.shortlist(encodedSpan(1), everything, neverStops);
    await index.close();
    return new FaultFolder(folder, await readFile(file), found);
  }

  /** Another file for the next test. */
  next(): void {
    this.file = path.join(this.folder, `${this.files++}.sqlite`);
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true });
  }

  open(create = false): Promise<FileIndex> {
    return openIndex(this.file, encoder, { create });
  }

  /** Opens the file whatever its state. */
  openDamaged(): Promise<FileIndex> {
    return this.openFor('repair');
  }

  openFor(damaged: IndexOptions['damaged']): Promise<FileIndex> {
    return openIndex(this.file, encoder, { create: false, ...(damaged && { damaged }) });
  }

  /**
   * Opens the bytes as an index and uses the whole text: the code of a typed error, else the problems that its check finds,
   * else what a search finds.
   */
  outcome(bytes: Uint8Array): Promise<unknown> {
    return this.asked(bytes, async (index) => {
      const found = await index.shortlist(encodedSpan(1), everything, neverStops);
      await index.read(found.map(({ id }) => id));
      await index.listDocuments();
      const problems = await index.check({ stop: neverStops });
      return problems.length > 0 ? { problems } : found;
    });
  }

  /** Opens the bytes as an index and asks it all that a review asks: the code of a typed error, else the answers. */
  answers(bytes: Uint8Array): Promise<unknown> {
    return this.asked(bytes, async (index) => {
      const found = await index.shortlist(encodedSpan(1), everything, neverStops);
      const reranked = await index.rerank(encodedSpan(1), found, neverStops);
      const spans = await index.read(found.map(({ id }) => id));
      const documents = await index.listDocuments();
      const ids = documents.map(({ id }) => id);
      const texts = await Promise.all(ids.map((id) => index.readDocument(id)));
      const profiles = await index.readProfiles(ids, 'a');
      return { found, reranked, spans, documents, texts, profiles, hash: index.readInfo().contentHash };
    });
  }

  /** What lies in the folder of the file under its name: each file's bytes and when it was written. */
  async trace(): Promise<Readonly<Record<string, string>>> {
    const found: Record<string, string> = {};
    for (const name of await readdir(path.dirname(this.file))) {
      if (!name.startsWith(path.basename(this.file))) continue;
      const file = path.join(path.dirname(this.file), name);
      found[name] = `${createHash('sha256')
        .update(await readFile(file))
        .digest('hex')} ${(await stat(file)).mtimeMs}`;
    }
    return found;
  }

  /** Makes the file a copy of the sound index. */
  copy(): Promise<void> {
    return writeFile(this.file, this.sound);
  }

  /** Another program's statement on the file. */
  async change(sql: string): Promise<void> {
    const database = await Database.open(this.file, 'readWrite');
    await database.exec(sql);
    await database.close();
  }

  /** What the questions to the bytes as an index give: the code where that is a typed error. */
  private async asked(bytes: Uint8Array, ask: (index: FileIndex) => Promise<unknown>): Promise<unknown> {
    await writeFile(this.file, bytes);
    let index: FileIndex | undefined;
    try {
      index = await this.open();
      return await ask(index);
    } catch (error) {
      if (error instanceof IdiographError) return error.code;
      throw error;
    } finally {
      await index?.close();
      for (const suffix of ['-wal', '-shm', '-journal']) await rm(`${this.file}${suffix}`, { force: true });
    }
  }
}
