import { sortLines, formatAuthor } from '../../presentation/markerPages';
import { usage } from '../../core/errors';
import { foldPhrase } from '../../core/markers/ownMarkers';
import { type Command, commonOptions } from '../options';
import { Session } from '../session';

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
