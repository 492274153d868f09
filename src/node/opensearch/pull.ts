import { serverPartial } from '../../core/errors';
import type { IndexedDocument, StopSignal } from '../../core/ports';
import type { Steps } from '../../core/steps';
import { throwIfStopped } from '../../core/stop';
import type { PullReport } from '../../protocol/engine';
import type { SqliteIndex } from '../sqlite/sqliteIndex';
import { sizeOf } from './entries';
import type { OpenSearchIndex } from './openSearchIndex';

/** Spans of documents that are read at once, but for a document of more. */
const readAtOnce = 16;

/**
 * Stores what the server lists of documents in a file, without texts: what the file lacks or holds otherwise comes, what the server no longer
 * lists goes, and documents whose texts the file holds stay as they are. A run that was ended goes on where it was. Throws Cancelled
 * between two documents.
 *
 * @throws Usage  where the file holds what was not pulled from this server; ServerPartial  where the two differ in the end
 */
export async function* pullAll(
  from: OpenSearchIndex,
  to: SqliteIndex,
  stop: StopSignal,
): Steps<{ readonly done: number; readonly total: number }, PullReport> {
  await to.pullFrom(from.name);
  const [there, here] = [await from.documents(), await to.documents()];
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
    const isSame = records === from.recordsOf(document.id).join();
    count[isSame ? 'present' : records === '' ? 'added' : 'replaced'] += 1;
    if (!isSame) missing.push(document);
  }
  let [bytes, done] = [0, total - missing.length];
  for (const some of inParts(missing)) {
    throwIfStopped(stop);
    for (const document of await from.packed(some, stop)) {
      yield { done: done++, total };
      throwIfStopped(stop);
      await to.addPacked(document, stop);
      bytes += sizeOf(document);
    }
  }
  await verify(from, to, texts);
  yield { done: total, total };
  const { documents, contentHash } = to.info();
  return { ...count, removed, bytes, problems: [], documents, contentHash };
}

/** Ids of the documents, some at a time. */
function* inParts(documents: readonly IndexedDocument[]): Generator<readonly string[]> {
  let [part, spans]: [string[], number] = [[], 0];
  for (const document of documents) {
    if (part.length > 0 && spans + document.spans > readAtOnce) {
      yield part;
      [part, spans] = [[], 0];
    }
    part.push(document.id);
    spans += document.spans;
  }
  if (part.length > 0) yield part;
}

/** A file without texts of its own has the content hash of the server's index; else each document has the hashes that the server lists. */
async function verify(from: OpenSearchIndex, to: SqliteIndex, texts: ReadonlySet<string>): Promise<void> {
  const listed = await from.documents();
  let same = texts.size > 0 || to.info().contentHash === from.info().contentHash;
  for (const { id, textSha256 } of texts.size > 0 ? listed : [])
    same &&= texts.has(textSha256) || (await to.recordsOf(id)).join() === from.recordsOf(id).join();
  if (!same) throw serverPartial(from.name, 'it was changed while it was pulled, and another pull brings the rest');
}
