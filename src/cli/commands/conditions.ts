import { countWords } from '../../core/text/countWords';
import { limitWords } from '../../presentation/words/strength';
import { factsLine } from '../../presentation/words/words';
import { type Command, commonOptions, documentOptions, type OptionTable } from '../options';
import { readQuestioned } from '../questioned';
import { Session } from '../session';

const usualKnownWords = 2000;

const knownWordsOption = {
  'known-words': {
    kind: { least: 1, most: 10_000_000 },
    value: 'N',
    help: `words of the known texts that it would be compared with (${usualKnownWords})`,
  },
} as const satisfies OptionTable;

/** What a document can be compared for at all, before it is. */
export const conditionsCommand: Command = {
  name: 'conditions',
  operands: 'FILE',
  summary: 'what comparisons of a document of this length and mode can carry, before any is made',
  options: { ...documentOptions, ...knownWordsOption, ...commonOptions },
  run: (parsed, io) => Session.during(parsed, io, conditions),
};

async function conditions(session: Session): Promise<number> {
  const questioned = await readQuestioned(session, session.parsed.positionals[0]!);
  const { mode, genre } = questioned;
  const words = countWords(questioned.text);
  const knownWords = Number(session.parsed.values['known-words'] ?? usualKnownWords);
  const found = await session.engine.conditionLimits(
    session.indexIfAny,
    { mode, genre, words, knownWords },
    session.options(1),
  );
  if (session.json) session.printJson('idiograph.conditions/1', { words, knownWords, mode, conditions: found });
  else
    session.io.stdout(
      `${questioned.id} · ${factsLine(words, questioned)}`,
      ...found.map((limits) => `  ${limitWords(limits, { words, knownWords })}`),
    );
  return 0;
}
