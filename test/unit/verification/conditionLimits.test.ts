import { listConditionLimits } from '../../../src/core/verification/chooseCalibration';
import { describe, expect, it } from 'vitest';
import type { Calibration } from '../../../src/core/verification/calibration';
import type { Mode } from '../../../src/core/domain/evidence';
import type { OwnCalibration } from '../../../src/core/ports';
import { describeLimits } from '../../../src/presentation/words/strength';
import { aCalibration, judgedSo } from './aCalibration';

const knownWords = 640;

/** With known texts of any kind, by calibrations that all comparisons may use. */
const asked = (
  calibrations: readonly Calibration[],
  kind: { readonly mode: Mode; readonly words: number; readonly genre?: string; readonly knownWords?: number },
  own: readonly OwnCalibration[] = [],
) => listConditionLimits({ genre: 'email', knownWords, ...kind }, () => ({ calibrations, own }));

const long = judgedSo({ words: 1000, knownWords: 500 });

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
    expect(same).toMatchObject({
      floor: { questioned: 1000, known: 500 },
      bounds: [-2, 2],
      calibratedOn: { modes: 'written-written', genreRelation: 'same', words: 1000, knownWords: 500 },
      errorRate: 0.2,
    });
    expect(cross).toMatchObject({ floor: undefined, bounds: undefined });
  });

  it('says how many words would do where a text is too short', () => {
    const [same] = asked([long], { mode: 'written', words: 640 });
    expect(same).toMatchObject({ floor: { questioned: 1000, known: 500 }, bounds: undefined });
    expect(describeLimits(same!, { words: 640, knownWords })).toBe(
      'two written texts of one genre: no ratio. 1,000 questioned words and 500 known words would be enough. There are 640 and 640.',
    );
  });

  it('lets what was validated on the index speak for its conditions, for as many known words or more', () => {
    const condition = { modes: 'written-written', genreRelation: 'same', words: 500, knownWords: 500 } as const;
    const byIndex = (calibration: Calibration, known = knownWords) =>
      asked([aCalibration], { mode: 'written', words: 640, knownWords: known }, [{ condition, calibration }]);
    const validated = judgedSo({ words: 500, knownWords: 500, upper: 1.1 });
    const [same, cross] = byIndex(validated);
    expect([same!.bounds, same!.floor, cross!.bounds]).toEqual([[-2, 1.1], { questioned: 500, known: 500 }, undefined]);
    expect(describeLimits(same!, { words: 640, knownWords })).toMatch(/In the validation on this index, 20 of 100/);
    expect(byIndex(validated, 300)[0]!.bounds).toEqual([-2, 2]);
    const [silent] = byIndex(judgedSo({ cllrUpper: 1.1 }));
    expect(describeLimits(silent!, { words: 640, knownWords })).toMatch(/Validation found no length that supports one/);
  });

  it('says in words what a condition carries, and what none does', () => {
    const found = asked([long], { mode: 'written', words: 1500 });
    expect(found.slice(0, 2).map((limits) => describeLimits(limits, { words: 1500, knownWords }))).toEqual([
      'two written texts of one genre: a log10 LR from −2.0 to 2.0. In the bundled validation, 20 of 100 comparisons in this condition favoured the wrong hypothesis.',
      'two written texts of two genres: no ratio. Validation found no length that supports one.',
    ]);
  });
});
