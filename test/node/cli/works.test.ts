import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Evidence, NamedVerification } from '../../../src/core/domain/evidence';
import { CaseFolder } from '../../../src/node/casework/caseFolder';
import { readEvidence, runHere, listIndexed } from './support/runCli';
import { copySampleCase } from './support/scratch';
import { removeFolder } from '../../removeFolder';

const questioned = 'questioned/letter-roof-fund.txt';
const letter = 'known/author-d/letter-towpath.txt';

describe('the work of a text in a case file', () => {
  let folder = '';
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-works-'));
    copySampleCase(folder);
  });
  afterEach(() => removeFolder(folder));

  const caseFile = (): string =>
    path.join(
      folder,
      fs.readdirSync(folder).find((name) => name.endsWith('case.json'))!,
    );
  const readCase = () =>
    JSON.parse(fs.readFileSync(caseFile(), 'utf8')) as { documents: Record<string, Record<string, unknown>> };

  /** Says in the case file of which work some documents are. */
  function state(works: Readonly<Record<string, string>>): void {
    const read = readCase();
    for (const [name, work] of Object.entries(works)) read.documents[name] = { ...read.documents[name], work };
    fs.writeFileSync(caseFile(), JSON.stringify(read));
  }

  async function print(...args: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await runHere([...args, '--case', folder, '--json']);
    expect(code, stderr).toBe(0);
    return stdout;
  }
  const ask = async <Answer>(...args: readonly string[]): Promise<Answer> => JSON.parse(await print(...args)) as Answer;
  const attribute = async (): Promise<Evidence> =>
    readEvidence(await print('attribute', path.join(folder, questioned)));
  const textsOf = ({ candidates }: Evidence): readonly string[] =>
    candidates.find(({ author }) => author === 'Author D')!.verification!.known.map(({ title }) => title);

  it('keeps its parts apart: in the order, in the ratio and in both ways to ask for it', async () => {
    const before = await attribute();
    expect(textsOf(before)).toContain('letter-towpath.txt');
    state({ [questioned]: 'The Roof', [letter]: ' the  roof' });
    const evidence = await attribute();
    expect(evidence.notes).toContainEqual({ caveat: 'sameWork', title: 'letter-towpath.txt', share: 1 });
    expect(textsOf(evidence)).toEqual(textsOf(before).filter((title) => title !== 'letter-towpath.txt'));
    const passages = evidence.candidates.flatMap((each) => each.passages?.alike ?? []);
    const listed = await listIndexed(path.join(folder, '.idiograph', 'index.sqlite'));
    const { id } = listed.find(({ works }) => works?.[0] === 'the  roof')!;
    expect(passages.map(({ document }) => document)).not.toContain(id);
    const asked = ['verify', path.join(folder, questioned), '--author', 'Author D'] as const;
    const verified = await ask<NamedVerification>(...asked);
    expect(verified.known.map(({ title }) => title)).not.toContain('letter-towpath.txt');
    expect(verified.notes.map(({ caveat }) => caveat)).toContain('sameWork');
    const { stdout } = await runHere([...asked, '--case', folder]);
    expect(stdout).toContain('of the same work as the questioned text: letter-towpath.txt.');
  });

  it('stays when the case file is written, and is refused where it is no name', async () => {
    state({ [questioned]: 'The Roof' });
    const opened = await CaseFolder.open(folder);
    opened.stateProvenance(
      new Map([[path.join(folder, questioned), { mode: 'written', genre: 'note', language: 'en' }]]),
    );
    expect(readCase().documents[questioned]).toMatchObject({ work: 'The Roof', genre: 'note' });
    for (const work of ['', '  ', 3 as never]) {
      state({ [questioned]: work });
      const { code, stderr } = await runHere(['attribute', path.join(folder, questioned), '--case', folder]);
      expect(code).toBe(3);
      expect(stderr).toMatch(/letter-roof-fund\.txt.*work/s);
    }
  });
});
