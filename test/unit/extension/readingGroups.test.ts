import { describe, expect, it } from 'vitest';
import { groupOf, findKnownGroup, findPartAfter, type EditorGroup } from '../../../src/extension/review/readingLayout';

const letter = 'file:///letter.txt';
const known = 'idiograph-text:/minutes.txt?1';
const left: EditorGroup = { documents: [letter], holdsPanel: false };
const other: EditorGroup = { documents: ['file:///notes.txt'], holdsPanel: false };
const panel: EditorGroup = { documents: [], holdsPanel: true };
const below: EditorGroup = { documents: ['idiograph-text:/note.txt?2'], holdsPanel: false };

describe('the groups that a passage is read in', () => {
  it('are, for the questioned document, the one that has it', () => {
    expect(groupOf([other, panel, left], letter)).toBe(left);
  });

  it('are, for a questioned document that was closed, one beside the panel', () => {
    expect(groupOf([panel, other], letter)).toBe(other);
    expect(groupOf([panel], letter)).toBeUndefined();
  });

  it('never cover the panel, the questioned document or another file with a known text', () => {
    expect(findKnownGroup([left, other, panel], left, known)).toBeUndefined();
    const both = { ...left, documents: [letter, known] };
    expect(findKnownGroup([both, { ...panel, documents: [known] }], both, known)).toBeUndefined();
  });

  it('are, for the next known text, the one of the text before', () => {
    expect(findKnownGroup([left, below, panel], left, known)).toBe(below);
  });

  it('are, for a known text that is open, its own', () => {
    const own: EditorGroup = { documents: [known], holdsPanel: false };
    expect(findKnownGroup([left, below, panel, own], left, known)).toBe(own);
  });
});

describe('the next part of the window', () => {
  it('goes round document, panel and known text', () => {
    expect(findPartAfter('document', true)).toBe('panel');
    expect(findPartAfter('panel', true)).toBe('known');
    expect(findPartAfter('known', true)).toBe('document');
  });

  it('passes over a known text that is not shown', () => {
    expect(findPartAfter('panel', false)).toBe('document');
  });
});
