import { expect, it } from 'vitest';
import type { CaseAt } from '../../../src/case/caseAt';
import { removeDocuments } from '../../../src/case/indexWork';
import { finish } from '../../../src/core/basics/work';

/** Removes documents from a list, each of which counts how often its id was read. */
async function remove(count: number, given: (ids: readonly string[]) => readonly string[]) {
  const ids = Array.from({ length: count }, (_, i) => i.toString(16).padStart(64, '0'));
  let reads = 0;
  const listed = ids.map((id) => ({
    author: 'Ann',
    title: 'letter',
    get id() {
      reads += 1;
      return id;
    },
  }));
  const asked: (readonly string[])[] = [];
  const at = {
    fileOrServer: 'index',

    async *ask(method: string, _index: string, wanted: readonly string[]) {
      await Promise.resolve();
      if (method === 'listDocuments') return listed;
      asked.push(wanted);
      return { removed: wanted.length };
    },
    // oxlint-disable-next-line typescript/require-await -- it answers at once
    async *noteIndexed() {
      return undefined;
    },
  };
  await finish(removeDocuments(at as unknown as CaseAt, given(ids)));
  return { ids, asked, reads };
}

it('looks each document up once, however many are removed', async () => {
  const all = await remove(1000, (ids) => ids);
  expect(all.asked).toEqual([all.ids]);
  expect(all.reads).toBe(1000);
});

it('takes a whole id for its document, and refuses a beginning that several have', async () => {
  const { ids, asked } = await remove(20, (each) => [each[3]!, each[17]!]);
  expect(asked).toEqual([[ids[3], ids[17]]]);
  await expect(remove(20, (each) => [each[3]!.slice(0, 60)])).rejects.toThrow('Give more digits');
});
