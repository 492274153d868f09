import { decodeHTMLStrict } from 'entities';
import * as v from 'valibot';

export type Fields = Readonly<Record<string, unknown>>;
export const fields = v.record(v.string(), v.unknown());

const deepest = 12;

/** The text that an account's own archive of X has before its JSON. */
export const assignment = /^\s*window\.YTD\.[\w.]+\s*=\s*/;
/** The name of the owner of an archive of X, because its messages leave the name out. */
const account = 'Account';

/** Where archives have the author and the text of a message: Hangouts, signal-cli, the interface of X, and Trello. The first that is there counts. */
const archives = [
  { author: ['sender_id.gaia_id', 'sender_id.chat_id'], text: ['chat_message.message_content.segment'] },
  {
    author: ['sourceNumber', 'source', 'sourceUuid'].map((key) => `envelope.${key}`),
    text: [
      'dataMessage',
      'syncMessage.sentMessage',
      'editMessage.dataMessage',
      'syncMessage.sentMessage.editMessage.dataMessage',
    ].map((key) => `envelope.${key}.message`),
  },
  { author: ['author_id'], text: ['text'] },
  { author: ['memberCreator.fullName'], text: ['data.text'] },
];
/** Where they have the number of a person, and the name. */
const people = {
  id: ['id.gaia_id', 'id.chat_id', 'id', ...archives[1]!.author],
  name: ['fallback_name', 'name', 'username', 'envelope.sourceName'],
};

function findFirst(value: Fields, paths: readonly string[]): unknown {
  const follow = (at: unknown, key: string): unknown => (v.is(fields, at) ? at[key] : undefined);
  return paths.map((path) => path.split('.').reduce(follow, value)).find((each) => each !== undefined && each !== null);
}

/** The messages of an archive with `from_id`, `from` and `text` each. Undefined for lists of objects with a name and a text. */
export function readArchive(whole: unknown): readonly Fields[] | undefined {
  const names = new Map<string, string>();
  const found: Fields[] = [];
  visitObjects(whole, (each) => {
    const [id, name] = [findFirst(each, people.id), findFirst(each, people.name)];
    if (typeof name === 'string' && name !== '') names.set(String(id), name);
    const isOwn = typeof each['full_text'] === 'string' && each['user'] === undefined;
    const row = archives.find(({ author, text }) =>
      [author, text].every((paths) => findFirst(each, paths) !== undefined),
    );
    if (row) found.push({ from_id: String(findFirst(each, row.author)), text: findFirst(each, row.text) });
    else if (isOwn) found.push({ from_id: account, from: account, text: each['full_text'] });
    return row !== undefined || isOwn;
  });
  const named = found.map((each) => ({
    ...each,
    from: each['from'] ?? names.get(String(each['from_id'])) ?? each['from_id'],
  }));
  return named.length > 0 ? named : undefined;
}

/** Calls back with each object of a value, outermost first, and with those in it unless the callback says that it is whole. */
export function visitObjects(value: unknown, isWhole: (each: Fields) => boolean, depth = 0): void {
  if (depth > deepest || typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value) && isWhole(value as Fields)) return;
  for (const each of Object.values(value)) visitObjects(each, isWhole, depth + 1);
}

/** A message without the signs that sites write in place of others. Between such signs "<p>" is the end of a paragraph. */
export function unescapeText(text: string): string {
  const shown = decodeHTMLStrict(text.replace(/&nbsp;/gi, ' '));
  return shown === text ? text : shown.replace(/<p>|<br ?\/?>/gi, '\n\n');
}

/** The kinds of messages of Slack, and of an export of Discord, that people write. */
const ofPeople: ReadonlySet<unknown> = new Set([
  undefined,
  'me_message',
  'thread_broadcast',
  'file_share',
  'file_comment',
]);
const ofPeopleOnDiscord: ReadonlySet<unknown> = new Set([undefined, 'Default', 'Reply', 'ThreadStarterMessage']);

/** Whether a message is of Slack. */
export function isOfSlack(message: Fields): boolean {
  return message['type'] === 'message' && typeof message['ts'] === 'string';
}

/** Whether a person wrote a message for this chat, so that it comes neither from a program nor from elsewhere. */
export function isOfPerson(message: Fields): boolean {
  const { author, creator, type } = message;
  if (type === 'service' || fromElsewhere.some((name) => Object.hasOwn(message, name))) return false;
  if (isOfSlack(message)) return ofPeople.has(message['subtype']) && !message['bot_id'];
  const isBot = (each: unknown): boolean =>
    v.is(fields, each) && (each['isBot'] === true || each['bot'] === true || each['user_type'] === 'Bot');
  if (isBot(author) || isBot(creator)) return false;
  if (Object.hasOwn(message, 'isPinned') && !ofPeopleOnDiscord.has(type)) return false;
  return !/^RT @\w{1,20}: /.test(String(message['text']));
}

const fromElsewhere = ['forwarded_from', 'retweeted_status', 'via_bot'];

/** A message of Slack without its markup: "<https://a.example|this page>" becomes "this page", and mentions go. */
export function readSlackText(text: string): string {
  const shown = text.replace(/<(?:[@#!][^<>]*|([^<>|]*)(?:\|([^<>]*))?)>/g, (_, address?: string, label?: string) =>
    (label ?? address ?? '').trim(),
  );
  return unescapeText(shown);
}
