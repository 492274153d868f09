import { parseCollectedPlace, type FolderEntry } from '../collections';
import { groupBy } from '../groupBy';

/** Who wrote texts of a collection, and how many messages. */
interface Sender {
  readonly author: string;
  /** The name beside an address. */
  readonly name: string;
  readonly messages: number;
}

/** Which texts of a collection in the folder of one author are that author's. */
export interface SenderChoice {
  readonly file: string;
  readonly author: string;
  /** Why these: the case file says so, they have the author's name, or they wrote most; "unclear": nothing is taken. */
  readonly by: 'said' | 'name' | 'most' | 'unclear';
  readonly taken: readonly Sender[];
  readonly left: readonly Sender[];
}

/** What is known beside the files. Paths are as those of the entries, behind `below` where that is given. */
export interface KnownOfSenders {
  /** The senders who are the author of the folder, by the path of the collection: `senders` of the case file. */
  readonly senders?: Readonly<Record<string, readonly string[]>> | undefined;
  /** The path of the folder that is listed, from the case folder. */
  readonly below?: string | undefined;
  /** Who wrote all files; undefined: their folders say so. */
  readonly author?: string | undefined;
}

/** Share of the messages from which their sender is the author of the folder. */
const mostOfAll = 0.8;

/** One choice for each collection in the folder of one author. */
export function chooseSenders(entries: readonly FolderEntry[], known: KnownOfSenders = {}): readonly SenderChoice[] {
  const collections = groupBy(
    entries.map(({ path, sentBy }) => ({ sentBy, place: parseCollectedPlace(path) })).filter(({ place }) => place),
    ({ place }) => place!.collection,
  );
  return [...collections].flatMap(([file, texts]) => {
    const whole = known.below === undefined ? file : `${known.below}/${file}`;
    const author = known.author ?? findFolderAuthor(whole);
    if (author === undefined) return [];
    const senders = [...groupBy(texts, ({ place }) => place!.author)].map(([sender, own]) => ({
      author: sender,
      name: own.find(({ sentBy }) => sentBy?.name)?.sentBy?.name ?? '',
      messages: own.reduce((sum, { sentBy }) => sum + (sentBy?.messages ?? 1), 0),
    }));
    const said = known.senders && Object.hasOwn(known.senders, whole) ? known.senders[whole] : undefined;
    return [{ file, author, ...choose(author, senders, said) }];
  });
}

/** The author in whose folder a file lies; undefined: it lies in none. */
function findFolderAuthor(file: string): string | undefined {
  const [top, ...folders] = file.split('/').slice(0, -1);
  return top === 'known' || top === 'population' ? folders[0] : top === 'questioned' ? undefined : top;
}

function choose(
  author: string,
  senders: readonly Sender[],
  said: readonly string[] | undefined,
): Pick<SenderChoice, 'by' | 'taken' | 'left'> {
  const take = (by: SenderChoice['by'], taken: readonly Sender[]): ReturnType<typeof choose> => {
    const left = senders.filter((sender) => !taken.includes(sender));
    return { by: taken.length === 0 ? 'unclear' : by, taken, left };
  };
  if (said) {
    const names = new Set(said.map((each) => each.toLowerCase()));
    return take(
      'said',
      senders.filter((sender) => names.has(sender.author.toLowerCase())),
    );
  }
  if (senders.length === 1) return take('most', senders);
  const named = selectByName(author, senders);
  if (named.length === 1) return take('name', named);
  const all = senders.reduce((sum, { messages }) => sum + messages, 0);
  return take(
    'most',
    senders.filter(({ messages }) => named.length === 0 && messages >= mostOfAll * all),
  );
}

/** Those who have all words of a name: in the address before "@", else in the name beside it, else anywhere in the address. */
function selectByName(name: string, senders: readonly Sender[]): readonly Sender[] {
  const wanted = splitWords(name);
  const joined = wanted.join('');
  const ways: readonly ((sender: Sender) => boolean)[] = [
    ({ author }) => hasAll(splitWords(author.split('@')[0]!), wanted),
    (sender) => hasAll(splitWords(sender.name), wanted),
    ({ author }) => hasAll(splitWords(author), wanted),
    ({ author }) => joined.length > 3 && splitWords(author.split('@')[0]!).join('').includes(joined),
  ];
  if (wanted.length === 0) return [];
  return ways.map((way) => senders.filter(way)).find((results) => results.length > 0) ?? [];
}

function hasAll(words: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((word) => words.includes(word));
}

/** In small letters without accents. */
function splitWords(name: string): readonly string[] {
  return (
    name
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** Senders that a sentence names. */
const mostNamed = 20;

/** Senders with how many messages each wrote, those with most first. */
export function formatSenders(senders: readonly Sender[]): string {
  const named = [...senders].sort((a, b) => b.messages - a.messages).slice(0, mostNamed);
  const more = senders.length > named.length ? [`… (${senders.length})`] : [];
  return [...named.map(({ author, messages }) => `${author} (${messages})`), ...more].join(', ');
}
