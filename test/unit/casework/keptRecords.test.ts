import { describe, expect, it } from 'vitest';
import { questionsAbout } from '../../../src/core/casework/keptRecords';

const search = { kind: 'search', authors: 5 } as const;
const named = { kind: 'author', author: 'Author D' } as const;
const line = (at: string, asked: object, outcome = '1.3×') => ({
  ...{ at, document: 'a.txt', title: 'a.txt', sha256: 'ab', asked, outcome },
});

describe('the questions about a document', () => {
  it('are those that were asked of it, each at its first time', () => {
    const log = [line('1', search), { ...line('2', named), document: 'b.txt' }, line('3', named), line('4', search)];
    expect(questionsAbout('a.txt', log)).toEqual([line('1', search), line('3', named)]);
  });

  it('are asked again where the outcome is another', () => {
    const log = [line('1', search), line('2', search, '2×')];
    expect(questionsAbout('a.txt', log)).toEqual(log);
  });

  it('are not those that cannot be read', () => {
    const odd = [{}, null, 'search', line('1', { kind: 'search' }), line('2', { kind: 'poll', authors: 5 })];
    expect(questionsAbout('a.txt', [...odd, line('3', search)])).toEqual([line('3', search)]);
  });
});
