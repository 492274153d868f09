import { expect, it } from 'vitest';
import { attributeCommand, concordanceCommand } from '../../../src/cli/commands/questions';
import { parseCommand } from '../../../src/cli/options';
import { StreamIo } from '../../../src/cli/io';

/** The questions of a command to a thread that answers none. */
async function listAsked(command: typeof attributeCommand, words: readonly string[]): Promise<readonly string[]> {
  const asked: string[] = [];
  const thread = {
    ask: (method: string) => (asked.push(method), Promise.reject(new Error('gone'))),
    close: () => Promise.resolve(),
  };
  const io = new StreamIo(() => thread);
  await expect(command.run(parseCommand(words, command), io)).rejects.toThrow('gone');
  return asked;
}

it('lets the models load while the case is opened, and only where they are needed', async () => {
  expect(await listAsked(attributeCommand, ['a.txt'])).toEqual(['modelFiles', 'case open']);
  expect(await listAsked(concordanceCommand, ['some words'])).toEqual(['case open']);
});
