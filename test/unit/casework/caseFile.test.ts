import { describe, expect, it } from 'vitest';
import { documentByFolder, parseCaseFile } from '../../../src/core/casework/caseFile';

const caseText = (documents: unknown): string => JSON.stringify({ format: 'idiograph.case/1', documents });

describe('a case file', () => {
  it('says role, author, mode, genre and language of a document', () => {
    const text = caseText({
      'known/a/x.txt': { role: 'known', author: 'A', mode: 'written', genre: 'letter', language: 'en' },
    });
    expect(parseCaseFile(text, 'case.json').documents.get('known/a/x.txt')).toEqual({
      role: 'known',
      author: 'A',
      mode: 'written',
      genre: 'letter',
      language: 'en',
    });
  });

  it('takes what is left out as unknown', () => {
    const file = parseCaseFile(caseText({ 'questioned/q.txt': { role: 'questioned' } }), 'case.json');
    expect(file.documents.get('questioned/q.txt')).toMatchObject({ mode: 'unknown', genre: 'unknown', language: 'en' });
  });

  it.each([
    ['{', 'it is not JSON'],
    ['{}', 'idiograph.case/1'],
    [caseText({ x: { role: 'guilty' } }), '"role" must be one of'],
    [caseText({ x: { role: 'known' } }), '"author" must be a text'],
    [caseText({ x: { role: 'questioned', mode: 'sung' } }), '"mode" must be one of'],
  ])('refuses %s', (text, reason) => {
    expect(() => parseCaseFile(text, 'case.json')).toThrow(reason);
  });
});

describe('a case without a case file', () => {
  it('names authors by their folders', () => {
    expect(documentByFolder('known/author-a/letter.txt')).toMatchObject({ role: 'known', author: 'author-a' });
    expect(documentByFolder('population/p1/x.txt')).toMatchObject({ role: 'population', author: 'p1' });
    expect(documentByFolder('questioned/q.txt')).toMatchObject({ role: 'questioned' });
  });

  it('knows nothing of other places', () => {
    expect(documentByFolder('notes/x.txt')).toBeUndefined();
    expect(documentByFolder('known/loose.txt')).toBeUndefined();
  });
});
