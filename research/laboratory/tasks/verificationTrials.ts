import type { GenreRelation, ModePair } from '../../../src/core/domain/evidence';
import type { DocumentSet } from './documents';
import { parseLines, type LineRecord, type LinesFile } from './record';
import type { JoinedText } from './tripletTasks';

/** Two texts, each cut to its first `words` words after joining unless it is known texts, and whether one author wrote both. */
export interface VerificationTrial {
  readonly a: JoinedText;
  readonly b: JoinedText;
  readonly same: boolean;
  readonly modes: ModePair;
  readonly genres: string;
  readonly genreRelation: GenreRelation;
  readonly words: number;
  /** Of unequal sides: `a` is questioned, `b` are known texts that hold so many words together. */
  readonly knownWords: number | undefined;
}

/** Reads verification trials; throws Usage for a broken line or an unknown document. */
export function parseVerificationTrials(file: LinesFile, documents: DocumentSet): readonly VerificationTrial[] {
  return parseLines(file, (record) => {
    const side = (name: 'a' | 'b'): JoinedText =>
      [record.id(name), ...record.optionalIds(`${name}_more`)].map((id) => documents.placeOf(id, record));
    return {
      a: side('a'),
      b: side('b'),
      same: record.boolean('same'),
      modes: modePair(record),
      genres: record.optionalString('genres') ?? 'unknown',
      genreRelation: record.has('genre_relation')
        ? record.oneOf('genre_relation', ['same', 'cross', 'unknown'])
        : 'unknown',
      words: record.count('words'),
      knownWords: record.has('knownWords') ? record.count('knownWords') : undefined,
    };
  });
}

function modePair(record: LineRecord): ModePair {
  if (!record.has('modes')) return 'unknown';
  const pairs = ['written-written', 'spoken-spoken', 'written-spoken', 'spoken-written', 'unknown'] as const;
  const modes = record.oneOf('modes', pairs);
  return modes === 'spoken-written' ? 'written-spoken' : modes;
}
