import { describe, expect, it } from 'vitest';
import { requireLanguage } from '../../../src/core/verification/abstaining';
import { neverStops } from '../../../src/core/basics/work';
import { english, french, questioned } from './aVerifier';

describe('requireLanguage', () => {
  it('throws for a text in another language', () => {
    expect(() => requireLanguage('en', [questioned], french, neverStops)).toThrow(
      expect.objectContaining({ code: 'UnsupportedLanguage' }),
    );
  });

  it('lets English through', () => {
    expect(() => requireLanguage('en', [questioned], english, neverStops)).not.toThrow();
  });
});
