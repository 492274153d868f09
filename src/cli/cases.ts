import fs from 'node:fs';
import path from 'node:path';
import {
  caseFileSuffix,
  documentByFolder,
  parseCaseFile,
  type CaseDocument,
  type CaseFile,
} from '../core/casework/caseFile';
import { unreadableDocument, unreadableFolder } from '../core/errors';
import { packageFolder, textOption, type Parsed } from './options';

/** A folder of questioned and known documents, with what its case file says of them. */
export class CaseFolder {
  private constructor(
    readonly folder: string,
    private readonly file: CaseFile | undefined,
  ) {}

  /** Opens a folder, with its case file if it has one, or the folder of a given case file. */
  static open(place: string): CaseFolder {
    const full = path.resolve(place);
    if (!fs.existsSync(full)) throw unreadableDocument(place, 'there is no such folder or case file');
    if (!fs.statSync(full).isDirectory()) return new CaseFolder(path.dirname(full), readCaseFile(full));
    const file = entriesOf(full).find(({ name }) => name.endsWith(caseFileSuffix));
    return new CaseFolder(full, file && readCaseFile(path.join(full, file.name)));
  }

  /** The index of this case, beside its documents. */
  get index(): string {
    return path.join(this.folder, '.idiograph', 'index.sqlite');
  }

  /** What the case says of a file: its case file first, its folder otherwise. */
  describe(file: string): CaseDocument | undefined {
    const relative = path.relative(this.folder, path.resolve(file)).split(path.sep).join('/');
    return this.file?.documents.get(relative) ?? documentByFolder(relative);
  }

  /** Every document of the case with what is said of it, by path. */
  documents(): readonly { readonly path: string; readonly facts: CaseDocument }[] {
    return ['known', 'population', 'questioned'].flatMap((folder) =>
      filesBelow(path.join(this.folder, folder)).flatMap((file) => {
        const facts = this.describe(file);
        return facts ? [{ path: file, facts }] : [];
      }),
    );
  }
}

/** The case of a command: the one named by --case, else the sample that comes with the package. */
export function caseOf(parsed: Parsed): CaseFolder {
  return CaseFolder.open(textOption(parsed, 'case') ?? path.join(packageFolder, 'sample'));
}

/**
 * Every file below a folder in a fixed order, without hidden ones; none where there is no such folder.
 *
 * @throws UnreadableDocument  naming the folder that cannot be listed
 */
export function filesBelow(folder: string): readonly string[] {
  if (!fs.existsSync(folder)) return [];
  return entriesOf(folder)
    .filter((entry) => !entry.name.startsWith('.'))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const full = path.join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(full) : [full];
    });
}

function entriesOf(folder: string): fs.Dirent[] {
  try {
    return fs.readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    throw unreadableFolder(folder, `it cannot be listed (${codeOf(error)})`);
  }
}

function readCaseFile(file: string): CaseFile {
  return parseCaseFile(caseText(file), path.basename(file));
}

function caseText(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    throw unreadableDocument(file, `the system reports ${codeOf(error)}`);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
