import * as v from 'valibot';
import { usage } from '../../../src/core/errors';
import { count, flag, oneOf } from '../../../src/core/basics/shape';

const anId = 'an id or a list of ids';
const id = v.union(
  [v.pipe(v.string(), v.nonEmpty(anId)), v.pipe(v.number(), v.integer(anId), v.transform(String))],
  anId,
);
const ids = v.union(
  [
    v.array(id),
    v.pipe(
      id,
      v.transform((one) => [one]),
    ),
  ],
  anId,
);

/** One line of a JSON Lines file as a record whose fields are checked when read. Every error is Usage and names the line. */
export class LineRecord {
  private constructor(
    /** File and one-based line, such as "dev.jsonl.gz:12". */
    readonly place: string,
    private readonly fields: Readonly<Record<string, unknown>>,
  ) {}

  static parse(text: string, place: string): LineRecord {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      throw usage(`${place}: the line is not JSON. Every line must be one JSON object.`);
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw usage(`${place}: the line is not a JSON object.`);
    }
    return new LineRecord(place, value as Record<string, unknown>);
  }

  has(field: string): boolean {
    return this.fields[field] !== undefined;
  }

  raw(field: string): unknown {
    return this.fields[field];
  }

  /** A field as its schema has it; throws Usage where it is anything else. */
  read<Value>(field: string, schema: v.GenericSchema<unknown, Value>): Value {
    const result = v.safeParse(schema, this.fields[field], { abortEarly: true });
    if (!result.success) throw this.error(`"${field}" must be ${result.issues[0].message}`);
    return result.output;
  }

  string(field: string): string {
    return this.read(field, v.string('a string'));
  }

  optionalString(field: string): string | undefined {
    return this.has(field) ? this.string(field) : undefined;
  }

  /** An identifier: a string that is not empty, or an integer, which is read as its digits. */
  id(field: string): string {
    return this.read(field, id);
  }

  /** A list of identifiers; one identifier alone counts as a list of one. */
  ids(field: string): readonly string[] {
    return this.read(field, ids);
  }

  optionalIds(field: string): readonly string[] {
    return this.has(field) ? this.ids(field) : [];
  }

  boolean(field: string): boolean {
    return this.read(field, flag);
  }

  /** An integer of at least 1. */
  count(field: string): number {
    return this.read(field, count);
  }

  oneOf<const Words extends readonly string[]>(field: string, words: Words): Words[number] {
    return this.read(field, oneOf(words));
  }

  error(problem: string): Error {
    return usage(`${this.place}: ${problem}.`);
  }
}

/** A text file by lines, without their ends; `name` is how messages call it. */
export interface LinesFile {
  readonly name: string;
  readonly lines: readonly string[];
}

/** Parses every line that is not blank. */
export function parseLines<Item>(file: LinesFile, parse: (record: LineRecord) => Item): readonly Item[] {
  return file.lines.flatMap((line, at) =>
    line.trim() === '' ? [] : [parse(LineRecord.parse(line, `${file.name}:${at + 1}`))],
  );
}
