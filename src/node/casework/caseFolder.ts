import fs from 'node:fs';
import path from 'node:path';
import { caseFileSuffix, type CaseDocument } from '../../core/casework/caseFile';
import type { CaseWarning } from '../../core/casework/caseWarnings';
import type { CaseValidation } from '../../core/casework/lock';
import { openCase, type Case } from '../../core/casework/openCase';
import { linkedIndex, unreadableDocument } from '../../core/errors';
import type { DocumentLabels, FileToIndex } from '../../protocol/engine';
import { diskTree } from './diskTree';
import { lockHash, writeDocuments } from './writeCase';

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

  /** Whether its settings are locked; undefined without a case file: then this is no case, and findings are exploratory. */
  get validation(): CaseValidation {
    const { file, validation } = this.contents;
    if (file === undefined) return undefined;
    return validation ? { ...validation, found: lockHash(validation) } : 'none';
  }

  /** Whether a file lies in its folder. */
  holds(file: string): boolean {
    const away = path.relative(this.folder, path.resolve(file));
    return !away.startsWith('..') && !path.isAbsolute(away);
  }

  /** What the case says of a file: its case file first, its folder otherwise. */
  describe(file: string): CaseDocument | undefined {
    return this.contents.describe(this.pathOf(file));
  }

  /** Writes into the case file how documents of the case were produced, by their full paths. Throws UnwritableFile. */
  state(produced: ReadonlyMap<string, DocumentLabels>): void {
    const said = [...produced].flatMap(([file, labels]) => {
      const facts = this.describe(file);
      if (!facts) return [];
      const { role, author } = facts;
      return [[this.pathOf(file), { role, ...(author !== undefined && { author }), ...labels }] as const];
    });
    writeDocuments(this.file, new Map(said));
  }

  /** From the case folder, with forward slashes. */
  private pathOf(file: string): string {
    return path.relative(this.folder, path.resolve(file)).split(path.sep).join('/');
  }

  /** What is left out of the case or not read as it was meant. */
  warnings(): Promise<readonly CaseWarning[]> {
    return this.contents.warnings();
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
    if (fs.lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() === true) throw linkedIndex(place);
  return file;
}
