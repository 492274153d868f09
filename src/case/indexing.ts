import { listHandRanges } from '../core/text/handRanges';
import fs from 'node:fs';
import path from 'node:path';
import { type CaseWarning, warnOfAlikeAuthors, warnOfFilesLeftOut } from '../core/casework/caseWarnings';
import { groupFilesByAuthor, selectFiles, type KnownOfSenders } from '../core/casework/foundFiles';
import { replaceCollection, parseCollectedPlace } from '../reading/text/collectedPaths';
import type { Provenance, Role } from '../core/domain/evidence';
import { linkedFile, missingFile, usage } from '../core/errors';
import type { IndexRepair } from '../core/ports';
import { formatOf } from '../reading/text/readableFormats';
import { throwIfStopped } from '../core/basics/work';
import { listCollected, listEntriesBelow } from '../node/casework/folderEntries';
import { isCollected } from '../reading/readFile';
import { findFileNamed, nameFrom, readStat } from '../node/places';
import { explainAbsence } from '../node/systemError';
import type { FileToIndex, IndexReport, PullReport, PushChoices, PushReport } from '../protocol/engine';
import type { Answering, CaseAt } from './caseAt';
import { listWorks } from '../core/copies/copies';
import { addLabels, type Labels } from './texts';

/** The answer of work on an index, with its file or the address of its server. */
type OfIndex<Answer> = Answer & { readonly index: string };

export async function* checkIndex(
  at: CaseAt,
): Answering<OfIndex<{ readonly problems: readonly string[]; readonly documents: number | undefined }>> {
  const { fileOrServer: index } = at;
  return { index, ...(yield* at.ask('checkIndex', index)) };
}

export async function* repairIndex(at: CaseAt): Answering<OfIndex<IndexRepair>> {
  const { fileOrServer: index } = at;
  return { index, ...(yield* at.ask('repairIndex', index)) };
}

export async function* removeDocuments(at: CaseAt, ids: readonly string[]): Answering<OfIndex<IndexReport>> {
  const { fileOrServer: index } = at;
  const report = yield* at.ask('removeDocuments', index, ids);
  yield* at.noteIndexed(report);
  return { index, ...report };
}

/** Sends an index to a server without its texts. */
export function pushIndex(at: CaseAt, url: string, choices: PushChoices): Answering<PushReport> {
  return at.ask('pushIndex', at.index, url, choices);
}

/** Updates an index file to what a server has, without texts. */
export async function* pullIndex(at: CaseAt, url: string): Answering<OfIndex<PullReport>> {
  const { index } = at;
  const report = yield* at.ask('pullIndex', index, url);
  yield* at.noteIndexed(report);
  return { index, ...report };
}

export interface AddedPaths {
  readonly paths: readonly string[];
  readonly author: string | undefined;
  /** The name of each file's folder is its author. */
  readonly authorsFromFolders: boolean;
  readonly role: Role;
  readonly labels: Labels;
}

/** Texts with their authors, and what was passed over in the same places. */
export interface FoundTexts {
  readonly files: readonly Omit<FileToIndex, keyof Provenance>[];
  readonly warnings: readonly CaseWarning[];
}

/** The author of texts in a collection, and the role of all texts in a folder that the case file does not name. */
interface GivenOwner {
  readonly author?: string | undefined;
  readonly role?: Role | undefined;
}

/**
 * Finds the texts at some places. In a folder of authors' folders, each text has the author, role, ranges and work of the case file if that
 * names it; a folder `known` or `population` may lie in between. In a mailbox, chat or table of messages, each text has its author. Another
 * file counts only if author and role are given.
 */
export async function* findTexts(
  at: CaseAt,
  { places, author, role }: GivenOwner & { readonly places: readonly string[] },
): Answering<FoundTexts> {
  yield* [];
  const files: FoundTexts['files'][number][] = [];
  const warnings: CaseWarning[] = [];
  for (const place of places) {
    const title = path.basename(place);
    const walked = await walk(place, (_, isFolder) => (isFolder ? undefined : { author, below: 'questioned' }));
    if (!walked) {
      if (author === undefined || role === undefined) continue;
      const named = at.folder?.describe(place);
      files.push({ path: place, author, role, byHand: listHandRanges(named), works: listWorks(named) });
      continue;
    }
    const { isFolder, root, chosen } = walked;
    const found = warnOfFilesLeftOut(chosen);
    if (!isFolder) {
      for (const each of chosen.files) {
        const by = author ?? parseCollectedPlace(each)!.author;
        files.push({ path: path.join(root, each), author: by, role: role ?? 'known' });
      }
      warnings.push(...found);
      continue;
    }
    const readable = chosen.files.filter((each) => formatOf(each));
    for (const each of groupFilesByAuthor(readable, title)) {
      // the facts of a file are those of the case file if it names the file
      const file = { ...each, role: role ?? each.role, path: findFileNamed(place, each.path) };
      const named = at.folder?.describe(file.path);
      const isNamed = named && named.role !== 'questioned';
      files.push(
        isNamed
          ? {
              ...file,
              author: named.author ?? file.author,
              role: named.role,
              byHand: listHandRanges(named),
              works: listWorks(named),
            }
          : file,
      );
    }
    warnings.push(...found.map((warning) => placeWarning(warning, (file) => `${title}/${file}`)));
  }
  return { files, warnings };
}

/** The files below a folder, or the texts of a collection, by their names from `root`. Undefined for another file. */
async function walk(place: string, know: (root: string, isFolder: boolean) => KnownOfSenders | undefined) {
  const isFolder = readStat(place)?.isDirectory() === true;
  const root = isFolder ? place : path.dirname(place);
  const entries = isFolder ? await listEntriesBelow(place) : listCollected(place, path.basename(place));
  if (!isFolder && entries.length === 0) return undefined;
  return { isFolder, root, chosen: selectFiles(entries, know(root, isFolder)) };
}

function placeWarning({ code, values }: CaseWarning, place: (file: string) => string): CaseWarning {
  return { code, values: { ...values, file: place(String(values['file'])) } };
}

export async function* addPaths(at: CaseAt, request: AddedPaths): Answering<OfIndex<IndexReport>> {
  const { index } = at;
  const files: FileToIndex[] = [];
  for (const given of request.paths)
    for (const file of yield* listFiles(at, given, request.author)) {
      throwIfStopped(at.stop);
      const { folder } = at;
      if (folder?.isLinked(file)) throw linkedFile(file);
      const facts = folder?.describe(file);
      // from folders, it is the first one below the given one, or the folder of a single file
      const [first = '', ...rest] = replaceCollection(nameFrom(given, file)).split('/');
      const ofFolder = first !== '' && rest.length > 0 ? first : path.basename(path.dirname(path.resolve(file)));
      const ofText = facts?.author ?? parseCollectedPlace(file)?.author;
      const author = request.author ?? (request.authorsFromFolders ? ofFolder : ofText);
      if (author === undefined)
        throw usage(`The author of ${file} is not known. Give --author or --authors-from-folders.`);
      files.push({
        path: path.resolve(file),
        author,
        role: request.role,
        ...addLabels(request.labels, facts),
        byHand: listHandRanges({ ...facts, ...(request.labels.speakers && { speakers: request.labels.speakers }) }),
        works: listWorks(facts),
      });
    }
  const report = yield* at.addToIndex(files);
  const authors = (yield* at.ask('listDocuments', index)).map(({ author }) => author);
  for (const warning of warnOfAlikeAuthors(authors)) yield { notice: warning };
  return { index, ...report };
}

/** The files below a folder, or the texts of a collection. In an author's folder a collection gives only that author's texts. */
async function* listFiles(at: CaseAt, given: string, author: string | undefined): Answering<readonly string[]> {
  if (isCollected(given)) return [given];
  if (!fs.existsSync(given)) throw missingFile(given, explainAbsence(given));
  const walked = await walk(given, (root) => ({ ...at.folder?.findPlace(root), author }));
  if (!walked) return [given];
  const { root, chosen } = walked;
  for (const warning of warnOfFilesLeftOut(chosen))
    if (warning.code !== 'otherFormat') yield { notice: placeWarning(warning, (file) => path.join(root, file)) };
  return chosen.files.map((name) => findFileNamed(root, name));
}
