import path from 'node:path';
import { usage } from '../../core/errors';
import { type Command, commonOptions, flagOption, textOption } from '../options';
import { Session } from '../session';
import { counted, packageVersion } from '../io';

const { index, models, json } = commonOptions;

/** What the other side needs to check a case and to examine it again, as one file. */
export const bundleCommand: Command = {
  name: 'bundle',
  operands: 'FOLDER --out F.zip',
  summary: 'packs the reports of a case, its log, hashes and versions into one file, to be disclosed',
  options: {
    out: { kind: 'text', value: 'F.zip', help: 'the file to write' },
    force: { kind: 'flag', help: 'in place of an earlier bundle of that name' },
    texts: { kind: 'flag', help: 'with the texts of the case, so that it can be examined again' },
    ...{ index, models, json },
  },
  run: (parsed, io) => {
    const out = textOption(parsed, 'out');
    if (out === undefined) throw usage('Name case and bundle: idiograph bundle FOLDER --out F.zip.');
    const asked = {
      ...{ out: path.resolve(out), version: packageVersion() },
      ...{ force: flagOption(parsed, 'force'), texts: flagOption(parsed, 'texts') },
    };
    return Session.ofCase(parsed, io, async (session) => {
      const { sha256, files } = await session.calls().bundle(asked);
      return session.answer('idiograph.bundle/1', { file: out, sha256, files }, () => [
        `Bundle: ${out} (sha256 ${sha256}), ${counted(files.length, 'file')}`,
        ...files.map((name) => `  ${name}`),
      ]);
    });
  },
};
