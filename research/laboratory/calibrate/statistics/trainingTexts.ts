import type { HashedFile } from '../../tasks/lines';
import { LineRecord } from '../../tasks/record';

/** A text that statistics and the population are made from. */
export interface TrainingText {
  readonly author: string;
  readonly genre: string;
  readonly mode: 'written' | 'spoken';
  readonly title: string;
  readonly source: string;
  readonly year: number | undefined;
  readonly text: string;
}

/** Reads a file of training texts. Throws Usage for a broken line. */
export function parseTrainingTexts(file: HashedFile): readonly TrainingText[] {
  return file.lines.flatMap((line, i) => (line === '' ? [] : [parseText(line, `${file.name}:${i + 1}`)]));
}

function parseText(line: string, place: string): TrainingText {
  const record = LineRecord.parse(line, place);
  const year = Number(record.raw('year') ?? NaN);
  return {
    author: record.id('author'),
    genre: record.string('genre'),
    mode: record.oneOf('mode', ['written', 'spoken']),
    title: record.id('title'),
    source: record.optionalString('source') ?? '',
    year: Number.isInteger(year) ? year : undefined,
    text: record.string('text'),
  };
}
