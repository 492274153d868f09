import { describeProfile, sortLines, formatAuthor } from '../../presentation/markerPages';
import { formatRate } from '../../presentation/markers';
import { usage } from '../../core/errors';
import { foldPhrase } from '../../core/markers/ownMarkers';
import { readAuthorOption, type Command, commonOptions } from '../options';
import { Session } from '../session';

/** The habits of an author by text, or of all authors of an index. */
export const profileCommand: Command = {
  name: 'profile',
  operands: '',
  summary: 'lists the markers that best distinguish the authors of the index, or one author (--author) from the others',
  options: { author: { kind: 'text', value: 'NAME', help: 'an author of the index' }, ...commonOptions },
  run: (parsed, io) => Session.run(parsed, io, showProfile),
};

/** Every place of words, or of a habit by its name. */
export const concordanceCommand: Command = {
  name: 'concordance',
  operands: 'WORDS',
  summary:
    'lists every place of some words, or of a marker by its name, in the texts of the case, with counts by author',
  options: { ...commonOptions },
  run: (parsed, io) => Session.run(parsed, io, showConcordance, '.'),
};

async function showProfile(session: Session): Promise<number> {
  const author = readAuthorOption(session.parsed, 'author');
  const found = await session.createCalls().profile(author);
  return session.answer('idiograph.profile/1', found, () => [
    describeProfile(author),
    ...found.rows.flatMap(({ name, per, rates }) => [
      '',
      name,
      ...rates.map((rate, i) => `  ${found.columns[i]}: ${rate.occasions === 0 ? '–' : formatRate(rate, per)}`),
    ]),
  ]);
}

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
