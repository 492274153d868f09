import { expect, it } from 'vitest';
import { Naming } from '../../../src/core/casework/blind';
import { indexLocked } from '../../../src/core/errors';
import { BlindCase } from '../../../src/extension/review/reviewSession';
import { EventEmitter } from '../../fakes/vscode';

const writerA = new Naming({ Ann: 'Writer A' }, []);

/** A window that shows an author of a blind case, whose service is asked for names, and whose problems are left to the caller. */
function windowShowing(author: string, answers: (() => Promise<Naming>)[]) {
  const shown = { author };
  const nothing = (): Promise<void> => Promise.resolve();
  const parts = {
    cases: { onDidChange: new EventEmitter<void>().event, view: () => Promise.resolve({ isMasked: true }) },
    caseState: {
      refreshIndex: nothing,
      refresh: async () => Object.assign(shown, (await answers.shift()!()).mask(shown)),
    },
    session: { cancel: () => undefined, show: () => undefined, target: undefined },
    problems: { runAction: (action: () => Promise<void>) => action().catch(() => undefined) },
  };
  return { shown, blind: new BlindCase(parts as unknown as ConstructorParameters<typeof BlindCase>[0]) };
}

it('has everything named as the case says, though the names could not be read at first', async () => {
  const answers = [() => Promise.reject<Naming>(indexLocked('index.sqlite')), () => Promise.resolve(writerA)];
  const { shown, blind } = windowShowing('Ann', answers);
  await blind.follow();
  expect(shown.author).toBe('Writer A');
});
