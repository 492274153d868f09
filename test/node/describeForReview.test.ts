import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { CaseService } from '../../src/case/caseService';
import type { DescribedFile } from '../../src/case/windows';
import { neverStops } from '../../src/core/basics/work';
import { CaseFolder } from '../../src/node/casework/caseFolder';
import { LocalEngine } from '../../src/node/localEngine';
import { removeFolder } from '../removeFolder';

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-described-')));
const [first, second] = ['q.txt', 'r.txt'].map((name) => path.join(folder, 'questioned', name)) as [string, string];
for (const place of ['questioned', 'known/Ann']) fs.mkdirSync(path.join(folder, place), { recursive: true });
for (const file of [first, second]) fs.writeFileSync(file, 'words in question');
fs.writeFileSync(path.join(folder, 'known', 'nobody.txt'), 'a text of no author');
afterAll(() => removeFolder(folder));

async function ask(method: string, ...args: readonly unknown[]) {
  const service = new CaseService({ engine: Object.create(LocalEngine.prototype) as LocalEngine, modelsFolder: '' });
  const codes: string[] = [];
  const steps = service.answer(neverStops, { folder }, `case ${method}`, args);
  for (;;) {
    const step = await steps.next();
    if (step.done) return { answer: step.value, codes };
    codes.push((step.value as { readonly notice: { readonly code: string } }).notice.code);
  }
}

it('describes the file of a text in one call, and compares the bytes of this one alone', async () => {
  fs.writeFileSync(path.join(folder, 'a.idiograph-case.json'), '{"format":"idiograph.case/1","documents":{}}');
  (await CaseFolder.open(folder)).recordIntake();
  fs.writeFileSync(first, 'other words');
  fs.rmSync(second);
  const { answer, codes } = await ask('describeForReview', first);
  const { document, changedFile } = answer as DescribedFile;
  expect(document?.role).toBe('questioned');
  expect(changedFile?.recorded).toBe(document?.sha256);
  expect(changedFile?.found).not.toBe(changedFile?.recorded);
  expect(codes).toEqual(['noAuthor']);
  expect((await ask('open')).codes).toEqual(['noAuthor', 'lostEntry', 'changedExhibit']);
});
