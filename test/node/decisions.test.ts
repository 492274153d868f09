import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { CaseService } from '../../src/case/caseService';
import type { DecisionHistory } from '../../src/case/caseAt';
import { type FileDecisions, revert } from '../../src/case/windows';
import { IdiographError } from '../../src/core/errors';
import { neverStops } from '../../src/core/basics/work';
import { CaseFolder } from '../../src/node/casework/caseFolder';
import { LocalEngine } from '../../src/node/localEngine';
import { removeFolder } from '../removeFolder';

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-decisions-')));
for (const name of ['known/Ann', 'questioned']) {
  fs.mkdirSync(path.join(folder, name), { recursive: true });
  fs.writeFileSync(path.join(folder, name, 'q.txt'), `A text in ${name}.`);
}
fs.writeFileSync(path.join(folder, 'case.idiograph-case.json'), '{"format":"idiograph.case/1","documents":{}}');
afterAll(() => removeFolder(folder));

const file = path.join(folder, 'questioned', 'q.txt');
const passage = { candidate: 'Ann', questioned: 'a text', known: 'a text' };
const service = new CaseService({ engine: Object.create(LocalEngine.prototype) as LocalEngine, modelsFolder: '' });

async function call(method: string, arg: unknown): Promise<unknown> {
  return (await service.answer(neverStops, { folder }, `case ${method}`, [arg]).next()).value;
}

it('takes decisions back, but none that somebody else changed since', async () => {
  const read = async () => (await call('decisionsOn', file)) as FileDecisions;
  await call('decide', { file, passage, decided: { setAside: 'formula' } });
  await call('decide', { file, passage, decided: { setAside: 'formula' } });
  await call('revert', file);
  expect(await read()).toMatchObject({ made: [{ setAside: 'formula' }], undo: { setAside: 'formula' } });
  await call('decide', { file, passage, decided: { setAside: 'formula' } });
  (await CaseFolder.open(folder)).decide(file, passage, { note: 'Read twice.' });
  await expect(call('revert', file)).rejects.toMatchObject({ code: 'Usage' });
  expect(await read()).toMatchObject({ made: [{ note: 'Read twice.' }], undo: { setAside: 'formula' } });
});

it('can take a decision back later if the case file cannot be written', () => {
  let isFull = true;
  const decided = { setAside: 'formula' } as const;
  const decide = () => {
    if (isFull) throw new IdiographError('UnwritableFile', 'The disk is full.', {});
    return {};
  };
  const history: DecisionHistory = new Map([[file, [{ passage, before: {}, after: decided }]]]);
  const ofCase = { folder: { decide } as unknown as CaseFolder, history };
  expect(() => revert(ofCase, file).next()).toThrow('The disk is full.');
  isFull = false;
  revert(ofCase, file).next();
  expect(history.get(file)).toEqual([]);
});

it('takes back no decision on another text', async () => {
  const other = path.join(folder, 'questioned', 'other.txt');
  fs.writeFileSync(other, 'Another text.');
  await call('decide', { file, passage, decided: { note: 'Of the first text.' } });
  expect(await call('decisionsOn', other)).toMatchObject({ made: [], undo: undefined });
  await call('revert', other).catch(() => undefined);
  expect(await call('decisionsOn', file)).toMatchObject({ made: [{ note: 'Of the first text.' }] });
});

it('has no decisions on a text of no case', async () => {
  expect(await call('decisionsOn', path.join(os.tmpdir(), 'other.txt'))).toMatchObject({ made: undefined });
});
