import { replaceCollection, parseCollectedPlace, type FolderEntry } from '../../reading/text/collectedPaths';
import { formatOf } from '../../reading/text/readableFormats';
import type { Role } from '../domain/evidence';
import { type KnownOfSenders, type SenderChoice, chooseSenders } from './senders';

/** Files, and what was passed over among them: links, which may lead anywhere, and hidden folders and texts. */
export interface FoundFiles {
  readonly files: readonly string[];
  readonly links: readonly string[];
  readonly hidden: readonly string[];
  /** The senders that count in each collection in an author's folder. */
  readonly choices: readonly SenderChoice[];
  /** Texts of these collections by other senders. */
  readonly others: readonly string[];
}

/** Files that programs and systems leave in folders. They are passed over without a warning. */
const unmeant =
  /^(?:(?:thumbs|ehthumbs)\.db|desktop\.ini|\.ds_store|\.localized|\.directory|icon\r|\._.*|~\$.*|\.~lock\..*#|__macosx)$/i;

/** The files of a folder in a fixed order, without hidden ones. */
export function selectFiles(entries: readonly FolderEntry[], known?: KnownOfSenders): FoundFiles {
  const files: string[] = [];
  const links: string[] = [];
  const hidden = new Set<string>();
  const inOrder = entries.map((entry) => ({ ...entry, order: entry.path.replaceAll('/', '\0') }));
  for (const { path, kind } of inOrder.sort((a, b) => (a.order < b.order ? -1 : 1))) {
    const parts = path.split('/');
    if (parts.some((part) => unmeant.test(part))) continue;
    const at = parts.findIndex((part) => part.startsWith('.'));
    if (at < 0) {
      if (kind !== 'folder') (kind === 'file' ? files : links).push(path);
    } else if (at < parts.length - 1 || kind === 'folder' || formatOf(parts[at]!))
      hidden.add(parts.slice(0, at + 1).join('/'));
  }
  const choices = chooseSenders(inOrder, known);
  const taken = new Map(choices.map((each) => [each.file, new Set(each.taken.map(({ author }) => author))]));
  const isOthers = (path: string): boolean => {
    const place = parseCollectedPlace(path);
    return place !== undefined && taken.get(place.collection)?.has(place.author) === false;
  };
  const others = new Set(files.filter(isOthers));
  const own = files.filter((path) => !others.has(path));
  return { files: own, links, hidden: [...hidden], choices, others: [...others] };
}

/** A file in a folder of its author. */
export interface AuthoredFile {
  readonly path: string;
  readonly author: string;
  readonly role: Role;
}

/**
 * The files of a folder with one folder for each author. A folder `known` or `population` may lie in between.
 * @param paths   relative to the folder
 * @param folder  its own name; a folder with the name "population" has authors of the population
 */
export function groupFilesByAuthor(paths: readonly string[], folder: string): readonly AuthoredFile[] {
  const nested = paths.map((path) => ({ path, folders: replaceCollection(path).split('/').slice(0, -1) }));
  const roles = (['known', 'population'] as const).filter((role) => nested.some(({ folders }) => folders[0] === role));
  if (roles.length === 0) {
    const role = folder === 'population' ? 'population' : 'known';
    return nested.flatMap(({ path, folders: [author] }) => (author === undefined ? [] : [{ path, author, role }]));
  }
  return roles.flatMap((role) =>
    nested.flatMap(({ path, folders: [top, author] }) =>
      top !== role || author === undefined ? [] : [{ path, author, role }],
    ),
  );
}
