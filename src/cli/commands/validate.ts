import path from 'node:path';
import { usage } from '../../core/errors';
import { formatValidation } from '../../presentation/validation/page';
import { type Command, commonOptions, documentOptions, readFlagOption, readTextOption } from '../options';
import { Session } from '../session';

/** Says what an index shows about its own errors, and locks the settings of a case. */
export const validateCommand: Command = {
  name: 'validate',
  operands: '[FILE…]',
  summary: "compares pairs of the index's own texts that are like the questioned ones (default: those of the case)",
  options: {
    lock: { kind: 'flag', help: 'locks the settings in the case file, so that the case states ratios' },
    recalibrate: { kind: 'flag', help: 'locks them with ratios refitted to an index of at least 20 authors' },
    out: { kind: 'text', value: 'PAGE.html', help: 'writes the figures and plots as a page' },
    force: { kind: 'flag', help: 'replaces an earlier page of that name' },
    ...documentOptions,
    ...commonOptions,
  },
  run: (parsed, io) => {
    if (readFlagOption(parsed, 'recalibrate') && !readFlagOption(parsed, 'lock'))
      throw usage('--recalibrate applies to a lock. Give --lock as well.');
    return Session.run(parsed, io, validate);
  },
};

async function validate(session: Session): Promise<number> {
  const { parsed } = session;
  const [isLocked, recalibrate] = [readFlagOption(parsed, 'lock'), readFlagOption(parsed, 'recalibrate')];
  const page = readTextOption(parsed, 'out');
  const { choices, labels } = session.readAsked(1);
  const files = parsed.positionals.map((file) => path.resolve(file));
  const request = { files, labels, choices, page, force: readFlagOption(parsed, 'force'), needsCase: isLocked };
  const validated = await session.createCalls().validate(request);
  const { validations, question = null } = validated;
  const hash = isLocked ? await session.createCalls().lock({ ...validated, recalibrate }) : null;
  return session.answer('idiograph.validate/1', { validations, question, page: page ?? null, lock: hash }, () => [
    ...formatValidation(validated),
    ...(hash === null ? [] : [`Locked in ${session.case.file} (${hash.slice(0, 12)}).`]),
  ]);
}
