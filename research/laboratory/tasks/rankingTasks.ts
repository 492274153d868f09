import type { DocumentSet } from './documents';
import { parseLines, type LinesFile } from './record';
import type { JoinedText } from './tripletTasks';

/** A query that ranks all documents of the file but its own and `exclude`; it looks for those that are `relevant`. */
export interface RankingTask {
  readonly task: string;
  readonly query: JoinedText;
  readonly relevant: readonly number[];
  readonly exclude: readonly number[];
}

/** Reads ranking tasks; throws Usage for a broken line or an unknown document. A task may be without relevant ones. */
export function parseRankingTasks(file: LinesFile, documents: DocumentSet): readonly RankingTask[] {
  return parseLines(file, (record) => {
    const places = (ids: readonly string[]): readonly number[] => [
      ...new Set(ids.map((id) => documents.placeOf(id, record))),
    ];
    const query = record.ids('query').map((id) => documents.placeOf(id, record));
    if (query.length === 0) throw record.error('"query" names no document');
    return {
      task: record.string('task'),
      query,
      relevant: places(record.ids('relevant')),
      exclude: places(record.optionalIds('exclude')),
    };
  });
}
