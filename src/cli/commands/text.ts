import path from 'node:path';
import { noTextOfCase, usage } from '../../core/errors';
import { checkedRanges, type RangeToSet } from '../../core/text/handRanges';
import { type TextAsRead, textAsRead } from '../../core/text/textAsRead';
import { CaseFolder } from '../../node/casework/caseFolder';
import { sha256Of } from '../../node/sha256';
import { handRangeWords, textAsReadLines } from '../../presentation/textAsRead';
import { factsLine } from '../../presentation/words/words';
import type { ReadText } from '../../protocol/engine';
import { type Command, commonOptions, type Parsed, textOption } from '../options';
import { labelsOf, readText } from '../questioned';
import { Session } from '../session';

const { case: ofCase, models, json } = commonOptions;
const value = 'START-END';

/** Shows a text as it is read, with what of it does not count, and sets ranges by hand. */
export const textCommand: Command = {
  name: 'text',
  operands: 'FILE',
  summary: 'prints a text as it is read, with what of it is excluded or left out, by kind and rule',
  options: {
    'not-author': { kind: 'text', value, help: "sets a range of characters as not the author's, in the case file" },
    author: { kind: 'text', value, help: "sets a range as the author's, whatever the rules say" },
    clear: { kind: 'text', value, help: 'leaves a range to the rules again' },
    case: ofCase,
    models,
    json,
  },
  run: (parsed, io) => {
    const range = rangeToSet(parsed);
    return Session.during(parsed, io, (session) => showText(session, range));
  },
};

/** The range that the options set; undefined: none. Throws Usage. */
function rangeToSet(parsed: Parsed): RangeToSet | undefined {
  const options = { 'not-author': false, author: true, clear: undefined };
  const given = Object.entries(options).filter(([name]) => textOption(parsed, name) !== undefined);
  if (given.length > 1) throw usage('Set one range at a time: --not-author, --author or --clear.');
  const [option] = given;
  if (!option) return undefined;
  const [name, isAuthors] = option;
  const [, start, end] = /^(\d{1,9})-(\d{1,9})$/.exec(textOption(parsed, name)!) ?? [];
  if (start === undefined)
    throw usage(`--${name} takes two places in the text, such as 120-300: see text FILE --json.`);
  return { start: Number(start), end: Number(end), isAuthors };
}

async function showText(session: Session, range: RangeToSet | undefined): Promise<number> {
  const [file = ''] = session.parsed.positionals;
  const read = await readText(session, file, true);
  const opened = range ? await setRange(session, read.text, range) : session.caseFolder;
  const facts = opened?.describe(file);
  const byHand = checkedRanges(read.text, facts?.ranges, sha256Of);
  const shown = textAsRead({ ...read, byHand });
  return session.answer('idiograph.text/1', { ...factsOf(read, shown), byHand: byHand ?? [] }, () => {
    const title = `${path.basename(file)} · ${factsLine(shown.shares.words, labelsOf(session.parsed, facts))}`;
    return [...textAsReadLines(title, shown), ...handRangeWords(byHand).map((line) => `! ${line}`)];
  });
}

/** Returns the case as it is then. */
function setRange({ caseFolder, parsed }: Session, text: string, range: RangeToSet): Promise<CaseFolder> {
  const [file = ''] = parsed.positionals;
  if (!caseFolder) throw noTextOfCase(path.basename(file));
  caseFolder.setRange(file, text, range);
  return CaseFolder.open(caseFolder.file);
}

function factsOf({ text, sha256, reading }: ReadText, { exclusions, leftOut, shares }: TextAsRead): object {
  const textSha256 = reading?.textSha256 ?? sha256Of(text);
  return { text, sha256, textSha256, reading: reading ?? null, exclusions, leftOut, counted: shares };
}
