import { describe, expect, it } from 'vitest';
import type { CaseAt } from '../../../src/case/caseAt';
import { readKnownFiles } from '../../../src/case/texts';
import { Naming } from '../../../src/core/casework/blind';
import { finish } from '../../../src/core/basics/work';

const authors: Readonly<Record<string, string>> = {
  'known/ann/letter.docx': 'Ann',
  'known/ann/plain.txt': 'Ann',
  'known/ben/minutes.pdf': ' Ben ',
};

/** The files that are read for a report on an author, in a case that is blind where it has a naming. */
async function listRead(author?: string, naming?: Naming): Promise<readonly string[]> {
  const read: string[] = [];
  const filesToIndex = Object.entries(authors).map(([path, by]) => ({ path, author: by }));
  const at = {
    folder: { filesToIndex, isLinked: () => false },
    readNaming: () => Promise.resolve(naming),
    async *ask(_method: string, file: string) {
      read.push(file);
      return Promise.resolve({ text: file, sha256: '', reading: { reader: 'x', textSha256: file, parts: [] } });
    },
  };
  await finish(readKnownFiles(at as unknown as CaseAt, author));
  return read;
}

describe('the known files that a report reads again', () => {
  it('are those with a reader that may leave something out', async () => {
    expect(await listRead()).toEqual(['known/ann/letter.docx', 'known/ben/minutes.pdf']);
  });

  it('are those of the author whom it asks about, also by a name of a blind case', async () => {
    expect(await listRead('Ben')).toEqual(['known/ben/minutes.pdf']);
    const naming = new Naming({ Ann: 'Writer B', Ben: 'Writer A' }, []);
    expect(await listRead('Writer B', naming)).toEqual(['known/ann/letter.docx']);
  });
});
