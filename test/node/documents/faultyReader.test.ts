import { describe, expect, it, vi } from 'vitest';
import { refusal } from './documentFiles';

vi.mock('../../../src/reading/readers', () => ({
  readers: { richText: { library: 'none', read: () => Promise.reject(new RangeError('Invalid count value: -5')) } },
}));

describe('a reader that fails otherwise than with an error for people', () => {
  it('refuses its file by name, so that a run goes on', async () => {
    const { code, message } = await refusal('odd.rtf', '{\\rtf1 One.}');
    expect(code).toBe('UnreadableDocument');
    expect(message).toContain('odd.rtf cannot be read: its reader fails on it (RangeError: Invalid count value: -5)');
  });
});
