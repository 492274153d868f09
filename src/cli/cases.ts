import fs from 'node:fs';
import path from 'node:path';
import { caseFileSuffix, type CaseDocument } from '../core/casework/caseFile';
import type { CaseWarning } from '../core/casework/caseWarnings';
import { openCase, type Case } from '../core/casework/openCase';
import { linkedIndex, unreadableDocument } from '../core/errors';
import type { FileToIndex } from '../protocol/engine';
import { diskTree } from './diskTree';
import { packageFolder, textOption, type Parsed } from './options';

/** A case on the disk: what openCase says, by full paths. */
export class CaseFolder {
  private constructor(
    readonly folder: string,
    private readonly contents: Case,
    readonly warnings: readonly CaseWarning[],
  ) {}

  /** Opens a folder, with its case file if it has one, or the folder of a given case file. */
  static async open(place: string): Promise<CaseFolder> {
    const full = path.resolve(place);
    if (!fs.existsSync(full)) throw unreadableDocument(place, 'there is no such folder or case file');
    const isFile = !fs.statSync(full).isDirectory();
    const folder = isFile ? path.dirname(full) : full;
    const contents = await openCase(diskTree(folder), isFile ? path.basename(full) : undefined);
    return new CaseFolder(folder, contents, await contents.warnings());
  }

  /**
   * The index of this case, beside its documents.
   *
   * @throws IndexUnavailable  where a link in its place leads elsewhere
   */
  get index(): string {
    const folder = path.join(this.folder, '.idiograph');
    const file = path.join(folder, 'index.sqlite');
    for (const place of [folder, file])
      if (fs.lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() === true) throw linkedIndex(place);
    return file;
  }

  /** Its case file, or where one would be. */
  get file(): string {
    return path.join(this.folder, this.contents.file ?? `${path.basename(this.folder)}${caseFileSuffix}`);
  }

  /** What was written down of the index and the models that this case was examined with. */
  get pinned(): Case['pinned'] {
    return this.contents.pinned;
  }

  /** What the case says of a file: its case file first, its folder otherwise. */
  describe(file: string): CaseDocument | undefined {
    return this.contents.describe(path.relative(this.folder, path.resolve(file)).split(path.sep).join('/'));
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

/** The case of a command: the one named by --case, else the sample that comes with the package. */
export function caseOf(parsed: Parsed): Promise<CaseFolder> {
  return CaseFolder.open(textOption(parsed, 'case') ?? path.join(packageFolder, 'sample'));
}
