import path from 'node:path';
import { normaliseAuthor } from '../../core/casework/caseWarnings';
import { type UnreadFile, toUnreadFile } from '../../core/casework/openCase';
import { IdiographError } from '../../core/errors';
import { findFileBehind } from '../../reading/text/collectedPaths';
import { checkDocument, readSource } from '../../core/text/readText';
import type { EngineService, FileToIndex } from '../../protocol/engine';
import { nameFrom, readStat } from '../places';
import { computeSha256 } from '../sha256';
import type { CaseFolder } from './caseFolder';
import { CaseLog } from './caseLog';
import { readVersion } from './folderEntries';

/** At most this many files are read to learn why they are in no index. Each takes some milliseconds. */
const mostLooked = 200;

/** What is known of a file until it changes: why it cannot be read, or the hash of its text. */
type Looked = { readonly version: string | undefined } & (
  | { readonly problem: IdiographError }
  | { readonly textSha256: string }
);

/**
 * Finds the files of cases that take no part: those that are passed over, and known ones that are not in the index. Each of these is read
 * once, until it changes, to learn why.
 */
export class UnreadFiles {
  private readonly looked = new Map<string, Looked>();

  /** @param engine  returns authors and documents with their real names */
  constructor(private readonly engine: Pick<EngineService, 'listDocuments' | 'readDocument'>) {}

  /** Lists the unread files of a case and its index. Until there is an index, no file counts as missing from it. */
  async find(opened: CaseFolder, index: string): Promise<readonly UnreadFile[]> {
    const unread: UnreadFile[] = [...opened.passedOver];
    if (!readStat(index)) return unread;
    const documents = await this.engine.listDocuments(index);
    const there = new Set(documents.map(({ source = '' }) => source.normalize('NFC')));
    const missing = opened.filesToIndex.filter((file) => !there.has(nameFrom(path.dirname(index), file.path)));
    for (const [i, file] of missing.entries()) {
      const about = { file: opened.toName(file.path), role: file.role, author: file.author };
      const looked = i < mostLooked ? await this.look(file) : undefined;
      const hash = looked && 'textSha256' in looked ? looked.textSha256 : undefined;
      const author = normaliseAuthor(file.author);
      const same = documents.find((each) => each.textSha256 === hash && each.author === author);
      if (looked && 'problem' in looked) unread.push(toUnreadFile(looked.problem, about));
      else if (same) unread.push({ ...about, code: 'copy', values: { other: same.title } });
      else unread.push({ ...about, code: 'notIndexed', values: {} });
    }
    return unread;
  }

  private async look(file: FileToIndex): Promise<Looked> {
    const version = readVersion(findFileBehind(file.path));
    const before = this.looked.get(file.path);
    if (before && before.version === version) return before;
    const result = { version, ...(await this.read(file)) };
    this.looked.set(file.path, result);
    return result;
  }

  /** Reads a file. If too little of its text is its author's, it is refused as the index would refuse it. */
  private async read({ path: file, byHand }: FileToIndex) {
    try {
      const { text } = await this.engine.readDocument(file);
      checkDocument(text, path.basename(file), readSource({ text, byHand }).exclusions);
      return { textSha256: computeSha256(text) };
    } catch (problem) {
      if (!(problem instanceof IdiographError) || problem.code === 'Cancelled') throw problem;
      return { problem };
    }
  }
}

/** Logs which files of a case were not read: each once, until the reason changes. Throws UnwritableFile. */
export function noteUnread(opened: CaseFolder, unread: readonly UnreadFile[]): void {
  const noted = new Map<string, string>();
  for (const { event } of CaseLog.openOfCase(opened.folder).read().entries)
    if (event.kind === 'unread') noted.set(event.file, event.code);
  const other = unread.filter(({ file, code }) => code !== 'notIndexed' && noted.get(file) !== code);
  const events = other.map(({ file, author, code }) => ({
    ...{ kind: 'unread' as const, file, code },
    ...(author !== undefined && { author }),
  }));
  if (events.length > 0) opened.log().append(...events);
}
