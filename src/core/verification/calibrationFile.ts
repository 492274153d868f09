import type { Calibration } from './calibration';

/** The format of models/calibrations.json. */
export const calibrationsFormat = 'idiograph.calibrations/1';

/** models/calibrations.json: everything fitted together, and what it was fitted with. */
export interface CalibrationFile {
  readonly format: typeof calibrationsFormat;
  /** Id of the encoder whose vectors were scored. */
  readonly encoder: string;
  /** Id of the population that scores were normalised against. */
  readonly population: string;
  /** `trainedOn` of the classical statistics. */
  readonly statistics: string;
  readonly seed: number;
  readonly calibrations: readonly Calibration[];
}

/** Reads models/calibrations.json. Throws RangeError when it is of another format. */
export function parseCalibrations(json: unknown): CalibrationFile {
  if (!isCalibrationFile(json)) throw new RangeError(`calibrations are not of format ${calibrationsFormat}`);
  return json;
}

function isCalibrationFile(json: unknown): json is CalibrationFile {
  return typeof json === 'object' && json !== null && 'format' in json && json.format === calibrationsFormat;
}
