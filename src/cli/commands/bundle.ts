import path from 'node:path';
import { usage } from '../../core/errors';
import { type Command, commonOptions, readFlagOption, readTextOption } from '../options';
import { Session } from '../session';
import { formatCount, readPackageVersion } from '../io';

const { index, models, json } = commonOptions;

/** What the other side needs to check a case and to examine it again, as one file. */
export const bundleCommand: Command = {
  name: 'bundle',
  operands: 'FOLDER --out F.zip',
  summary: 'packs the reports of a case, its log, hashes and versions into one file for disclosure',
  options: {
    out: { kind: 'text', value: 'F.zip', help: 'the file to write' },
    force: { kind: 'flag', help: 'replaces an earlier bundle of that name' },
    texts: { kind: 'flag', help: 'includes the texts of the case, so that others can examine it again' },
    ...{ index, models, json },
  },
  run: (parsed, io) => {
    const out = readTextOption(parsed, 'out');
    if (out === undefined) throw usage('Name the case and the bundle: idiograph bundle FOLDER --out F.zip.');
    const asked = {
      ...{ out: path.resolve(out), version: readPackageVersion() },
      ...{ force: readFlagOption(parsed, 'force'), texts: readFlagOption(parsed, 'texts') },
    };
    return Session.runOnCase(parsed, io, async (session) => {
      const { sha256, files } = await session.createCalls().bundle(asked);
      return session.answer('idiograph.bundle/1', { file: out, sha256, files }, () => [
        `Bundle: ${out} (sha256 ${sha256}), ${formatCount(files.length, 'file')}`,
        ...files.map((name) => `  ${name}`),
      ]);
    });
  },
};
