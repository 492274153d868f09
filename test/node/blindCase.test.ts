import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CaseService } from '../../src/case/caseService';
import { IdiographError, usage } from '../../src/core/errors';
import { neverStops, type StopSignal } from '../../src/core/basics/work';
import { LocalEngine } from '../../src/node/localEngine';
import { removeFolder } from '../removeFolder';

let folder = '';
beforeAll(() => {
  folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-door-')));
  fs.mkdirSync(path.join(folder, 'known', 'Marlowe'), { recursive: true });
  const blind = { masked: true, names: { Marlowe: 'Writer A' }, unmasked: [] };
  const contents = { format: 'idiograph.case/1', documents: {}, blind };
  fs.writeFileSync(path.join(folder, 'case.idiograph-case.json'), JSON.stringify(contents));
});
afterAll(() => removeFolder(folder));

/** Everything that leaves the service when it is asked, errors included, where the engine answers a question by `answer`. */
async function listMessages(answer: (stop: StopSignal) => AsyncGenerator<unknown, unknown>): Promise<unknown[]> {
  const engine = Object.assign(Object.create(LocalEngine.prototype) as LocalEngine, { checkIndex: answer });
  const service = new CaseService({ engine, modelsFolder: '' });
  const messages: unknown[] = [];
  try {
    const steps = service.answer(neverStops, { folder }, 'checkIndex', [path.join(folder, 'none.sqlite')]);
    for (let step = await steps.next(); ; step = await steps.next()) {
      messages.push(step.value);
      if (step.done) return messages;
    }
  } catch (error) {
    if (!(error instanceof IdiographError)) throw error;
    return [...messages, { message: error.message, details: error.details }];
  }
}

describe('what leaves a blind case', () => {
  it('names no author in a step or an answer, in whatever field', async () => {
    const messages = await listMessages(async function* () {
      await Promise.resolve();
      yield { file: path.join(folder, 'known', 'Marlowe', 'letter.txt'), done: 1 };
      yield { notice: 'A text by Marlowe was left out.' };
      return {
        nobodyDeclared: ['Marlowe'],
        inside: new Map([['k', { problem: 'by Marlowe' }]]),
        text: 'as Marlowe wrote',
        page: '<p>as Marlowe wrote</p>',
      };
    });
    expect(messages).toEqual([
      { file: path.join(folder, 'known', '…'), done: 1 },
      { notice: 'A text by Writer A was left out.' },
      {
        nobodyDeclared: ['Writer A'],
        inside: new Map([['k', { problem: 'by Writer A' }]]),
        text: 'as Marlowe wrote',
        page: '<p>as Marlowe wrote</p>',
      },
    ]);
  });

  it('names no author in an error', async () => {
    const messages = await listMessages(async function* () {
      yield* [];
      await Promise.resolve();
      throw usage('Marlowe has no texts.');
    });
    expect(JSON.stringify(messages)).toContain('Writer A has no texts.');
    expect(JSON.stringify(messages)).not.toContain('Marlowe');
  });
});
