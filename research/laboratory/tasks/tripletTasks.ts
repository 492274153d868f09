import type { DocumentSet } from './documents';
import { parseLines, type LinesFile } from './record';

/** Documents by their places in the file; several are one text made of them, in order. */
export type JoinedText = readonly number[];

/** A query whose positive should score above each of its k negatives. */
export interface TripletTask {
  readonly task: string;
  readonly k: number;
  readonly query: JoinedText;
  readonly positive: JoinedText;
  readonly negatives: readonly number[];
}

/** Reads triplet tasks; throws Usage for a broken line, an unknown document, or a k that is not the number of negatives. */
export function parseTripletTasks(file: LinesFile, documents: DocumentSet): readonly TripletTask[] {
  return parseLines(file, (record) => {
    const places = (field: string): readonly number[] => {
      const ids = record.ids(field);
      if (ids.length === 0) throw record.error(`"${field}" names no document`);
      return ids.map((id) => documents.placeOf(id, record));
    };
    const negatives = places('negatives');
    const k = record.has('k') ? record.count('k') : negatives.length;
    if (k !== negatives.length) throw record.error(`"k" is ${k}, but there are ${negatives.length} negatives`);
    return { task: record.string('task'), k, query: places('query'), positive: places('positive'), negatives };
  });
}
