import crypto from 'node:crypto';
import { renderReport, reportBegins } from '../../presentation/report';
import { usage } from '../../core/errors';
import { requireWritable, writeOutput, type OutputOptions } from '../../node/outputFile';
import type { Command } from '../command';
import { guardedBy } from '../guarded';
import type { CommandIo } from '../io';
import { candidatesOption, commonOptions, documentOptions, flagOption, textOption } from '../options';
import { packageVersion } from '../packageVersion';
import { readQuestioned } from '../questioned';
import { Session } from '../session';
import { candidatesOf } from './attribute';

/** A review as one HTML file. */
export const reportCommand: Command<CommandIo> = {
  name: 'report',
  operands: 'FILE --out R.html',
  least: 1,
  most: 1,
  summary: 'writes a review as one HTML file',
  options: {
    out: { kind: 'text', value: 'R.html', help: 'the file to write' },
    force: { kind: 'flag', help: 'in place of an earlier report of that name' },
    ...documentOptions,
    ...candidatesOption,
    ...commonOptions,
  },
  run: (parsed, io) => {
    const out = textOption(parsed, 'out');
    if (out === undefined) throw usage('Name document and report: idiograph report FILE --out R.html.');
    return Session.during(parsed, io, (session) => report(session, out));
  },
};

async function report(session: Session, out: string): Promise<number> {
  const { parsed, io } = session;
  const [file] = parsed.positionals;
  const output: OutputOptions = {
    guarded: guardedBy(session, [file!]),
    force: flagOption(parsed, 'force'),
    begins: reportBegins,
  };
  requireWritable(out, output);
  const questioned = await readQuestioned(session, file!);
  await session.fillIndex();
  const evidence = await session.ask('review', [session.index, questioned, session.options(candidatesOf(parsed))]);
  const known = await session.known(evidence.candidates.flatMap(({ pairs }) => pairs));
  const html = renderReport({ evidence, questioned, known, version: packageVersion() });
  writeOutput(out, html, output);
  const sha256 = crypto.createHash('sha256').update(html).digest('hex');
  if (session.json) session.printJson('idiograph.report/1', { file: out, sha256 });
  else io.stdout(`Report: ${out} (sha256 ${sha256})`);
  return 0;
}
