import path from 'node:path';
import { usage } from '../../core/errors';
import type { IndexValidation } from '../../core/validation/validateIndex';
import { conditionWords, problemWords, sourceCaveat, validatedWords } from '../../presentation/validation/page';
import { type Command, commonOptions, documentOptions, flagOption, textOption } from '../options';
import { Session } from '../session';

/** What an index says of its own errors, and the lock of a case's settings. */
export const validateCommand: Command = {
  name: 'validate',
  operands: '[FILE…]',
  summary: "compares pairs of the index's own texts that are like the questioned ones (those of the case unless given)",
  options: {
    lock: { kind: 'flag', help: 'locks the settings in the case file: from then on the case states ratios' },
    recalibrate: { kind: 'flag', help: 'locks them with ratios refitted to the index; from 20 authors on' },
    out: { kind: 'text', value: 'PAGE.html', help: 'writes the figures and plots as a page' },
    force: { kind: 'flag', help: 'in place of an earlier page of that name' },
    ...documentOptions,
    ...commonOptions,
  },
  run: (parsed, io) => {
    if (flagOption(parsed, 'recalibrate') && !flagOption(parsed, 'lock'))
      throw usage('--recalibrate says how the settings are locked: give --lock, too.');
    return Session.during(parsed, io, validate);
  },
};

async function validate(session: Session): Promise<number> {
  const { parsed } = session;
  const [isLocked, recalibrate] = [flagOption(parsed, 'lock'), flagOption(parsed, 'recalibrate')];
  const page = textOption(parsed, 'out');
  const { choices, labels } = session.asked(1);
  const files = parsed.positionals.map((file) => path.resolve(file));
  const asked = { files, labels, choices, page, force: flagOption(parsed, 'force'), needsCase: isLocked };
  const validations = await session.calls().validate(asked);
  const hash = isLocked ? await session.calls().lock({ validations, choices, recalibrate }) : null;
  return session.answer('idiograph.validate/1', { validations, page: page ?? null, lock: hash }, () => [
    ...validations.flatMap(linesOf),
    sourceCaveat(),
    ...(hash === null ? [] : [`Locked in ${session.case.file} (${hash.slice(0, 12)}).`]),
  ]);
}

function linesOf(validation: IndexValidation): readonly string[] {
  return [
    validatedWords(validation),
    ...(validation.problem ? [`  ${problemWords(validation.problem)}`] : []),
    ...validation.conditions.flatMap((condition) => {
      const { heading, lines } = conditionWords(condition);
      return [`  ${heading}`, ...lines.map((line) => `    ${line}`)];
    }),
  ];
}
