import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { calibrateOptions } from '../../../laboratory/calibrate/options';

const data = mkdtempSync(path.join(tmpdir(), 'idiograph-calibrate-'));

describe('the options of a calibration', () => {
  afterAll(() => rmSync(data, { recursive: true }));

  it('are all trials and seed 1 where nothing is said', () => {
    const { limit, seed } = calibrateOptions(['--data', data]);
    expect({ limit, seed }).toEqual({ limit: Infinity, seed: 1 });
  });

  it.each([
    ['--limit', 'x'],
    ['--limit', '0'],
    ['--limit', ''],
    ['--seed', '1.5'],
    ['--seed', 'NaN'],
  ])('are refused where a number is none: %s %s', (name, value) => {
    expect(() => calibrateOptions(['--data', data, name, value])).toThrow(`${name} must be a whole number`);
  });

  it('are refused without the data, and with anything else', () => {
    expect(() => calibrateOptions([])).toThrow('--data is missing.');
    expect(() => calibrateOptions(['--data', data, 'all'])).toThrow('"all" is no option.');
  });
});
