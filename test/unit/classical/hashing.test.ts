import { describe, expect, it } from 'vitest';
import { hashText } from '../../../src/core/classical/hashing';

describe('hashText', () => {
  it('is 32-bit FNV-1a of the code units finished as MurmurHash3 does', () => {
    // worked out in Python with integers: FNV-1a over the UTF-16 bytes (basis xor 1), then fmix32
    expect(hashText('the', 1)).toBe(3829008437);
  });

  it('keeps kinds of features apart', () => {
    expect(hashText('the', 1)).not.toBe(hashText('the', 2));
  });
});
