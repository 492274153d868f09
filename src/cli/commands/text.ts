import path from 'node:path';
import { usage } from '../../core/errors';
import { foldPhrase } from '../../core/markers/ownMarkers';
import type { RangeToSet } from '../../core/text/handRanges';
import { describeText } from '../../core/text/textAsRead';
import { formatAuthor, sortLines } from '../../presentation/markerPages';
import { describeHandRanges, describeSpeakers, formatTextAsRead } from '../../presentation/textAsRead';
import { describeCounted, formatFacts } from '../../presentation/words/words';
import { type Command, commonOptions, type Parsed, readTextOption } from '../options';
import { Session } from '../session';

const { case: ofCase, models, json } = commonOptions;
const value = 'START-END';

/** Shows a text as it is read, with the parts that do not count, and sets ranges by hand. */
export const textCommand: Command = {
  name: 'text',
  operands: 'FILE',
  summary: 'prints a text as Idiograph reads it, with the parts that are excluded or left out, by kind and rule',
  options: {
    'not-author': { kind: 'text', value, help: "marks a range of characters as not the author's, in the case file" },
    author: { kind: 'text', value, help: "marks a range as the author's, against the rules" },
    speaker: {
      kind: 'text',
      value: 'NAME',
      help: 'records in the case file whose words count, if several people speak',
    },
    clear: { kind: 'text', value, help: 'removes a hand-set range, so that the rules apply again' },
    case: ofCase,
    models,
    json,
  },
  run: (parsed, io) => {
    const range = readRangeToSet(parsed);
    return Session.run(parsed, io, (session) => showText(session, range));
  },
};

/** The range that the options set; undefined if they set none. Throws Usage. */
function readRangeToSet(parsed: Parsed): RangeToSet | undefined {
  const options = { 'not-author': false, author: true, clear: undefined };
  const given = Object.entries(options).filter(([name]) => readTextOption(parsed, name) !== undefined);
  if (given.length > 1) throw usage('Set one range at a time: --not-author, --author or --clear.');
  const [option] = given;
  if (!option) return undefined;
  const [name, isAuthors] = option;
  const [, start, end] = /^(\d{1,9})-(\d{1,9})$/.exec(readTextOption(parsed, name)!) ?? [];
  if (start === undefined)
    throw usage(`--${name} takes two places in the text, such as 120-300: see text FILE --json.`);
  return { start: Number(start), end: Number(end), isAuthors };
}

async function showText(session: Session, range: RangeToSet | undefined): Promise<number> {
  const file = path.resolve(session.parsed.positionals[0]!);
  const speaker = readTextOption(session.parsed, 'speaker');
  if (speaker !== undefined) await session.createCalls().setSpeakers({ file, speakers: [speaker] });
  const read = await session.createCalls().text({ file, labels: session.readLabels(), range });
  const shown = describeText(read, read.reading);
  const { text, sha256, textSha256, reading = null, byHand = [] } = read;
  const { exclusions, leftOut, shares: counted } = shown;
  const facts = { text, sha256, textSha256, reading, exclusions, leftOut, counted, byHand };
  const asked = speaker === undefined ? describeSpeakers(read.text, byHand) : [];
  return session.answer('idiograph.text/1', facts, () => {
    const title = `${path.basename(file)} · ${formatFacts(shown.shares.words, read.labels)}`;
    const notices = [...describeCounted(read.reading ?? { parts: [] }), ...describeHandRanges(byHand), ...asked];
    return [...formatTextAsRead(title, shown), ...notices.map((line) => `! ${line}`)];
  });
}

/** Prints every place of some words, or of a marker by name. */
export const concordanceCommand: Command = {
  name: 'concordance',
  operands: 'WORDS',
  summary:
    'lists every place of some words, or of a marker by its name, in the texts of the case, with counts by author',
  options: { ...commonOptions },
  run: (parsed, io) => Session.run(parsed, io, showConcordance, '.'),
};

async function showConcordance(session: Session): Promise<number> {
  const [words = ''] = session.parsed.positionals;
  if (foldPhrase(words) === '') throw usage('Give at least one word: idiograph concordance WORDS.');
  const { lines, counts } = await session.createCalls().concordance({ words, labels: session.readLabels() });
  return session.answer('idiograph.concordance/1', { lines, counts }, () => [
    ...counts.map(
      (each) => `${formatAuthor(each)}: ${each.count} of ${each.occasions}, in ${each.texts} of ${each.of} texts`,
    ),
    '',
    ...sortLines(lines, 'author').map(
      ({ before, keyword, after, ...line }) =>
        `${before.padStart(60)} [${keyword}] ${after.padEnd(60)} ${formatAuthor(line)} · ${line.title}`,
    ),
  ]);
}
