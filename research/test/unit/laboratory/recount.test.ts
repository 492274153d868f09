import { expect, it } from 'vitest';
import type { KnownDocument, Passage } from '../../../../src/core/domain/evidence';
import { recounted } from '../../../laboratory/evaluate/evidence';

const text = 'It sounds rather like a cat.';
const marks = [{ kind: 'frame', questioned: { start: 10, end: 23 }, known: { start: 0, end: 13 } }];
const passage = { author: 'Ann', marks, others: { of: 1, sharers: [], within: 3 } } as unknown as Passage;
const by = (author: string, theirs: string) => ({ author, text: theirs }) as KnownDocument;

it('counts marked words again where they are whole words, not where they begin a longer one', () => {
  expect(recounted(text, passage, [by('Ben', 'It was rather like an owl, or gather like a'), by('Ann', text)])).toBe(
    undefined,
  );
  expect(recounted(text, passage, [by('Ben', 'Rather  like an owl, rather like\na dog')])).toBe('also Ben');
});
