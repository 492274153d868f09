import { describe, expect, it } from 'vitest';
import { isAnother } from '../../../webview/context';

describe('the scroll place', () => {
  it('is kept for the document that it was left in, and for a view of none', () => {
    expect(isAnother('file:///letter.txt', 'file:///letter.txt')).toBe(false);
    expect(isAnother(undefined, 'file:///letter.txt')).toBe(false);
  });

  it('is not kept for another document', () => {
    expect(isAnother('file:///other.txt', 'file:///letter.txt')).toBe(true);
    expect(isAnother('file:///other.txt', undefined)).toBe(true);
  });
});
