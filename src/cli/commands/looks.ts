import { describeProfile, sortLines, formatAuthor } from '../../presentation/markerPages';
import { formatRate } from '../../presentation/markers';
import { usage } from '../../core/errors';
import { foldPhrase } from '../../core/markers/ownMarkers';
import { readAuthorOption, type Command, commonOptions, documentOptions } from '../options';
import { Session } from '../session';
import path from 'node:path';
import { type MappedComparison, buildLevelsView } from '../../presentation/comparison';
import { formatPassages } from '../../presentation/textLines';
import { formatCaveats } from '../../presentation/words/notices';
import { describeLanguageOfPair, scoreWords } from '../../presentation/words/words';

/** Prints the markers of an author by text, or of all authors of an index. */
export const profileCommand: Command = {
  name: 'profile',
  operands: '',
  summary: 'lists the markers that best distinguish the authors of the index, or one author (--author) from the others',
  options: { author: { kind: 'text', value: 'NAME', help: 'an author of the index' }, ...commonOptions },
  run: (parsed, io) => Session.run(parsed, io, showProfile),
};

/** Prints every place of some words, or of a marker by name. */
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
  const result = await session.createCalls().profile(author);
  return session.answer('idiograph.profile/1', result, () => [
    describeProfile(author),
    ...result.rows.flatMap(({ name, per, rates }) => [
      '',
      name,
      ...rates.map((rate, i) => `  ${result.columns[i]}: ${rate.occasions === 0 ? '–' : formatRate(rate, per)}`),
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

/** Compares two texts as wholes, by sections, by chunks, and by passages as a review lists them. */
export const compareCommand: Command = {
  name: 'compare',
  operands: 'A B',
  summary: 'compares two texts as wholes, by sections, by chunks and by passages',
  options: {
    ...documentOptions,
    ...{ case: commonOptions.case, models: commonOptions.models, json: commonOptions.json },
  },
  run: (parsed, io) => Session.run(parsed, io, compare),
};

async function compare(session: Session): Promise<number> {
  const [one = '', other = ''] = session.parsed.positionals.map((file) => path.resolve(file));
  const request = { files: [one, other] as const, labels: session.readLabels() };
  const { first, second, comparison } = await session.createCalls().compare(request);
  const known = { ...second, title: second.id, author: '', role: 'known' as const };
  return session.answer('idiograph.compare/3', comparison, () => [
    ...formatLevels({ first, second: known, comparison }),
    ...formatCaveats({ caveats: [], notes: comparison.notes }).map((line) => `  ! ${line}`),
    ...['', 'Passages:', ...formatPassages({ passages: comparison.passages }, first, new Map([[second.id, known]]))],
  ]);
}

function formatLevels(mapped: MappedComparison): readonly string[] {
  const { pairs } = buildLevelsView(mapped);
  const { score, language } = mapped.comparison;
  const rests = language === undefined ? 'n-grams and document vectors' : 'n-grams';
  return [
    `Whole texts: ${scoreWords(score)} (${rests}; orders only)`,
    ...(language === undefined ? [] : [describeLanguageOfPair(language)]),
    ...pairs.map(({ level, here, there, score: ofPair }) => `  ${level}: “${here}” with “${there}”: ${ofPair}`),
  ];
}
