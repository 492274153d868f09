import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { KnownDocument } from '../../core/domain';
import { renderReport } from '../../core/casework/report';
import { diskFull, unreadableDocument, usage } from '../../core/errors';
import type { CommandIo } from '../io';
import { countOption, documentOptions, packageFolder, parseCommand, textOption } from '../options';
import { readQuestioned } from '../questioned';
import { Session } from '../session';

/** `idiograph report FILE --out R.html`: a review as one HTML file. */
export async function reportCommand(args: readonly string[], io: CommandIo): Promise<void> {
  const parsed = parseCommand(args, { ...documentOptions, candidates: { type: 'string' }, out: { type: 'string' } });
  const [file] = parsed.positionals;
  const out = textOption(parsed, 'out');
  if (file === undefined || out === undefined)
    throw usage('Name document and report: idiograph report FILE --out R.html.');
  const session = await Session.open(parsed, io);
  try {
    const options = session.options(countOption(parsed, 'candidates', 10));
    const questioned = await readQuestioned(session, file);
    await session.fillIndex();
    const evidence = await session.ask('review', [session.index, questioned, options]);
    const ids = new Set(evidence.candidates.flatMap(({ pairs }) => pairs.map(({ document }) => document)));
    const known = new Map<string, KnownDocument>();
    for (const id of ids) {
      const document = await session.ask('knownDocument', [session.index, id]);
      if (document) known.set(id, document);
    }
    const html = renderReport({ evidence, questioned, known, version: packageVersion() });
    writeReport(out, html);
    const sha256 = crypto.createHash('sha256').update(html).digest('hex');
    if (parsed.values['json'] === true)
      io.stdout(`${JSON.stringify({ format: 'idiograph.report/1', file: out, sha256 })}\n`);
    else io.stdout(`Report: ${out} (sha256 ${sha256})\n`);
  } finally {
    await session.close();
  }
}

function writeReport(file: string, html: string): void {
  try {
    fs.writeFileSync(file, html);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC') throw diskFull(file);
    throw unreadableDocument(file, `the report cannot be written there (${code ?? String(error)})`);
  }
}

function packageVersion(): string {
  const manifest = JSON.parse(fs.readFileSync(path.join(packageFolder, 'package.json'), 'utf8')) as { version: string };
  return manifest.version;
}
