import { describe, expect, it } from 'vitest';
import { findVerbalLabel } from '../../../src/core/verification/chooseCalibration';

const two = Math.log10(2);

describe('verbalLabel', () => {
  it.each([
    [0, 'no support either way'],
    [two - 1e-12, 'no support either way'],
    [two, 'weak'],
    [-two, 'weak'],
    [1 - 1e-12, 'weak'],
    [1, 'moderate'],
    [-1, 'moderate'],
    [2, 'moderately strong'],
    [3, 'strong'],
    [4, 'very strong'],
    [6 - 1e-9, 'very strong'],
    [6, 'extremely strong'],
    [-6, 'extremely strong'],
  ])('reads %f on the scale of ENFSI 2015 as "%s"', (llr, label) => {
    expect(findVerbalLabel(llr)).toEqual({ name: 'ENFSI 2015', label });
  });

  it('has no word for NaN', () => {
    expect(findVerbalLabel(NaN)).toBeUndefined();
  });
});
