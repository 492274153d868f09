import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Naming } from '../../../src/core/casework/blind';
import { indexLocked } from '../../../src/core/errors';
import { BlindCase } from '../../../src/extension/review/blindCase';
import { Uri, workspace } from '../../fakes/vscode';

const writerA = new Naming({ Ann: 'Writer A' }, []);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-blind-'));
const blinded = { format: 'idiograph.case/1', documents: {}, blind: { masked: true, names: { Ann: 'Writer A' } } };

beforeAll(() => {
  fs.writeFileSync(path.join(folder, 'letters.idiograph-case.json'), JSON.stringify(blinded));
  workspace.workspaceFolders.push({ name: 'letters', uri: Uri.file(folder) });
});

afterAll(() => {
  workspace.workspaceFolders.pop();
  fs.rmSync(folder, { recursive: true });
});

/** A window that shows an author, whose engine is asked for the names of a blind case, and whose problems are left to the caller. */
function windowShowing(author: string, naming: () => Promise<Naming>) {
  const shown = { author };
  const nothing = (): Promise<void> => Promise.resolve();
  const parts = {
    engine: { naming },
    index: { file: () => Promise.resolve('index.sqlite'), refresh: nothing },
    history: {
      rename: (change: (value: object) => object) => {
        Object.assign(shown, change(shown));
        return Promise.resolve();
      },
    },
    session: { cancel: () => undefined, show: () => undefined, target: undefined },
    problems: { during: (action: () => Promise<void>) => action().catch(() => undefined) },
  };
  return { shown, blind: new BlindCase(parts as unknown as ConstructorParameters<typeof BlindCase>[0]) };
}

it('has everything named as the case says, though the names could not be read at first', async () => {
  const answers = [() => Promise.reject(indexLocked('index.sqlite')), () => Promise.resolve(writerA)];
  const { shown, blind } = windowShowing('Ann', () => answers.shift()!());
  await blind.follow();
  expect(shown.author).toBe('Writer A');
});
