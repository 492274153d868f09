import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseCalibrations } from '../../../src/core/verification/calibration';

const shipped = path.resolve(import.meta.dirname, '../../../models/calibrations.json');
const json = JSON.parse(fs.readFileSync(shipped, 'utf8')) as { calibrations: Record<string, unknown>[] };
const first = json.calibrations[0]!;
const [judgement] = first['judgements'] as object[];
const judged = (change: object): unknown => changed({ judgements: [{ ...judgement, ...change }] });
const changed = (change: object): unknown => ({ ...json, calibrations: [{ ...first, ...change }] });

describe('a file of calibrations', () => {
  it('is read whole', () => {
    expect(parseCalibrations(json)).toEqual(json);
  });

  it.each([
    [{ ...json, format: 'idiograph.calibrations/0' }, '"format" must be "idiograph.calibrations/4"'],
    [{ ...json, calibrations: {} }, '"calibrations" must be a list'],
    [changed({ offset: [0, 0, 0, '0'] }), '"calibrations.0.offset.3" must be a number'],
    [changed({ weights: { tfidf: [NaN, 0, 0, 0] } }), '"calibrations.0.weights.tfidf.0" must be a number'],
    [changed({ verifier: 'oracle' }), '"calibrations.0.verifier" must be one of written, '],
    [changed({ genreRelation: undefined }), '"calibrations.0.genreRelation"'],
    [changed({ resamples: [[1]] }), '"calibrations.0" must be one with the corners of the offset'],
    [judged({ lower: 2, upper: 1 }), '"calibrations.0.judgements.0" must be one with a lower bound'],
    [judged({ survival: [[0, 0]] }), 'must be a list of shares above 0'],
    [
      judged({
        survival: [
          [0, 0.1],
          [1, 0.2],
        ],
      }),
      'must be a list of rising ratios and shares that do not rise',
    ],
    [changed({ extra: 1 }), 'there is no "calibrations.0.extra"'],
    [[], 'it must be an object'],
  ])('is refused with the field that is wrong (%#)', (value, problem) => {
    expect(() => parseCalibrations(value)).toThrow(problem);
    expect(() => parseCalibrations(value)).toThrow(RangeError);
  });
});
