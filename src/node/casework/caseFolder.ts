import fs from 'node:fs';
import path from 'node:path';
import { caseFileSuffix, type CaseDocument, type PinnedParts } from '../../core/casework/caseFile';
import type { CaseWarning } from '../../core/casework/caseWarnings';
import type { CaseLock, CaseValidation } from '../../core/casework/lock';
import { type SaidOfDocument, withDocuments, withLock, withPin } from '../../core/casework/memberText';
import { openCase, type Case } from '../../core/casework/openCase';
import { indexUnavailable, unreadableDocument } from '../../core/errors';
import type { DocumentLabels, FileToIndex } from '../../protocol/engine';
import { diskTree } from './diskTree';
import { fileHash, lockHash, writeCaseFile } from './writeCase';

/** SHA-256 of a file's bytes, in hex: what its case file recorded, and what it is now. */
export interface ChangedFile {
  readonly recorded: string;
  readonly found: string;
}

/** A case on the disk: what openCase says, by full paths. */
export class CaseFolder {
  private constructor(
    readonly folder: string,
    private readonly contents: Case,
  ) {}

  /** Opens a folder, with its case file if it has one, or the folder of a given case file. */
  static async open(place: string): Promise<CaseFolder> {
    const full = path.resolve(place);
    if (!fs.existsSync(full)) throw unreadableDocument(place, 'there is no such folder or case file');
    const isFile = !fs.statSync(full).isDirectory();
    if (isFile && fs.lstatSync(full).isSymbolicLink())
      throw unreadableDocument(place, 'it is a link, and a case file is never read by a link');
    const folder = isFile ? path.dirname(full) : full;
    return new CaseFolder(folder, await openCase(diskTree(folder), isFile ? path.basename(full) : undefined));
  }

  /** Its case file, or where one would be. */
  get file(): string {
    return path.join(this.folder, this.contents.file ?? `${path.basename(this.folder)}${caseFileSuffix}`);
  }

  /** What was written down of the index and the models that this case was examined with. */
  get pinned(): Case['pinned'] {
    return this.contents.pinned;
  }

  /** Whether a case file was read. */
  get hasFile(): boolean {
    return this.contents.file !== undefined;
  }

  /** Whether its settings are locked; undefined where this is no case: then findings are exploratory. */
  get validation(): CaseValidation {
    const { validation } = this.contents;
    return typeof validation === 'object' ? { ...validation, found: lockHash(validation) } : validation;
  }

  /** Whether a file of the case is reached through a link in it: nothing of a case is read so. */
  isLinked(file: string): boolean {
    const away = path.relative(this.folder, path.resolve(file));
    if (away.startsWith('..') || !fs.existsSync(file)) return false;
    return fs.realpathSync(file) !== path.join(fs.realpathSync(this.folder), away);
  }

  /** What the case says of a file: its case file first, its folder otherwise. */
  describe(file: string): CaseDocument | undefined {
    return this.contents.describe(this.pathOf(file));
  }

  /** Writes into the case file how documents of the case were produced, by their full paths. Throws UnwritableFile. */
  async state(produced: ReadonlyMap<string, DocumentLabels>): Promise<void> {
    const said = [...produced].flatMap(([file, labels]) => {
      const facts = this.describe(file);
      if (!facts) return [];
      const { role, author } = facts;
      return [[this.pathOf(file), { role, ...(author !== undefined && { author }), ...labels }] as const];
    });
    await this.write((text) => withDocuments(text, new Map(said)));
  }

  /** Writes down which index and which model files the case is examined with. Throws UnwritableFile. */
  async pin(pinned: PinnedParts): Promise<void> {
    await this.write((text) => withPin(text, pinned));
  }

  /** Locks the settings of the case, in the place of an earlier lock. Returns the lock's hash. Throws UnwritableFile. */
  async lock(lock: CaseLock): Promise<string> {
    const hash = lockHash(lock);
    await this.write((text) => withLock(text, { hash, ...lock }));
    return hash;
  }

  /** Records the SHA-256 of each questioned file that the case file has none of. Returns of how many. Throws UnwritableFile. */
  async recordIntake(): Promise<number> {
    const { size } = await this.notRecorded();
    if (size > 0) await this.write((text) => text);
    return size;
  }

  /**
   * How a file's bytes differ from those that the case recorded when it first saw them; undefined where they are the same, where
   * none are recorded, and where they cannot be read.
   */
  changedSinceIntake(file: string): ChangedFile | undefined {
    const recorded = this.describe(file)?.sha256;
    const found = recorded === undefined ? undefined : fileHash(file);
    return recorded === undefined || found === undefined || found === recorded ? undefined : { recorded, found };
  }

  /** Whatever is written, the bytes of questioned files are recorded with it where they are not yet. */
  private async write(change: (text: string) => string): Promise<void> {
    const intake = await this.notRecorded();
    writeCaseFile(this.file, (text) => change(withDocuments(text, intake)));
  }

  /** The questioned files without a recorded SHA-256, with the one that they have. */
  private async notRecorded(): Promise<ReadonlyMap<string, SaidOfDocument>> {
    const documents = await this.contents.documents();
    const lacking = documents.filter(([, { role, sha256 }]) => role === 'questioned' && sha256 === undefined);
    return new Map(
      lacking.flatMap(([name, { role }]) => {
        const sha256 = fileHash(path.join(this.folder, name));
        return sha256 === undefined ? [] : [[name, { role, sha256 }] as const];
      }),
    );
  }

  /** From the case folder, with forward slashes. */
  private pathOf(file: string): string {
    return path.relative(this.folder, path.resolve(file)).split(path.sep).join('/');
  }

  /** What is left out of the case or not read as it was meant, and which questioned files have changed since intake. */
  async warnings(): Promise<readonly CaseWarning[]> {
    const names = (await this.contents.documents()).map(([name]) => name);
    const changed = names.flatMap((file) => {
      const hashes = this.changedSinceIntake(path.join(this.folder, file));
      return hashes ? [{ kind: 'changedExhibit', file, recorded: hashes.recorded, now: hashes.found } as const] : [];
    });
    return [...(await this.contents.warnings()), ...changed];
  }

  /** Every document of the case that can be read, with what is said of it, by path. */
  async documents(): Promise<readonly { readonly path: string; readonly facts: CaseDocument }[]> {
    const found = await this.contents.documents();
    return found.map(([name, facts]) => ({ path: path.join(this.folder, name), facts }));
  }

  /** Its known and population documents, as they are added to an index. */
  async filesToIndex(): Promise<readonly FileToIndex[]> {
    return (await this.documents()).flatMap(({ path: file, facts }) => {
      if (facts.role === 'questioned' || facts.author === undefined) return [];
      const { mode, genre, language } = facts;
      return [{ path: file, author: facts.author, role: facts.role, mode, genre, language }];
    });
  }
}

/**
 * The index of a case, beside its documents.
 *
 * @throws IndexUnavailable  where a link in its place leads elsewhere
 */
export function indexOfCase(caseFolder: string): string {
  const folder = path.join(caseFolder, '.idiograph');
  const file = path.join(folder, 'index.sqlite');
  for (const place of [folder, file])
    if (fs.lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() === true)
      throw indexUnavailable(place, 'it is a link, and the index of a case is kept inside the case folder');
  return file;
}
