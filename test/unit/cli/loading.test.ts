import { expect, it } from 'vitest';
import { attributeCommand, concordanceCommand } from '../../../src/cli/commands/questions';
import { parseCommand } from '../../../src/cli/options';
import { StreamIo } from '../../../src/cli/io';

/** Whether a command starts an engine that loads the models at once. The thread answers no question. */
async function startsWithModels(command: typeof attributeCommand, words: readonly string[]): Promise<boolean> {
  const started: boolean[] = [];
  const thread = { ask: () => Promise.reject(new Error('gone')), close: () => Promise.resolve() };
  const io = new StreamIo((_, loads) => (started.push(loads), thread));
  await expect(command.run(parseCommand(words, command), io)).rejects.toThrow('gone');
  expect(started).toHaveLength(1);
  return started[0]!;
}

it('lets the models load while the case is opened, and only where they are needed', async () => {
  expect(await startsWithModels(attributeCommand, [import.meta.filename])).toBe(true);
  expect(await startsWithModels(attributeCommand, ['not-there.txt'])).toBe(false);
  expect(await startsWithModels(concordanceCommand, ['some words'])).toBe(false);
});
