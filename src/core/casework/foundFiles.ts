import { replaceCollection, parseCollectedPlace, type FolderEntry } from '../../reading/text/collectedPaths';
import { formatOf } from '../../reading/text/readableFormats';
import type { Role } from '../domain/evidence';
import { groupBy } from '../basics/numbers';

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
export function selectFiles(entries: readonly FolderEntry[], known: KnownOfSenders = {}): FoundFiles {
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
  // one choice for each collection in the folder of one author
  const collections = groupBy(
    inOrder.map(({ path, sentBy }) => ({ sentBy, place: parseCollectedPlace(path) })).filter(({ place }) => place),
    ({ place }) => place!.collection,
  );
  const choices = [...collections].flatMap(([file, texts]): readonly SenderChoice[] => {
    const whole = known.below === undefined ? file : `${known.below}/${file}`;
    const [top, ...folders] = whole.split('/').slice(0, -1);
    const ofFolder = top === 'known' || top === 'population' ? folders[0] : top === 'questioned' ? undefined : top;
    const author = known.author ?? ofFolder;
    if (author === undefined) return [];
    const senders = [...groupBy(texts, ({ place }) => place!.author)].map(([sender, own]) => ({
      author: sender,
      name: own.find(({ sentBy }) => sentBy?.name)?.sentBy?.name ?? '',
      messages: own.reduce((sum, { sentBy }) => sum + (sentBy?.messages ?? 1), 0),
    }));
    const choose = (by: SenderChoice['by'], isTaken: (sender: Sender) => boolean): readonly SenderChoice[] => {
      const taken = senders.filter(isTaken);
      const left = senders.filter((sender) => !isTaken(sender));
      return [{ file, author, by: taken.length === 0 ? 'unclear' : by, taken, left }];
    };
    const said = known.senders && Object.hasOwn(known.senders, whole) ? known.senders[whole] : undefined;
    if (said) {
      const names = new Set(said.map((each) => each.toLowerCase()));
      return choose('said', (sender) => names.has(sender.author.toLowerCase()));
    }
    if (senders.length === 1) return choose('most', () => true);
    // Those with all words of the name: in the address before "@", otherwise in the name beside it, otherwise anywhere in the address.
    const wanted = splitWords(author);
    const hasAll = (words: readonly string[]): boolean => wanted.every((word) => words.includes(word));
    const ways: readonly ((sender: Sender) => boolean)[] = [
      (sender) => hasAll(splitWords(sender.author.split('@')[0]!)),
      (sender) => hasAll(splitWords(sender.name)),
      (sender) => hasAll(splitWords(sender.author)),
      (sender) =>
        splitWords(sender.author.split('@')[0]!).join('').includes(wanted.join('')) && wanted.join('').length > 3,
    ];
    const byWays = wanted.length === 0 ? [] : ways.map((way) => senders.filter(way));
    const named = byWays.find((results) => results.length > 0) ?? [];
    if (named.length === 1) return choose('name', (sender) => sender === named[0]);
    const all = senders.reduce((sum, { messages }) => sum + messages, 0);
    return choose('most', ({ messages }) => named.length === 0 && messages >= mostOfAll * all);
  });
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

/** The author of texts in a collection, and the number of messages. */
interface Sender {
  readonly author: string;
  /** The name beside an address. */
  readonly name: string;
  readonly messages: number;
}

/** The texts that count as the author's, for a collection in an author's folder. */
export interface SenderChoice {
  readonly file: string;
  readonly author: string;
  /**
   * The reason for this choice: the case file says so, they have the author's name, or they wrote most messages. "unclear" means that no
   * text counts.
   */
  readonly by: 'said' | 'name' | 'most' | 'unclear';
  readonly taken: readonly Sender[];
  readonly left: readonly Sender[];
}

/** Facts that are not in the files. Paths are those of the entries, after `below` if that is given. */
export interface KnownOfSenders {
  /** The senders who are the author of the folder, by the path of the collection: `senders` of the case file. */
  readonly senders?: Readonly<Record<string, readonly string[]>> | undefined;
  /** The path of the listed folder from the case folder. */
  readonly below?: string | undefined;
  /** The author of all files. Undefined if their folders name the authors. */
  readonly author?: string | undefined;
}

/** A sender of at least this share of the messages is the author of the folder. */
const mostOfAll = 0.8;

/** The words of a name in lower case, without accents. */
function splitWords(name: string): readonly string[] {
  return (
    name
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** A sentence names at most this many senders. */
const mostNamed = 20;

/** Senders with the number of messages of each, in descending order. */
export function formatSenders(senders: readonly Sender[]): string {
  const named = [...senders].sort((a, b) => b.messages - a.messages).slice(0, mostNamed);
  const more = senders.length > named.length ? [`… (${senders.length})`] : [];
  return [...named.map(({ author, messages }) => `${author} (${messages})`), ...more].join(', ');
}
