import * as v from 'valibot';

export type Fields = Readonly<Record<string, unknown>>;
export const fields = v.record(v.string(), v.unknown());

/** Objects that are nested deeper have no messages. */
const deepest = 12;

/** The text that an account's own archive of X has before its JSON. */
export const assignment = /^\s*window\.YTD\.[\w.]+\s*=\s*/;
/** The name of the owner of an archive of X, because its messages leave the name out. */
const account = 'Account';

/**
 * The messages of an archive that is not a list of objects with a name and a text, with `from_id`, `from` and `text` each: of Hangouts, of
 * the interface of X, of an account's own posts on X, and of signal-cli. Undefined for other archives.
 */
export function readArchive(whole: unknown): readonly Fields[] | undefined {
  const names = new Map<string, string>();
  const found: Fields[] = [];
  visitObjects(whole, (each) => {
    for (const { id, fallback_name: name } of selectObjects(each['participant_data'])) addName(names, readId(id), name);
    const { users } = v.is(fields, each['includes']) ? each['includes'] : {};
    for (const { id, name, username } of selectObjects(users)) addName(names, readId(id), name ?? username);
    const { envelope } = each;
    if (v.is(fields, envelope)) addName(names, readSender(envelope), envelope['sourceName']);
    const message = readHangouts(each) ?? readEnvelope(each) ?? readPost(each);
    if (message && message['text'] !== '') found.push(message);
    return message !== undefined;
  });
  const named = found.map((each) => ({ ...each, from: each['from'] ?? names.get(String(each['from_id'])) ?? '' }));
  return named.length > 0 ? named : undefined;
}

function readHangouts({ sender_id: sender, chat_message: message }: Fields): Fields | undefined {
  if (!v.is(fields, message)) return undefined;
  const content = message['message_content'];
  const segments = selectObjects(v.is(fields, content) ? content['segment'] : undefined);
  const text = segments.map(({ type, text: part }) => (type === 'LINE_BREAK' ? '\n' : part)).join('');
  return { from_id: readId(sender), text };
}

/**
 * The message in an envelope of signal-cli: sent or edited by somebody, or sent by the owner from another device. Otherwise there is no
 * text.
 */
function readEnvelope({ envelope }: Fields): Fields | undefined {
  if (!v.is(fields, envelope)) return undefined;
  const within = (value: unknown, name: string): unknown => (v.is(fields, value) ? value[name] : undefined);
  const sent = within(envelope['syncMessage'], 'sentMessage');
  const edits = [envelope, sent].map((each) => within(within(each, 'editMessage'), 'dataMessage'));
  const [text = ''] = [envelope['dataMessage'], sent, ...edits].flatMap((each) => within(each, 'message') ?? []);
  return { from_id: readSender(envelope), text };
}

function readSender({ sourceNumber, sourceUuid, source }: Fields): string {
  return String(sourceNumber ?? source ?? sourceUuid);
}

/** A post of X, with the number of its author; or without one if it is the account's own. */
function readPost({ author_id: author, text, full_text: whole, ...rest }: Fields): Fields | undefined {
  if (author !== undefined && typeof text === 'string') return { from_id: readId(author), text: unescapeText(text) };
  if (typeof whole !== 'string' || rest['user'] !== undefined || author !== undefined) return undefined;
  return { from_id: account, from: account, text: unescapeText(whole) };
}

function addName(names: Map<string, string>, id: string, name: unknown): void {
  if (typeof name === 'string' && name !== '') names.set(id, name);
}

/** The number of a person, which Hangouts puts into an object. */
function readId(id: unknown): string {
  return String(v.is(fields, id) ? (id['gaia_id'] ?? id['chat_id']) : id);
}

function selectObjects(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter((each): each is Fields => v.is(fields, each)) : [];
}

/**
 * Calls back with each object of a value, outermost first, and with those inside it unless the callback says that the object is complete.
 */
export function visitObjects(value: unknown, isWhole: (each: Fields) => boolean, depth = 0): void {
  if (depth > deepest || typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value) && isWhole(value as Fields)) return;
  for (const each of Object.values(value)) visitObjects(each, isWhole, depth + 1);
}

const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: ' ' };

/** A message without the signs that sites write in place of others. Between such signs "<p>" is the end of a paragraph. */
export function unescapeText(text: string): string {
  const shown = text.replace(
    /&(?:(lt|gt|amp|quot|apos|nbsp)|#(\d{1,7})|#x([\da-f]{1,6}));/gi,
    (sign, name?: string, decimal?: string, hex?: string) => {
      const code = decimal ? Number(decimal) : parseInt(hex ?? '', 16);
      return name ? (named[name.toLowerCase()] ?? sign) : code <= 0x10ffff ? String.fromCodePoint(code) : sign;
    },
  );
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
  if ([author, creator].some(isBot)) return false;
  if (Object.hasOwn(message, 'isPinned') && !ofPeopleOnDiscord.has(type)) return false;
  return !/^RT @\w{1,20}: /.test(String(message['text']));
}

function isBot(person: unknown): boolean {
  return v.is(fields, person) && (person['isBot'] === true || person['bot'] === true || person['user_type'] === 'Bot');
}

const fromElsewhere = ['forwarded_from', 'retweeted_status', 'via_bot'];

/**
 * A message of Slack without its markup: "<https://a.example|this page>" becomes "this page", and a mention of a person or a channel is
 * removed.
 */
export function readSlackText(text: string): string {
  const shown = text.replace(/<(?:[@#!][^<>]*|([^<>|]*)(?:\|([^<>]*))?)>/g, (_, address?: string, label?: string) =>
    (label ?? address ?? '').trim(),
  );
  return unescapeText(shown);
}
