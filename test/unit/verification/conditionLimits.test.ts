import { describe, expect, it } from 'vitest';
import type { Calibration } from '../../../src/core/verification/calibration';
import type { Mode } from '../../../src/core/domain';
import type { OwnCalibration } from '../../../src/core/ports';
import { conditionLimits } from '../../../src/core/verification/conditionLimits';
import { limitWords } from '../../../src/presentation/words/strength';
import { aCalibration } from './aCalibration';

/** With known texts of any kind, by calibrations that all comparisons may use. */
const asked = (
  calibrations: readonly Calibration[],
  kind: { readonly mode: Mode; readonly words: number; readonly genre?: string },
  own: readonly OwnCalibration[] = [],
) => conditionLimits({ genre: 'email', ...kind }, () => ({ calibrations, own }));

const long: Calibration = { ...aCalibration, condition: { ...aCalibration.condition, words: 1000 } };

describe('conditionLimits', () => {
  it('names the conditions that known texts of each mode and genre make', () => {
    const kinds = (mode: 'written' | 'unknown', genre = 'email') =>
      asked([], { mode, words: 500, genre }).map(
        ({ condition: { modes, genreRelation } }) => `${modes} ${genreRelation}`,
      );
    expect(kinds('written')).toEqual(['written-written same', 'written-written cross', 'written-spoken cross']);
    expect(kinds('unknown')).toEqual(['unknown same', 'unknown cross']);
    expect(kinds('written', 'unknown')).toEqual(['written-written unknown', 'written-spoken cross']);
  });

  it('gives bounds and error rate where a ratio may be stated', () => {
    const [same, cross] = asked([long], { mode: 'written', words: 1500 });
    expect(same).toMatchObject({ floor: 1000, bounds: [-2, 2], calibratedOn: long.condition, errorRate: 0.2 });
    expect(cross).toMatchObject({ floor: undefined, bounds: undefined });
  });

  it('says how many words would do where the text is too short', () => {
    const [same] = asked([long], { mode: 'written', words: 640 });
    expect(same).toMatchObject({ floor: 1000, bounds: undefined });
    expect(limitWords(same!, { words: 640 })).toBe(
      'two written texts of one genre: no ratio; 1,000 words of both texts would do, here are 640.',
    );
  });

  it('lets what was validated on the index speak for its conditions', () => {
    const condition = { ...aCalibration.condition, words: 500 };
    const byIndex = (calibration: Calibration) =>
      asked([aCalibration], { mode: 'written', words: 640 }, [{ condition, calibration }]);
    const [same, cross] = byIndex({ ...aCalibration, upper: 1.1 });
    expect([same!.bounds, same!.floor, cross!.bounds]).toEqual([[-2, 1.1], 500, undefined]);
    expect(limitWords(same!, { words: 640 })).toMatch(/In validation on this index, 20 of 100/);
    const [silent] = byIndex({ ...aCalibration, validations: [{ ...aCalibration.validations[0]!, cllrUpper: 1.1 }] });
    expect(limitWords(silent!, { words: 640 })).toMatch(/validation found no length that carries one/);
  });

  it('says in words what a condition carries, and what none does', () => {
    const found = asked([long], { mode: 'written', words: 1500 });
    expect(found.slice(0, 2).map((reach) => limitWords(reach, { words: 1500 }))).toEqual([
      'two written texts of one genre: a log10 LR from −2.0 to 2.0. In the validation that ships, 20 of 100 comparisons of this condition pointed to the wrong side.',
      'two written texts of two genres: no ratio; validation found no length that carries one.',
    ]);
  });
});
